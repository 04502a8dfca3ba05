/** Renders label content and manifests as files: layout, PDF, and for PNG and ZPL the rasterized PDF. */

import { drawPdf } from '../../drawing/draw-pdf.ts';
import { convertFileToSheets, type PrintableFile } from '../../drawing/file-sheets.ts';
import { type Fonts, readFonts } from '../../drawing/fonts.ts';
import { encodePng } from '../../drawing/png.ts';
import { rasterizePdfPages, rasterizePdfStacked } from '../../drawing/raster.ts';
import { printerDotsPerInch, type Sheet } from '../../drawing/sheet.ts';
import { encodeZpl } from '../../drawing/zpl.ts';
import { layoutManifest, type ManifestContent } from '../manifest-layout.ts';
import type { LabelContent, PrintFormat } from './label-content.ts';
import { layoutLabel } from './label-layout.ts';
import { layoutPackingStationSheet } from './packing-station-sheet.ts';
import { layoutPackingSlip } from './slip-layout.ts';

let fonts: Fonts | undefined;

/**
 * Renders the content in one of the formats. Full formats have the packing slip before the labels. A package's carrier
 * label is used when there is one. `only`: the index of the package of which alone the label is rendered. The packing station sheet follows
 * the labels of a JIT order when all of them are carrier labels and there is no slip. Takes tens of milliseconds of processor time, so it runs in worker threads
 * (`render-pool.ts`).
 */
export async function renderLabelsAndPackingSlip(
  content: LabelContent,
  format: PrintFormat,
  carrierLabels: readonly (PrintableFile | undefined)[] = [],
  only?: number,
): Promise<Buffer> {
  fonts ??= readFonts();
  const isFull = format.startsWith('Full');
  const slip = isFull || format === 'SlipPDF' ? layoutPackingSlip(content, fonts) : [];
  if (format === 'SlipPDF') return await drawPdf(slip, content.labelId, fonts);
  const labels = await labelSheets(content, carrierLabels, fonts, only);
  // Of one package, its carrier label alone is not all of them.
  const areCarriers = only === undefined && content.packages.every((_, index) => carrierLabels[index] !== undefined);
  const stationSheet =
    areCarriers && !isFull && content.fromStock !== true ? [layoutPackingStationSheet(content, fonts)] : [];
  const pdf = await drawPdf([...slip, ...labels, ...stationSheet], content.labelId, fonts);
  if (format === 'LabelZPL') return encodeZpl(await rasterizePdfPages(pdf, printerDotsPerInch));
  return format.endsWith('PDF') ? pdf : encodePng(await rasterizePdfStacked(pdf), printerDotsPerInch);
}

/**
 * Renders the forms that the carrier made and then the manifest as one PDF. A form that cannot be read is left out, so
 * that the manifest is always available.
 */
export async function renderManifest(
  content: ManifestContent,
  carrierForms: readonly PrintableFile[],
): Promise<Buffer> {
  fonts ??= readFonts();
  const forms: Sheet[] = [];
  for (const form of carrierForms) forms.push(...(await convertFileToSheets(form).catch(() => [])));
  return await drawPdf([...forms, ...layoutManifest(content, fonts)], content.code, fonts);
}

async function labelSheets(
  content: LabelContent,
  carrierLabels: readonly (PrintableFile | undefined)[],
  font: Fonts,
  only: number | undefined,
): Promise<Sheet[]> {
  const sheets: Sheet[] = [];
  for (const [index, labeled] of content.packages.entries()) {
    if (only !== undefined && index !== only) continue;
    const made = carrierLabels[index];
    sheets.push(...(made === undefined ? [layoutLabel(content, labeled, font)] : await convertFileToSheets(made)));
  }
  return sheets;
}
