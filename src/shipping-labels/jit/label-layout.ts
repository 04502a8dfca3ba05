/** Layout of the label of 4 by 6 inches, one sheet per package. Pure. */

import { isUnitedStates } from '../../contract/states.ts';
import {
  type FontMetrics,
  minTypeSizeDots,
  printerDotsPerInch,
  type Sheet,
  SheetBuilder,
} from '../../drawing/sheet.ts';
import { encodeCode128, encodeDataMatrix } from '../../drawing/symbols.ts';
import type { ShipToAddress } from '../../warehouse/index.ts';
import { formatJitLabelDataMatrixText } from './jit-label-id.ts';
import type { LabelContent, LabelPackage } from './label-content.ts';

const width = 4 * printerDotsPerInch;
const height = 6 * printerDotsPerInch;
const margin = 28;
const inner = width - 2 * margin;
const ruleThickness = 3;
/** The widest module of the barcode, in dots: as wide as the label allows, up to this. Belt scanners read wide ones from afar. */
const widestModule = 5;
const matrixDots = 5;

/** Draws the label of one package; for will call with a note in place of the barcode. */
export function layoutLabel(content: LabelContent, labeled: LabelPackage, font: FontMetrics): Sheet {
  const sheet = new SheetBuilder(width, height, font);
  const rule = (y: number) => sheet.rectangle(margin, y, inner, ruleThickness);
  drawSender(sheet, content, labeled);
  rule(152);
  drawRecipient(sheet, content);
  rule(490);
  drawCarrier(sheet, content);
  drawSignature(sheet, content.adultSignature);
  if (content.willCall) drawWillCall(sheet);
  else drawTracking(sheet, labeled.trackingNo);
  rule(968);
  drawLabelId(sheet, content);
  return sheet.finish();
}

function drawSender(sheet: SheetBuilder, content: LabelContent, { packageNo, weightLb }: LabelPackage): void {
  const aside = 230;
  const left = { x: margin, width: inner - aside - 20 };
  sheet.text('FROM', { ...left, y: 12, height: 24, lines: 1, largest: minTypeSizeDots, smallest: minTypeSizeDots });
  const y = sheet.text(content.winery, {
    ...left,
    y: 38,
    height: 60,
    lines: 3,
    largest: 32,
    smallest: minTypeSizeDots,
    bold: true,
  });
  const from = [content.fromAddress ?? '', content.from].filter((line) => line !== '');
  sheet.text(from, { ...left, y, height: 150 - y, largest: 24, smallest: minTypeSizeDots });
  const right = { x: width - margin - aside, width: aside, align: 'right' as const, lines: 1 };
  const count = `${packageNo} of ${content.packages.length}`;
  sheet.text(count, { ...right, y: 24, height: 56, largest: 44, smallest: 20, bold: true });
  sheet.text(`${weightLb} lb`, { ...right, y: 80, height: 34, largest: 26, smallest: minTypeSizeDots });
  if (content.fromStock !== true)
    sheet.text('JIT', { ...right, y: 112, height: 32, largest: 26, smallest: minTypeSizeDots, bold: true });
}

/** The name, then the contact, the company and the address lines. */
export function formatShipToAddressLines(to: ShipToAddress): { name: string; lines: string[] } {
  const town = [[to.city, to.state].filter((part) => part !== '').join(', '), to.zipCode].filter((part) => part !== '');
  const country = isUnitedStates(to.country) ? '' : to.country;
  // Each of them once: where no person is named, the company is the name.
  const names = [...new Set([to.contact, to.company ?? ''])].filter((name) => name !== to.name);
  const lines = [...names, to.address, to.address2, town.join(' '), country].filter((line) => line !== '');
  return { name: to.name, lines };
}

/** What is written above the address on a label and a slip: whose it is. */
export function formatAddressCaption({ willCall, atLocation }: LabelContent): string {
  if (willCall) return 'PICKED UP BY';
  return atLocation ? 'SHIP TO · HOLD AT LOCATION FOR PICKUP' : 'SHIP TO';
}

function drawRecipient(sheet: SheetBuilder, content: LabelContent): void {
  const { to, atLocation } = content;
  const { name, lines } = formatShipToAddressLines(to);
  const place = { x: margin + 20, width: inner - 40 };
  const head = {
    ...place,
    x: margin,
    y: 166,
    height: 24,
    lines: 1,
    largest: minTypeSizeDots,
    smallest: minTypeSizeDots,
  };
  sheet.text(formatAddressCaption(content), { ...head, bold: atLocation === true });
  const y = sheet.text(name, {
    ...place,
    y: 190,
    height: 92,
    lines: 3,
    largest: 46,
    smallest: minTypeSizeDots,
    bold: true,
  });
  sheet.text(lines, { ...place, y, height: 484 - y, largest: 40, smallest: minTypeSizeDots });
}

function drawCarrier(sheet: SheetBuilder, { carrier, service, icePack }: LabelContent): void {
  const mark = 240;
  const room = icePack ? inner - mark - 20 : inner;
  const place = { x: margin, width: room, lines: 1 };
  sheet.text(carrier, { ...place, y: 502, height: 62, largest: 50, smallest: 24, bold: true });
  sheet.text(service, { ...place, y: 562, height: 42, largest: 34, smallest: minTypeSizeDots });
  if (!icePack) return;
  const x = width - margin - mark;
  sheet.rectangle(x, 506, mark, 92);
  const white = { x: x + 10, width: mark - 20, align: 'center' as const, lines: 1, bold: true, white: true };
  sheet.text('ICE PACK', { ...white, y: 512, height: 50, largest: 40, smallest: 30 });
  sheet.text('KEEP COOL', { ...white, y: 558, height: 34, largest: 26, smallest: minTypeSizeDots });
}

function drawSignature(sheet: SheetBuilder, adultSignature: boolean): void {
  if (!adultSignature) return;
  sheet.rectangle(margin, 614, inner, 84);
  const white = { x: margin + 10, width: inner - 20, align: 'center' as const, lines: 1, bold: true, white: true };
  sheet.text('ADULT SIGNATURE REQUIRED', { ...white, y: 618, height: 46, largest: 38, smallest: 28 });
  sheet.text('CONTAINS ALCOHOL · 21 OR OLDER · PHOTO ID', {
    ...white,
    y: 662,
    height: 32,
    largest: 25,
    smallest: minTypeSizeDots,
  });
}

function drawTracking(sheet: SheetBuilder, trackingNo: string): void {
  const modules = encodeCode128(trackingNo);
  const dots = Math.min(widestModule, Math.floor(width / (modules.width + 2 * modules.quiet)));
  const x = Math.floor((width - modules.width * dots) / 2);
  sheet.symbol(modules, { x, y: 718, dots, height: 184 });
  const place = { x: margin, width: inner, align: 'center' as const, lines: 1 };
  sheet.text(groupTrackingNoInFours(trackingNo), {
    ...place,
    y: 912,
    height: 48,
    largest: 38,
    smallest: 20,
    bold: true,
  });
}

/** Groups of four characters, for reading aloud. */
export function groupTrackingNoInFours(trackingNo: string): string {
  return trackingNo.replace(/(.{4})(?=.)/g, '$1 ');
}

function drawWillCall(sheet: SheetBuilder): void {
  sheet.frame(margin, 718, inner, 230, 6);
  const place = { x: margin + 20, width: inner - 40, align: 'center' as const, lines: 1 };
  sheet.text('WILL CALL', { ...place, y: 752, height: 110, largest: 90, smallest: 40, bold: true });
  sheet.text('Hold at the warehouse for the recipient', { ...place, y: 872, height: 42, largest: 32, smallest: 20 });
}

function drawLabelId(sheet: SheetBuilder, { labelId, orderNo, shipmentKey, poNo }: LabelContent): void {
  const modules = encodeDataMatrix(formatJitLabelDataMatrixText(labelId, orderNo));
  const room = height - 984 - 20;
  const dots = Math.max(3, Math.min(matrixDots + 1, Math.floor(room / modules.height)));
  sheet.symbol(modules, { x: margin + 8, y: 984, dots });
  const x = margin + 8 + modules.width * dots + 28;
  const place = { x, width: width - margin - x };
  let y = sheet.text(labelId, {
    ...place,
    y: 982,
    height: 52,
    lines: 2,
    largest: 32,
    smallest: minTypeSizeDots,
    bold: true,
  });
  y = sheet.text(`Order ${orderNo}`, {
    ...place,
    y: y + 4,
    height: 72,
    lines: 3,
    largest: 30,
    smallest: minTypeSizeDots,
  });
  if (shipmentKey !== '') {
    y = sheet.text(`Shipment ${shipmentKey}`, {
      ...place,
      y,
      height: 54,
      lines: 2,
      largest: 26,
      smallest: minTypeSizeDots,
    });
  }
  if (poNo !== '')
    sheet.text(`PO ${poNo}`, { ...place, y, height: 34, lines: 1, largest: 26, smallest: minTypeSizeDots });
}
