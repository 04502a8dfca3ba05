/** Layout of the packing slip of letter size, around the tables of `slip-rows.ts`. Pure. */

import { lineHeightRatio } from '../../drawing/fit-text.ts';
import { splitLines } from '../../drawing/printable-text.ts';
import {
  type FontMetrics,
  fitPrintableText,
  minTypeSizeDots,
  printerDotsPerInch,
  type Sheet,
  SheetBuilder,
} from '../../drawing/sheet.ts';
import { encodeDataMatrix } from '../../drawing/symbols.ts';
import { formatJitLabelDataMatrixText } from './jit-label-id.ts';
import { formatCarrierAndService, type LabelContent } from './label-content.ts';
import { formatAddressCaption, formatShipToAddressLines } from './label-layout.ts';
import { createPackingSlipRows, drawPackingSlipRows, formatIcePackCount, paginateRows } from './slip-rows.ts';

const width = 8.5 * printerDotsPerInch;
const height = 11 * printerDotsPerInch;
const margin = 110;
const inner = width - 2 * margin;
const frame = { left: margin, right: width - margin };
const marksTop = 716;
const marksHeight = 56;
const tableTop = 800;
const tableTopOfMore = 240;
const tableBottom = height - 150;
const giftHeight = 430;
const matrixDots = 6;
const maxGiftLines = 10;

/** The pages of the packing slip. */
export function layoutPackingSlip(content: LabelContent, font: FontMetrics): Sheet[] {
  const hasGift = content.giftMessage.trim() !== '';
  const instructions = instructionsBox(content, font);
  const firstTableTop = tableTop + instructions.height;
  const pages = paginateRows(createPackingSlipRows(content, frame, font), {
    first: tableBottom - firstTableTop,
    further: tableBottom - tableTopOfMore,
    tail: hasGift ? giftHeight : 0,
  });
  return pages.map((rows, index) => {
    const sheet = new SheetBuilder(width, height, font);
    const isFirst = index === 0;
    drawHead(sheet, content);
    if (isFirst) drawParties(sheet, content);
    if (isFirst) drawMarks(sheet, content);
    if (isFirst) instructions.draw(sheet);
    const bottom = drawPackingSlipRows(sheet, frame, rows, isFirst ? firstTableTop : tableTopOfMore);
    if (hasGift && index === pages.length - 1) drawGift(sheet, content.giftMessage, bottom + 40);
    drawFoot(sheet, content, index + 1, pages.length);
    return sheet.finish();
  });
}

function drawHead(sheet: SheetBuilder, { winery }: LabelContent): void {
  const room = 1000;
  sheet.text(winery, { x: margin, y: 100, width: room, height: 96, lines: 2, largest: 60, smallest: 26, bold: true });
  const right = { x: margin + room + 20, width: inner - room - 20, align: 'right' as const, lines: 1 };
  sheet.text('PACKING SLIP', { ...right, y: 108, height: 60, largest: 46, smallest: 30, bold: true });
  sheet.rectangle(margin, 208, inner, 4);
}

function drawParties(sheet: SheetBuilder, content: LabelContent): void {
  const { name, lines } = formatShipToAddressLines(content.to);
  const left = { x: margin, width: 720 };
  sheet.text(formatAddressCaption(content), { ...left, y: 238, height: 30, lines: 1, largest: 24, smallest: 24 });
  const y = sheet.text(name, {
    ...left,
    y: 272,
    height: 92,
    lines: 3,
    largest: 44,
    smallest: minTypeSizeDots,
    bold: true,
  });
  sheet.text(lines, { ...left, y, height: 700 - y, largest: 34, smallest: minTypeSizeDots });

  const modules = encodeDataMatrix(formatJitLabelDataMatrixText(content.labelId, content.orderNo));
  const matrix = modules.width * matrixDots;
  const x = Math.floor(width - margin - matrix);
  sheet.symbol(modules, { x, y: 240, dots: matrixDots });

  const entries: [string, string | string[]][] = [
    ['Order', content.orderNo],
    ['Shipment', content.shipmentKey],
    ['PO', content.poNo],
    ['Ordered', content.orderDate],
    ['Ship via', formatCarrierAndService(content)],
    ['Ships from', [content.fromAddress ?? '', content.from]],
    ['Packages', String(content.packages.length)],
    [content.fromStock === true ? 'Reference' : 'Label', content.labelId],
  ];
  const column = margin + 760;
  let top = 238;
  for (const [word, value] of entries) {
    const paragraphs = [value].flat().filter((text) => text !== '');
    if (paragraphs.length === 0) continue;
    // The column is narrower next to the symbol than below it.
    const room = (top < 240 + matrix + 20 ? x - 20 : width - margin) - column - 150;
    sheet.text(word, { x: column, y: top, width: 145, height: 34, lines: 1, largest: 26, smallest: 20 });
    const place = {
      x: column + 150,
      y: top,
      width: room,
      height: 62,
      lines: 2,
      largest: 28,
      smallest: minTypeSizeDots,
    };
    top = Math.max(top + 44, sheet.text(paragraphs, { ...place, bold: true }) + 8);
  }
}

/** The highlighted notes: ice packs and adult signature. */
function drawMarks(sheet: SheetBuilder, { adultSignature, icePack, packages }: LabelContent): void {
  const icePacks = packages.reduce((sum, packed) => sum + packed.icePacks, 0);
  const ice = `${formatIcePackCount(icePacks).toUpperCase() || 'ICE PACK'} · KEEP COOL`;
  const marks = [...(icePack ? [ice] : []), ...(adultSignature ? ['ADULT SIGNATURE · 21 OR OLDER'] : [])];
  const gap = 20;
  const each = (inner - gap) / 2;
  for (const [index, text] of marks.entries()) {
    const x = margin + index * (each + gap);
    sheet.rectangle(x, marksTop, each, marksHeight);
    const place = { x: x + 12, y: marksTop + 6, width: each - 24, height: marksHeight - 12 };
    sheet.text(text, { ...place, lines: 1, largest: 34, smallest: 22, bold: true, white: true, align: 'center' });
  }
}

/** The customer's instructions for the warehouse, above the table; `height` is the room that they take there. */
function instructionsBox(
  { specialInstructions = '' }: LabelContent,
  font: FontMetrics,
): { readonly height: number; draw(sheet: SheetBuilder): void } {
  const box = { x: margin + 24, width: inner - 48, height: 400, largest: 30, smallest: 20 };
  const text = joinedLines(specialInstructions, 12);
  const fitted = fitPrintableText(font, text, box);
  if (fitted === undefined) return { height: 0, draw: () => undefined };
  const textHeight = Math.ceil(fitted.lines.length * fitted.size * lineHeightRatio);
  const frameHeight = 56 + textHeight + 14;
  return {
    height: frameHeight + 24,
    draw: (sheet) => {
      const top = tableTop - 8;
      sheet.frame(margin, top, inner, frameHeight, 4);
      sheet.text('SPECIAL INSTRUCTIONS', { ...box, y: top + 14, height: 36, lines: 1, largest: 26, bold: true });
      sheet.text(text, { ...box, y: top + 52 });
    },
  };
}

function drawGift(sheet: SheetBuilder, message: string, top: number): void {
  const roomTop = Math.min(top, tableBottom - giftHeight + 40);
  sheet.frame(margin, roomTop, inner, giftHeight - 60, 3);
  const place = { x: margin + 40, width: inner - 80 };
  sheet.text('A GIFT FOR YOU', { ...place, y: roomTop + 20, height: 36, lines: 1, largest: 26, smallest: 26 });
  const room = giftHeight - 60 - 64 - 16;
  sheet.text(joinedLines(message, maxGiftLines), {
    ...place,
    y: roomTop + 64,
    height: room,
    largest: 44,
    smallest: minTypeSizeDots,
  });
}

/** A text with too many lines is joined rather than truncated. */
function joinedLines(text: string, maxLines: number): string[] {
  const lines = splitLines(text);
  return lines.length <= maxLines ? lines : [lines.filter((line) => line.trim() !== '').join(' · ')];
}

function drawFoot(sheet: SheetBuilder, { orderNo, labelId }: LabelContent, page: number, pages: number): void {
  const place = { y: height - 120, height: 36, lines: 1, largest: 24, smallest: minTypeSizeDots };
  sheet.text(`Order ${orderNo} · ${labelId}`, { ...place, x: margin, width: inner - 260 });
  sheet.text(`Page ${page} of ${pages}`, { ...place, x: width - margin - 240, width: 240, align: 'right' });
}
