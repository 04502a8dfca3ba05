/** The manifest of a carrier's pickup on Letter pages: its barcode, its sums, lines to sign on, and its packages, or the first of them. Pure. */
import { type FontMetrics, minTypeSizeDots, printerDotsPerInch, type Sheet, SheetBuilder } from '../drawing/sheet.ts';
import { encodeCode128 } from '../drawing/symbols.ts';
import { formatCountWithNoun } from '../lib/text.ts';

export interface ManifestContent {
  /** Printed as a barcode: the warehouse code and the number of the manifest. */
  readonly code: string;
  readonly warehouse: string;
  readonly carrier: string;
  /** As printed. */
  readonly createdAt: string;
  /** '' until it departs. */
  readonly departedAt: string;
  readonly orders: number;
  readonly boxes: number;
  readonly weightLb: number;
  readonly packages: readonly {
    readonly trackingNo: string;
    readonly customerNo: string;
    readonly orderNo: string;
    readonly box: number;
    readonly weightLb: number;
    readonly place: string;
  }[];
}

const width = 8.5 * printerDotsPerInch;
const height = 11 * printerDotsPerInch;
const margin = 100;
const inner = width - 2 * margin;
const rowHeight = 34;
const firstRow = 820;
const nextRow = 260;
const lastRow = height - margin - rowHeight;

const columns = [
  { title: 'Tracking number', share: 0.3, of: ({ trackingNo }: Row) => trackingNo },
  { title: 'Winery', share: 0.12, of: ({ customerNo }: Row) => customerNo },
  { title: 'Order', share: 0.22, of: ({ orderNo }: Row) => orderNo },
  { title: 'Box', share: 0.06, of: ({ box }: Row) => String(box) },
  { title: 'lb', share: 0.08, of: ({ weightLb }: Row) => String(weightLb) },
  { title: 'To', share: 0.22, of: ({ place }: Row) => place },
] as const;

type Row = ManifestContent['packages'][number];

/** The pages of a manifest, at least one. */
export function layoutManifest(content: ManifestContent, font: FontMetrics): Sheet[] {
  const pages: Row[][] = [[]];
  const room = (page: number) => Math.floor((lastRow - (page === 0 ? firstRow : nextRow)) / rowHeight);
  for (const row of content.packages) {
    if ((pages.at(-1) as Row[]).length >= room(pages.length - 1)) pages.push([]);
    (pages.at(-1) as Row[]).push(row);
  }
  return pages.map((rows, index) => {
    const sheet = new SheetBuilder(width, height, font);
    const line = { x: margin, width: inner, lines: 1, smallest: minTypeSizeDots };
    const title = `Manifest ${content.code} · ${content.carrier}`;
    sheet.text(title, { ...line, y: margin, height: 80, largest: 64, bold: true });
    if (index === 0) drawHead(sheet, content);
    const top = index === 0 ? firstRow : nextRow;
    drawRow(
      sheet,
      top - rowHeight - 8,
      columns.map((column) => column.title),
      true,
    );
    for (const [nth, row] of rows.entries()) {
      drawRow(
        sheet,
        top + nth * rowHeight,
        columns.map((column) => column.of(row)),
        false,
      );
    }
    const page = `Page ${index + 1} of ${pages.length}`;
    sheet.text(page, { ...line, y: height - margin, height: 34, largest: 24, align: 'right' });
    return sheet.finish();
  });
}

function drawHead(sheet: SheetBuilder, content: ManifestContent): void {
  const modules = encodeCode128(content.code);
  sheet.symbol(modules, { x: margin + 10 * 4, y: 200, dots: 4, height: 180 });
  const line = { x: margin, width: inner, lines: 1, height: 48, largest: 36, smallest: minTypeSizeDots };
  sheet.text(content.code, { ...line, x: margin + 40, y: 388 });
  const left = content.packages.length < content.boxes ? ` (the first ${content.packages.length} are listed)` : '';
  const { orders, boxes, weightLb } = content;
  const sums = `${formatCountWithNoun(boxes, 'package')} of ${formatCountWithNoun(orders, 'order')}, ${weightLb} lb`;
  sheet.text(`${sums}${left}`, { ...line, y: 460, bold: true });
  const departed = content.departedAt === '' ? 'not departed' : `departed ${content.departedAt}`;
  sheet.text(`${content.warehouse}, opened ${content.createdAt}, ${departed}`, { ...line, y: 512 });
  for (const [nth, what] of ['Driver', 'Warehouse'].entries()) {
    const x = margin + nth * (inner / 2);
    sheet.rectangle(x, 670, inner / 2 - 40, 2);
    sheet.text(`${what}: name, signature, time`, { ...line, x, width: inner / 2 - 40, y: 678, largest: 26 });
  }
}

function drawRow(sheet: SheetBuilder, y: number, cells: readonly string[], bold: boolean): void {
  let x = margin;
  for (const [index, cell] of cells.entries()) {
    const cellWidth = inner * (columns[index]?.share ?? 0);
    const place = {
      x,
      y,
      width: cellWidth - 12,
      height: rowHeight,
      lines: 1,
      largest: 25,
      smallest: minTypeSizeDots - 6,
    };
    sheet.text(cell, { ...place, bold });
    x += cellWidth;
  }
}
