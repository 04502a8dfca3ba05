/** Barcodes as rectangles in modules. Drawing them with whole printer dots per module keeps bar widths exact. Pure. */
import bwip from 'bwip-js/generic';
import { invariant } from '../lib/assert.ts';

const ascii = /^[\x20-\x7e]*$/;

/** Black rectangles in modules from the top left corner, without the quiet zone. */
export interface BarcodeModules {
  readonly width: number;
  readonly height: number;
  readonly rectangles: readonly (readonly [x: number, y: number, width: number, height: number])[];
  /** Width of the quiet zone on each side, in modules. */
  readonly quiet: number;
}

/**
 * Encodes a text as Code 128 (ISO 15417). The bars are one module high, to be stretched. Throws unless the text is
 * printable ASCII and not empty.
 */
export function encodeCode128(text: string): BarcodeModules {
  invariant(text !== '' && ascii.test(text), () => `Code 128 cannot encode ${JSON.stringify(text)}`);
  const [symbol] = bwip.raw({ bcid: 'code128', text });
  invariant(symbol !== undefined && 'sbs' in symbol, () => `no bars for ${text}`);
  const rectangles: BarcodeModules['rectangles'][number][] = [];
  let x = 0;
  for (const [index, width] of symbol.sbs.entries()) {
    if (index % 2 === 0) rectangles.push([x, 0, width, 1]);
    x += width;
  }
  return { width: x, height: 1, rectangles, quiet: 10 };
}

/** The last symbol is cached, because all sheets of a document have the same one. */
let lastDataMatrix: { readonly text: string; readonly modules: BarcodeModules } | undefined;

/** Data Matrix (ISO 16022), square, ECC 200. Text other than printable ASCII is marked as UTF-8. */
export function encodeDataMatrix(text: string): BarcodeModules {
  if (lastDataMatrix?.text !== text) lastDataMatrix = { text, modules: makeDataMatrix(text) };
  return lastDataMatrix.modules;
}

function makeDataMatrix(text: string): BarcodeModules {
  const [symbol] = bwip.raw(
    ascii.test(text)
      ? { bcid: 'datamatrix', text }
      : { bcid: 'datamatrix', text: `^ECI000026${escaped(text)}`, parsefnc: true },
  );
  invariant(symbol !== undefined && 'pixs' in symbol, () => `no Data Matrix for ${text}`);
  const { pixs, pixx, pixy } = symbol;
  const rectangles: BarcodeModules['rectangles'][number][] = [];
  for (let y = 0; y < pixy; y += 1) {
    let from = -1;
    for (let x = 0; x <= pixx; x += 1) {
      const black = x < pixx && pixs[y * pixx + x] === 1;
      if (black && from < 0) from = x;
      if (black || from < 0) continue;
      rectangles.push([from, y, x - from, 1]);
      from = -1;
    }
  }
  return { width: pixx, height: pixy, rectangles, quiet: 1 };
}

/** In text with function characters, carets are doubled. */
function escaped(text: string): string {
  return text.replaceAll('^', '^^');
}
