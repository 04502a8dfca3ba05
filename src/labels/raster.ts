/** Turns the pages of a PDF into one black and white picture at the printer's dots, stacked from top to bottom. */
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import { type BitPicture, bytesPerLine } from './png.ts';
import { dotsPerInch } from './sheet.ts';

let library: Promise<PDFiumLibrary> | undefined;

/** What is at least as light as this is white. */
const lightest = 128;

/** The pages one below the other, on the left, each at its true size. */
export async function rasterPdf(pdf: Uint8Array): Promise<BitPicture> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(pdf);
  try {
    return stack(await rasterPages(document));
  } finally {
    document.destroy();
  }
}

interface GreyPage {
  readonly width: number;
  readonly height: number;
  /** A byte for each dot. */
  readonly shades: Uint8Array;
}

async function rasterPages(document: PDFiumDocument): Promise<GreyPage[]> {
  const pages: GreyPage[] = [];
  for (const page of document.pages()) {
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const width = Math.round((originalWidth * dotsPerInch) / 72);
    const height = Math.round((originalHeight * dotsPerInch) / 72);
    const { data } = await page.render({ width, height, scale: 1, colorSpace: 'Gray', render: 'bitmap' });
    pages.push({ width, height, shades: data });
  }
  return pages;
}

function stack(pages: readonly GreyPage[]): BitPicture {
  const width = Math.max(...pages.map((page) => page.width));
  const height = pages.reduce((sum, page) => sum + page.height, 0);
  const stride = bytesPerLine(width);
  const bits = new Uint8Array(stride * height).fill(0xff);
  let top = 0;
  for (const page of pages) {
    for (let y = 0; y < page.height; y += 1) {
      const from = y * page.width;
      const into = (top + y) * stride;
      for (let x = 0; x < page.width; x += 1) {
        if ((page.shades[from + x] as number) < lightest)
          bits[into + (x >> 3)] = (bits[into + (x >> 3)] as number) & ~(0x80 >> (x & 7));
      }
    }
    top += page.height;
  }
  return { width, height, bits };
}
