/** Decodes the symbols of a rendered label from its pixels, with a reader that shares no code with the drawing. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { rasterizePdfStacked } from '../../src/drawing/raster.ts';

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer as ArrayBuffer } });

/** The texts of the Code 128 symbols among decoded ones, sorted. */
export const code128Texts = (symbols: readonly string[]): string[] =>
  symbols.flatMap((text) => (text.startsWith('Code128: ') ? [text.slice('Code128: '.length)] : [])).toSorted();

/** A decoded PNG: its header, and a byte per pixel, 0 black and 255 white. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly bitDepth: number;
  /** Dots in an inch. */
  readonly density: number;
  readonly shades: Uint8Array;
}

/** Decodes a PNG with one bit per pixel and without filters, the only kind written here. */
export function readPng(png: Buffer): Picture {
  if (png.toString('latin1', 1, 4) !== 'PNG') throw new Error('no PNG');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const head = chunks.get('IHDR') as Buffer;
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const lines = inflateSync(chunks.get('IDAT') as Buffer);
  const stride = Math.ceil(width / 8) + 1;
  const shades = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const bit = ((lines[y * stride + 1 + (x >> 3)] as number) >> (7 - (x & 7))) & 1;
      shades[y * width + x] = bit === 1 ? 255 : 0;
    }
  }
  const density = Math.round((chunks.get('pHYs') as Buffer).readUInt32BE(0) * 0.0254);
  return { width, height, bitDepth: head[8] as number, density, shades };
}

/** The four channels of a pixel, on a little-endian machine: the last one is opaque. */
const black = 0xff000000;
const white = 0xffffffff;

/**
 * The text of all symbols, each with its format, sorted. They are read at full size alone: at a third of it, a bar of 5
 * dots has no whole number of dots, and a second, wrong reading of the same symbol can have a right check sum.
 */
export async function symbolsIn({ width, height, shades }: Pick<Picture, 'width' | 'height' | 'shades'>) {
  // One write for the four channels of a pixel: documents have tens of millions of pixels.
  const pixels = new Uint32Array(width * height);
  for (let index = 0; index < shades.length; index += 1) pixels[index] = shades[index] === 0 ? black : white;
  const data = new Uint8ClampedArray(pixels.buffer);
  const image = { data, width, height, colorSpace: 'srgb' } as Parameters<typeof readBarcodes>[0];
  const found = await readBarcodes(image, {
    formats: ['Code128', 'DataMatrix'],
    tryHarder: true,
    tryDownscale: false,
    maxNumberOfSymbols: 50,
  });
  return found.map(({ format, text }) => `${format}: ${text}`).sort();
}

/** The pages of a PDF as one stacked bitmap. */
export async function picturePdf(pdf: Buffer): Promise<Pick<Picture, 'width' | 'height' | 'shades'>> {
  const { width, height, bits } = await rasterizePdfStacked(pdf);
  const stride = Math.ceil(width / 8);
  const shades = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const bit = ((bits[y * stride + (x >> 3)] as number) >> (7 - (x & 7))) & 1;
      shades[y * width + x] = bit * 255;
    }
  }
  return { width, height, shades };
}
