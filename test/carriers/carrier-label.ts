/** A carrier label for tests: a PDF of 4 by 6 inches that shares only the tracking number with ours. */
import { drawPdf } from '../../src/drawing/draw-pdf.ts';
import { readFonts } from '../../src/drawing/fonts.ts';
import { printerDotsPerInch, SheetBuilder } from '../../src/drawing/sheet.ts';
import { encodeCode128 } from '../../src/drawing/symbols.ts';

const fonts = readFonts();

/** Its text. */
export const carrierWords = 'DRAWN BY THE CARRIER';

export async function carrierLabel(trackingNo: string): Promise<Buffer> {
  const sheet = new SheetBuilder(4 * printerDotsPerInch, 6 * printerDotsPerInch, fonts);
  sheet.text(carrierWords, { x: 40, y: 60, width: 730, height: 80, lines: 1, largest: 60, smallest: 20, bold: true });
  const modules = encodeCode128(trackingNo);
  sheet.symbol(modules, { x: 100, y: 500, dots: 3, height: 300 });
  return await drawPdf([sheet.finish()], trackingNo, fonts);
}
