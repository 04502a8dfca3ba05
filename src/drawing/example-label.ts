/** Example documents in the sizes of labels and packing slips, generated without font files, PDFium or worker threads. Pure. */
import { computeBitmapRowBytes, encodePng } from './png.ts';
import { printerDotsPerInch } from './sheet.ts';

/** A page; width and height in inches. */
interface ExamplePage {
  readonly width: number;
  readonly height: number;
  /** ASCII text. */
  readonly lines: readonly string[];
}

export const labelSizeIn = { width: 4, height: 6 } as const;
export const packingSlipSizeIn = { width: 8.5, height: 11 } as const;

const pointsPerInch = 72;
const marginInch = 1 / 3;

/** The base64 of a PDF with these pages. */
export function createExamplePdf(pages: readonly ExamplePage[]): string {
  const firstPage = 4;
  const pageObjects = pages.flatMap(({ width, height, lines }, index) => {
    const shown = lines.map((line) => `(${line.replaceAll(/[\\()]/g, '\\$&')}) Tj 0 -24 Td`).join(' ');
    const content = `BT /F 16 Tf ${marginInch * pointsPerInch} ${height * pointsPerInch - 48} Td ${shown} ET`;
    const box = `[0 0 ${width * pointsPerInch} ${height * pointsPerInch}]`;
    const contents = `${firstPage + 2 * index + 1} 0 R`;
    return [
      `<< /Type /Page /Parent 2 0 R /MediaBox ${box} /Contents ${contents} /Resources << /Font << /F 3 0 R >> >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ];
  });
  const kids = pages.map((_, index) => `${firstPage + 2 * index} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pageObjects,
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return Buffer.from(pdf + table + end, 'latin1').toString('base64');
}

const borderDots = 8;
const dotsPerGlyphPixel = 16;

/** EXAMPLE in letters of 5 by 7 pixels, with a pixel between them. */
const word = [
  '##### #   #  ###  #   # ####  #     #####',
  '#      # #  #   # ## ## #   # #     #    ',
  '#       #   #   # # # # #   # #     #    ',
  '####    #   ##### #   # ####  #     #### ',
  '#       #   #   # #   # #     #     #    ',
  '#      # #  #   # #   # #     #     #    ',
  '##### #   # #   # #   # #     ##### #####',
];

/** The base64 of a PNG with these pages stacked, each with a border and the word EXAMPLE. */
export function createExamplePng(pages: readonly Pick<ExamplePage, 'width' | 'height'>[]): string {
  const width = Math.round(Math.max(...pages.map((page) => page.width)) * printerDotsPerInch);
  const height = pages.reduce((sum, page) => sum + Math.round(page.height * printerDotsPerInch), 0);
  const stride = computeBitmapRowBytes(width);
  const bits = new Uint8Array(stride * height).fill(0xff);
  const fill = (left: number, top: number, wide: number, high: number): void => {
    for (let y = top; y < top + high; y += 1) {
      for (let x = left; x < left + wide; x += 1) {
        const at = y * stride + (x >> 3);
        bits[at] = (bits[at] as number) & ~(0x80 >> (x & 7));
      }
    }
  };
  let top = 0;
  for (const page of pages) {
    const [wide, high] = [Math.round(page.width * printerDotsPerInch), Math.round(page.height * printerDotsPerInch)];
    fill(0, top, wide, borderDots);
    fill(0, top + high - borderDots, wide, borderDots);
    fill(0, top, borderDots, high);
    fill(wide - borderDots, top, borderDots, high);
    const margin = Math.round(marginInch * printerDotsPerInch);
    for (const [row, pixels] of word.entries()) {
      for (const [column, pixel] of [...pixels].entries()) {
        if (pixel !== '#') continue;
        const size = dotsPerGlyphPixel;
        fill(margin + column * size, top + margin + row * size, size, size);
      }
    }
    top += high;
  }
  return encodePng({ width, height, bits }, printerDotsPerInch).toString('base64');
}
