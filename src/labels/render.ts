/** From what a label says to the file that is printed: layout, PDF, and for PNG the picture of that very PDF. */
import { drawPdf } from './draw-pdf.ts';
import { type Fonts, readFonts } from './fonts.ts';
import type { LabelDocument, LabelFormat } from './label-document.ts';
import { layoutLabels } from './label-layout.ts';
import { encodePng } from './png.ts';
import { rasterPdf } from './raster.ts';
import { dotsPerInch } from './sheet.ts';
import { layoutSlip } from './slip-layout.ts';

let fonts: Fonts | undefined;

/**
 * The document in one of its formats: a full one has the packing slip before the labels. Takes tens of milliseconds of
 * computing, so it runs in threads of its own (`render-pool.ts`).
 */
export async function renderLabel(document: LabelDocument, format: LabelFormat): Promise<Buffer> {
  fonts ??= readFonts();
  const slip = format.startsWith('Full') ? layoutSlip(document, fonts) : [];
  const pdf = await drawPdf([...slip, ...layoutLabels(document, fonts)], document.labelId, fonts);
  return format.endsWith('PDF') ? pdf : encodePng(await rasterPdf(pdf), dotsPerInch);
}
