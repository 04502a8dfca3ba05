/** Draws sheets as the pages of a PDF. Deterministic: the same sheets and title give the same bytes. */
import PDFDocument from 'pdfkit';
import type { Fonts } from './fonts.ts';
import { printerDotsPerInch, type Sheet } from './sheet.ts';

/** Points (1/72 inch) per dot. */
const pointsPerDot = 72 / printerDotsPerInch;
/** A fixed date, so that the same label gives the same file. */
const fixedDate = new Date('2000-01-01T00:00:00Z');

const regular = 'regular';
const bold = 'bold';
const fallback = 'fallback';

/** One page per sheet, in the sheet's size. Fonts are embedded as subsets. */
export async function drawPdf(sheets: readonly Sheet[], title: string, fonts: Fonts): Promise<Buffer> {
  const pdf = new PDFDocument({
    autoFirstPage: false,
    font: '',
    info: { Title: title, CreationDate: fixedDate, ModDate: fixedDate },
  });
  // Registered fonts are compared by name, others table by table.
  pdf.registerFont(regular, fonts.regular as unknown as string);
  pdf.registerFont(bold, fonts.bold as unknown as string);
  const parts: Buffer[] = [];
  pdf.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise<void>((done, failed) => pdf.once('end', done).once('error', failed));
  for (const sheet of sheets) drawSheet(pdf, sheet, fonts);
  pdf.end();
  await ended;
  return Buffer.concat(parts);
}

function drawSheet(pdf: PDFKit.PDFDocument, { width, height, marks }: Sheet, fonts: Fonts): void {
  pdf.addPage({ size: [width * pointsPerDot, height * pointsPerDot], margin: 0 });
  pdf.scale(pointsPerDot);
  for (const mark of marks) if (mark.kind === 'rectangle') pdf.rect(mark.x, mark.y, mark.width, mark.height);
  pdf.fill('black');
  for (const mark of marks) {
    if (mark.kind === 'picture') pdf.image(mark.png, mark.x, mark.y, { width: mark.width, height: mark.height });
    if (mark.kind !== 'text') continue;
    const color = mark.white ? 'white' : 'black';
    pdf.fillColor(color);
    let { x } = mark;
    const runs = fonts.runsOf(mark.text);
    for (const { text, isFallback } of runs) {
      if (isFallback) pdf.registerFont(fallback, fonts.fallback() as unknown as string);
      pdf.font(isFallback ? fallback : mark.bold ? bold : regular).fontSize(mark.size);
      // The fallback font has one weight, with thin strokes.
      if (isFallback) pdf.strokeColor(color).lineWidth(mark.size * (mark.bold ? 0.045 : 0.025));
      pdf.text(text, x, mark.baseline, {
        lineBreak: false,
        baseline: 'alphabetic',
        ...(isFallback && { fill: true, stroke: true }),
      });
      if (runs.length > 1) x += fonts.widthOf(text, mark.bold) * mark.size;
    }
  }
}
