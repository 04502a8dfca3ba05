/** From what a label says to the file that is printed: layout, PDF, and for PNG the picture of that very PDF. */

import { drawPdf } from '../../drawing/draw-pdf.ts';
import { type PrintableFile, sheetsOfFile } from '../../drawing/file-sheets.ts';
import { type Fonts, readFonts } from '../../drawing/fonts.ts';
import { encodePng } from '../../drawing/png.ts';
import { rasterPdf } from '../../drawing/raster.ts';
import { dotsPerInch, type Sheet } from '../../drawing/sheet.ts';
import type { LabelContent, LabelFormat } from './label-content.ts';
import { layoutLabel } from './label-layout.ts';
import { layoutPackingStationSheet } from './packing-station-sheet.ts';
import { layoutSlip } from './slip-layout.ts';

let fonts: Fonts | undefined;

/**
 * The document in one of its formats: a full one has the packing slip before the labels. A package's label is its
 * carrier's where that made one; labels alone that are all carriers' are followed by the sheet for the bench. Takes tens of
 * milliseconds of computing, so it runs in threads of its own (`render-pool.ts`).
 */
export async function renderLabel(
  document: LabelContent,
  format: LabelFormat,
  carrierLabels: readonly (PrintableFile | undefined)[] = [],
): Promise<Buffer> {
  fonts ??= readFonts();
  const isFull = format.startsWith('Full');
  const slip = isFull ? layoutSlip(document, fonts) : [];
  const labels = await labelSheets(document, carrierLabels, fonts);
  const areCarriers = document.packages.every((_, index) => carrierLabels[index] !== undefined);
  const bench = areCarriers && !isFull ? [layoutPackingStationSheet(document, fonts)] : [];
  const pdf = await drawPdf([...slip, ...labels, ...bench], document.labelId, fonts);
  return format.endsWith('PDF') ? pdf : encodePng(await rasterPdf(pdf), dotsPerInch);
}

async function labelSheets(
  document: LabelContent,
  carrierLabels: readonly (PrintableFile | undefined)[],
  font: Fonts,
): Promise<Sheet[]> {
  const sheets: Sheet[] = [];
  for (const [index, labeled] of document.packages.entries()) {
    const made = carrierLabels[index];
    sheets.push(...(made === undefined ? [layoutLabel(document, labeled, font)] : await sheetsOfFile(made)));
  }
  return sheets;
}
