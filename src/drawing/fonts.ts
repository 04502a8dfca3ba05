/**
 * The label font: DejaVu Sans Condensed, embedded into every document (free license; the standard PDF fonts lack
 * accents beyond Western Europe). Read once per thread.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import type { LabelFont } from './sheet.ts';

/** Cached words; above that the cache is cleared, to bound memory. */
const maxWords = 20_000;

const resolve = createRequire(import.meta.url).resolve;

function read(file: string): Font {
  const font = create(readFileSync(resolve(`dejavu-fonts-ttf/ttf/${file}`)));
  if (!('layout' in font)) throw new Error(`${file} is a collection, not a font`);
  return cacheLayouts(font);
}

type TextLayout = ReturnType<Font['layout']>;

/** Caches text layouts by word: labels repeat the same words, and kerning is a fifth of the work of a document. */
function cacheLayouts(font: Font): Font {
  const layOut = font.layout.bind(font);
  const known = new Map<string, TextLayout>();
  font.layout = (text, ...rest) => {
    if (rest.some((given) => given !== undefined)) return layOut(text, ...rest);
    let layout = known.get(text);
    if (layout === undefined) {
      layout = layOut(text);
      if (known.size >= maxWords) known.clear();
      known.set(text, layout);
    }
    return copyOf(layout);
  };
  return font;
}

/** A copy, because drawing scales positions in place. */
function copyOf(layout: TextLayout): TextLayout {
  const copies = layout.positions.map((place) => Object.assign(sameKind(place), place));
  return Object.assign(sameKind(layout), layout, { positions: copies });
}

const sameKind = <T extends object>(value: T): T => Object.create(Object.getPrototypeOf(value));

export interface Fonts extends LabelFont {
  readonly regular: Font;
  readonly bold: Font;
}

/** Reads the fonts from disk; takes some milliseconds. */
export function readFonts(): Fonts {
  const regular = read('DejaVuSansCondensed.ttf');
  const bold = read('DejaVuSansCondensed-Bold.ttf');
  const widths = { regular: new Map<string, number>(), bold: new Map<string, number>() };
  const wordWidth = (word: string, isBold: boolean): number => {
    const known = isBold ? widths.bold : widths.regular;
    const before = known.get(word);
    if (before !== undefined) return before;
    const font = isBold ? bold : regular;
    const width = font.layout(word).advanceWidth / font.unitsPerEm;
    if (known.size >= maxWords) known.clear();
    known.set(word, width);
    return width;
  };
  return {
    regular,
    bold,
    // Word by word with the trailing space, as the PDF library lays text out.
    widthOf: (text, isBold) =>
      text.split(/(?<= )/).reduce((sum, word) => sum + (word === '' ? 0 : wordWidth(word, isBold)), 0),
    hasGlyph: (codePoint) => regular.hasGlyphForCodePoint(codePoint) && bold.hasGlyphForCodePoint(codePoint),
  };
}
