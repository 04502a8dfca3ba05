/**
 * The packing station sheet, printed with carrier labels: it has the JIT label's Data Matrix, which carrier labels lack
 * and which the packing station scans when there is no packing slip (decision 26). Pure.
 */

import {
  type FontMetrics,
  minTypeSizeDots,
  printerDotsPerInch,
  type Sheet,
  SheetBuilder,
} from '../../drawing/sheet.ts';
import { encodeDataMatrix } from '../../drawing/symbols.ts';
import { formatJitLabelDataMatrixText } from './jit-label-id.ts';
import { formatCarrierAndService, type LabelContent } from './label-content.ts';

const width = 4 * printerDotsPerInch;
const height = 6 * printerDotsPerInch;
const margin = 28;
const inner = width - 2 * margin;
const largestMatrix = 420;

/** One sheet for all packages of the order. */
export function layoutPackingStationSheet(content: LabelContent, font: FontMetrics): Sheet {
  const { labelId, orderNo, shipmentKey, winery, packages } = content;
  const sheet = new SheetBuilder(width, height, font);
  const wide = { x: margin, width: inner };
  sheet.rectangle(margin, 28, inner, 84);
  const white = { x: margin + 10, width: inner - 20, align: 'center' as const, lines: 1, bold: true, white: true };
  sheet.text('SCAN AT PACKING STATION', { ...white, y: 36, height: 68, largest: 52, smallest: 28 });
  sheet.text(winery, { ...wide, y: 136, height: 96, lines: 2, largest: 40, smallest: minTypeSizeDots, bold: true });

  const modules = encodeDataMatrix(formatJitLabelDataMatrixText(labelId, orderNo));
  const dots = Math.max(4, Math.floor(largestMatrix / modules.width));
  const x = Math.floor((width - modules.width * dots) / 2);
  sheet.symbol(modules, { x, y: 270, dots });

  const centered = { ...wide, align: 'center' as const };
  let y = 270 + modules.height * dots + 40;
  y = sheet.text(labelId, { ...centered, y, height: 96, lines: 2, largest: 40, smallest: minTypeSizeDots, bold: true });
  y = sheet.text(`Order ${orderNo}`, {
    ...centered,
    y: y + 8,
    height: 84,
    lines: 2,
    largest: 36,
    smallest: minTypeSizeDots,
  });
  if (shipmentKey !== '') {
    sheet.text(`Shipment ${shipmentKey}`, {
      ...centered,
      y,
      height: 68,
      lines: 2,
      largest: 30,
      smallest: minTypeSizeDots,
    });
  }
  const count = packages.length === 1 ? '1 package' : `${packages.length} packages`;
  sheet.text(`${count} · ${formatCarrierAndService(content)}`, {
    ...centered,
    y: height - 100,
    height: 60,
    lines: 1,
    largest: 34,
    smallest: minTypeSizeDots,
  });
  return sheet.finish();
}
