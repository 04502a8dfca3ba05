/**
 * The tables of a packing slip and their pagination: the ordered lines and, for several packages, the contents of each.
 * Pure.
 */

import { lineHeightRatio as lineSpacing } from '../../drawing/fit-text.ts';
import { type FontMetrics, fitPrintableText, type SheetBuilder } from '../../drawing/sheet.ts';
import type { LabelContent, LabelPackage, PackingSlipLine } from './label-content.ts';
import { groupTrackingNoInFours } from './label-layout.ts';

/** Horizontal position of a table, in dots. */
interface TableFrame {
  readonly left: number;
  readonly right: number;
}

/** Table heading, drawn at the top of a page and where another table starts. */
interface Heading {
  readonly height: number;
  /** `resumed` names the package of the first row below, when it started on an earlier page. */
  draw(sheet: SheetBuilder, frame: TableFrame, y: number, resumed?: string): void;
}

interface PackingSlipRow {
  readonly heading: Heading;
  readonly height: number;
  /** Whether the next row must be on the same page. */
  readonly keepsNext: boolean;
  /** The package it belongs to, repeated at the top of a page. */
  readonly partOf?: string;
  draw(sheet: SheetBuilder, frame: TableFrame, y: number): void;
}

const minLineHeight = 60;
/** 7 points, the smallest size that a picker reads without effort. */
const smallestType = 20;
/** Type size of a text that does not fit into a row of `minLineHeight`. Its row becomes higher instead. */
const longTextType = 24;
/** Above and below the text of a row, together. */
const rowPadding = 8;
const packageHeight = 56;
const contentHeight = 46;
const contentPadding = 6;

/** The rows of a packing slip: the ordered lines, then, of several packages, each with its contents. */
export function createPackingSlipRows(
  { lines, packages }: LabelContent,
  frame: TableFrame,
  font: FontMetrics,
): PackingSlipRow[] {
  const ordered = lines.map((line) => lineRow(line, frame, font));
  if (packages.length < 2) return ordered;
  const lineOf = new Map(lines.map((line) => [line.line, line]));
  return [
    ...ordered,
    ...packages.flatMap((packed) => packageRows(packed, packages.length, lineOf, columnsOf(frame).itemWidth, font)),
  ];
}

const columnsOf = ({ left, right }: TableFrame) => ({
  item: left,
  itemWidth: 315,
  description: left + 330,
  descriptionWidth: right - left - 330 - 350,
  size: right - 330,
  sizeWidth: 130,
  quantity: right - 190,
  quantityWidth: 190,
});

const orderHeading: Heading = {
  height: 50,
  draw: (sheet, frame, y) => {
    const columns = columnsOf(frame);
    const head = { y, height: 36, lines: 1, largest: 24, smallest: 24 };
    sheet.text('ITEM', { ...head, x: columns.item, width: 300 });
    sheet.text('DESCRIPTION', { ...head, x: columns.description, width: 600 });
    sheet.text('SIZE', { ...head, x: columns.size, width: columns.sizeWidth });
    sheet.text('QUANTITY', { ...head, x: columns.quantity, width: columns.quantityWidth, align: 'right' });
    sheet.rectangle(frame.left, y + 40, frame.right - frame.left, 3);
  },
};

const packagesHeading: Heading = {
  height: 90,
  draw: (sheet, { left, right }, y, resumed) => {
    const head = { y: y + 40, height: 36, lines: 1, largest: 24, smallest: 24 };
    const text = ['IN WHICH PACKAGE', ...(resumed === undefined ? [] : [`${resumed}, CONTINUED`])].join(' · ');
    sheet.text(text, { ...head, x: left, width: 900 });
    sheet.text('UNITS', { ...head, x: right - 160, width: 160, align: 'right' });
    sheet.rectangle(left, y + 80, right - left, 3);
  },
};

/** As high as its longest text needs, so that no text is smaller than `smallestType` or truncated. */
function lineRow(line: PackingSlipLine, frame: TableFrame, font: FontMetrics): PackingSlipRow {
  const { itemNo, description, uom } = line;
  const counted = quantityLines(line);
  const columns = columnsOf(frame);
  const height = Math.max(
    rowHeightOf(itemNo, { width: columns.itemWidth, bold: true }, font),
    rowHeightOf(description, { width: columns.descriptionWidth }, font),
  );
  return {
    heading: orderHeading,
    height,
    keepsNext: false,
    draw: (sheet, frame, y) => {
      const place = { y: y + rowPadding / 2, height: height - rowPadding, largest: 28, smallest: smallestType };
      drawCells(sheet, frame, { itemNo, description, uom, counted }, place);
      sheet.rectangle(frame.left, y + height - 2, frame.right - frame.left, 2);
    },
  };
}

/** As ordered; `2 of 3` when only two of the three units are in the packages. */
function quantityLines({ quantity, unit, packed }: PackingSlipLine): string[] {
  if (packed !== undefined) return [`${packed.units} of ${packed.of}`, ...(unit === 'case' ? ['units'] : [])];
  if (unit === 'bottle') return [String(quantity)];
  return [`${quantity} ${quantity === 1 ? 'case' : 'cases'}`];
}

function rowHeightOf(text: string, column: { width: number; bold?: boolean }, font: FontMetrics): number {
  const usual = { ...column, height: minLineHeight - rowPadding, largest: 28, smallest: smallestType };
  if (fitPrintableText(font, text, usual)?.cut !== true) return minLineHeight;
  const long = { ...column, height: Number.POSITIVE_INFINITY, largest: longTextType, smallest: longTextType };
  const lines = fitPrintableText(font, text, long)?.lines.length ?? 0;
  return Math.ceil(lines * longTextType * lineSpacing) + rowPadding;
}

/** The rows of a package. A row has as many lines as its item number, which is never truncated. */
function packageRows(
  packed: LabelPackage,
  of: number,
  lineOf: ReadonlyMap<number, PackingSlipLine>,
  itemWidth: number,
  font: FontMetrics,
): PackingSlipRow[] {
  const { packageNo, trackingNo, weightLb, contents } = packed;
  const name = `Package ${packageNo} of ${of}`;
  const texts = [groupTrackingNoInFours(trackingNo), `${weightLb} lb`, formatIcePackCount(packed.icePacks)];
  const head: PackingSlipRow = {
    heading: packagesHeading,
    height: packageHeight,
    keepsNext: contents.length > 0,
    draw: (sheet, { left, right }, y) => {
      const cell = { y: y + 12, height: packageHeight - 14, lines: 1, largest: 28, smallest: smallestType };
      sheet.text(name, { ...cell, x: left, width: 310, bold: true });
      const about = texts.filter((text) => text !== '').join(' · ');
      sheet.text(about, { ...cell, x: left + 330, width: right - left - 330 });
    },
  };
  const rows = contents.map(({ line, units }, index): PackingSlipRow => {
    const { itemNo = '', description = '', uom = '' } = lineOf.get(line) ?? {};
    const isLast = index === contents.length - 1;
    const smallest = { height: Number.POSITIVE_INFINITY, largest: smallestType, smallest: smallestType };
    const fitted = fitPrintableText(font, itemNo, { ...smallest, width: itemWidth, bold: true });
    const lineCount = Math.max(1, fitted?.lines.length ?? 1);
    const height = Math.max(contentHeight, Math.ceil(lineCount * smallestType * lineSpacing) + contentPadding);
    return {
      heading: packagesHeading,
      height,
      keepsNext: false,
      partOf: name.toUpperCase(),
      draw: (sheet, frame, y) => {
        const cells = { itemNo, description, uom, counted: [String(units)] };
        // The full description is in the table above, so a long one is truncated rather than shrunk.
        drawCells(sheet, frame, cells, {
          y: y + 2,
          height: height - contentPadding,
          lines: lineCount,
          largest: 24,
          smallest: smallestType,
        });
        if (isLast) sheet.rectangle(frame.left, y + height - 2, frame.right - frame.left, 2);
      },
    };
  });
  return [head, ...rows];
}

/** `1,500 ml` of the UOM `1500`; other forms as the winery writes them. */
const sizeText = (uom: string): string => (/^\d+$/.test(uom) ? `${Number(uom).toLocaleString('en-US')} ml` : uom);

/** The text for a number of ice packs; '' for none. */
export function formatIcePackCount(icePacks: number): string {
  if (icePacks === 0) return '';
  return icePacks === 1 ? '1 ice pack' : `${icePacks} ice packs`;
}

function drawCells(
  sheet: SheetBuilder,
  frame: TableFrame,
  {
    itemNo,
    description,
    uom,
    counted,
  }: { itemNo: string; description: string; uom: string; counted: readonly string[] },
  cell: { y: number; height: number; lines?: number; largest: number; smallest: number },
): void {
  const columns = columnsOf(frame);
  sheet.text(itemNo, { ...cell, x: columns.item, width: columns.itemWidth, bold: true });
  sheet.text(description, { ...cell, x: columns.description, width: columns.descriptionWidth });
  sheet.text(sizeText(uom), { ...cell, x: columns.size, width: columns.sizeWidth });
  sheet.text(counted, {
    ...cell,
    x: columns.quantity,
    width: columns.quantityWidth,
    align: 'right',
    bold: true,
    lines: counted.length,
  });
}

/** Height available on the first page, on further pages, and needed below the last row. */
interface PackingSlipPageHeights {
  readonly first: number;
  readonly further: number;
  readonly tail: number;
}

/** Splits rows into pages, at least one; the last page leaves room for the tail. */
export function paginateRows(rows: readonly PackingSlipRow[], room: PackingSlipPageHeights): PackingSlipRow[][] {
  const pages: PackingSlipRow[][] = [];
  let from = 0;
  do {
    const space = pages.length === 0 ? room.first : room.further;
    let count = rowsThatFit(rows, from, space);
    // When the tail does not fit, the last row moves to the next page with it.
    const isAll = from + count === rows.length;
    if (isAll && count > 1 && rowsThatFit(rows, from, space - room.tail) < count) count -= 1;
    while (count > 1 && from + count < rows.length && rows[from + count - 1]?.keepsNext) count -= 1;
    pages.push(rows.slice(from, from + count));
    from += count;
  } while (from < rows.length);
  return pages;
}

/** The number of rows from `from` on that fit into `space`; at least one when any are left. */
function rowsThatFit(rows: readonly PackingSlipRow[], from: number, space: number): number {
  let used = 0;
  let count = 0;
  let heading: Heading | undefined;
  for (const row of rows.slice(from)) {
    used += row.height + (row.heading === heading ? 0 : row.heading.height);
    if (count > 0 && used > space) break;
    heading = row.heading;
    count += 1;
  }
  return count;
}

/** Draws the rows of one page from `top`, with headings. Returns the y position below them. */
export function drawPackingSlipRows(
  sheet: SheetBuilder,
  frame: TableFrame,
  rows: readonly PackingSlipRow[],
  top: number,
): number {
  let y = top;
  let heading: Heading | undefined;
  for (const row of rows) {
    if (row.heading !== heading) {
      row.heading.draw(sheet, frame, y, row === rows[0] ? row.partOf : undefined);
      y += row.heading.height;
      heading = row.heading;
    }
    row.draw(sheet, frame, y);
    y += row.height;
  }
  return y;
}
