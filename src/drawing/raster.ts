/** Rasterizes PDF pages to black and white bitmaps. */
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import { type Bitmap, computeBitmapRowBytes } from './png.ts';
import { printerDotsPerInch } from './sheet.ts';

let library: Promise<PDFiumLibrary> | undefined;

/** Gray values from this one up are white. */
const whiteThreshold = 128;

/**
 * All pages in one bitmap, stacked and left-aligned, in original size at the printer's resolution.
 * @throws when the PDF cannot be read
 */
export async function rasterizePdfStacked(pdf: Uint8Array): Promise<Bitmap> {
  return stack(await withPages(pdf, (document) => rasterPages(document, printerDotsPerInch)));
}

/**
 * Each page as a bitmap of this resolution.
 * @throws when the PDF cannot be read
 */
export async function rasterizePdfPages(pdf: Uint8Array, perInch: number): Promise<Bitmap[]> {
  return (await withPages(pdf, (document) => rasterPages(document, perInch))).map((page) => stack([page]));
}

async function withPages<T>(pdf: Uint8Array, use: (document: PDFiumDocument) => Promise<T>): Promise<T> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(pdf);
  try {
    return await use(document);
  } finally {
    document.destroy();
  }
}

interface GrayPage {
  readonly width: number;
  readonly height: number;
  /** One byte per pixel. */
  readonly shades: Uint8Array;
}

async function rasterPages(document: PDFiumDocument, perInch: number): Promise<GrayPage[]> {
  const pages: GrayPage[] = [];
  for (const page of document.pages()) {
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const width = Math.round((originalWidth * perInch) / 72);
    const height = Math.round((originalHeight * perInch) / 72);
    const { data } = await page.render({ width, height, scale: 1, colorSpace: 'Gray', render: 'bitmap' });
    pages.push({ width, height, shades: data });
  }
  return pages;
}

function stack(pages: readonly GrayPage[]): Bitmap {
  const width = Math.max(...pages.map((page) => page.width));
  const height = pages.reduce((sum, page) => sum + page.height, 0);
  const stride = computeBitmapRowBytes(width);
  const bits = new Uint8Array(stride * height).fill(0xff);
  let top = 0;
  for (const page of pages) {
    const blank = Buffer.alloc(page.width, 0xff);
    for (let y = 0; y < page.height; y += 1) {
      const line = page.shades.subarray(y * page.width, (y + 1) * page.width);
      // White rows are skipped; others are copied eight pixels at a time.
      if (!blank.equals(line)) copyLine(line, bits, (top + y) * stride);
    }
    top += page.height;
  }
  return { width, height, bits };
}

function copyLine(line: Uint8Array, bits: Uint8Array, into: number): void {
  for (let x = 0; x < line.length; x += 8) {
    const end = Math.min(x + 8, line.length);
    let byte = 0xff;
    for (let dot = x; dot < end; dot += 1) {
      if ((line[dot] as number) < whiteThreshold) byte &= ~(0x80 >> (dot - x));
    }
    if (byte !== 0xff) bits[into + (x >> 3)] = byte;
  }
}
