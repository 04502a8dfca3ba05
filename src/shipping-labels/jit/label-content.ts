/**
 * Content of the label and packing slip of an order: text and numbers, no layout. Pure. Plain values only, so that it
 * can be sent to worker threads.
 */
import { carrierNames, formatCarrierServiceName, isWillCallCarrier } from '../../carriers/index.ts';
import type { CarrierCode, CarrierServiceCode } from '../../contract/code-lists.ts';
import type { Warehouse } from '../../contract/operator-settings.ts';
import { canonicalJson, sha256 } from '../../lib/canonical-json.ts';
import { formatUsDate, parseInstant } from '../../lib/dates.ts';
import type { WarehouseAddress } from '../../operator-settings/index.ts';
import {
  computeLineUnitsToShip,
  isPackableLine,
  type OrderDetails,
  type OrderLine,
  type SalesOrder,
} from '../../sales-orders/index.ts';
import { countIcePacks, type Package, type ShipToAddress } from '../../warehouse/index.ts';

/** Interface: GenerateJitLabel, AlternateLabelFormat. */
export const labelFormats = ['FullPDF', 'FullPNG', 'LabelPDF', 'LabelPNG'] as const;
export type LabelFormat = (typeof labelFormats)[number];

/** Formats that stations print besides: the packing slip alone, and labels in the language of label printers. */
export const printFormats = [...labelFormats, 'SlipPDF', 'LabelZPL'] as const;
export type PrintFormat = (typeof printFormats)[number];

export interface LabelPackage {
  /** From 1, among the live packages. */
  readonly packageNo: number;
  /** '' for will call. */
  readonly trackingNo: string;
  readonly weightLb: number;
  readonly icePacks: number;
  /** By line number. */
  readonly contents: readonly { readonly line: number; readonly units: number }[];
}

export interface PackingSlipLine {
  /** Line number, from 1. */
  readonly line: number;
  readonly itemNo: string;
  readonly description: string;
  /** As ordered, in bottles or cases. */
  readonly quantity: number;
  readonly unit: 'bottle' | 'case';
  readonly uom: string;
  /** Units in the packages of those ordered; absent when all are, and for virtual items, which are in none. */
  readonly packed?: { readonly units: number; readonly of: number };
}

/** The text and numbers that are printed on the labels and the packing slip of an order. */
export interface LabelContent {
  /** The id that the packing station scans: the label id of a JIT order, otherwise the reference of the order. */
  readonly labelId: string;
  /** Whether the items come from stock; absent for JIT orders. */
  readonly fromStock?: true;
  readonly orderNo: string;
  readonly shipmentKey: string;
  readonly poNo: string;
  /** `MM/DD/YYYY`, '' when none was sent. */
  readonly orderDate: string;
  /** The customer's own name. */
  readonly winery: string;
  /** Ship-from warehouse: code and town. */
  readonly from: string;
  /** Company and street of the warehouse; absent when the operator has set none. */
  readonly fromAddress?: string;
  readonly to: ShipToAddress;
  /** Set when a carrier location holds the package for pickup. */
  readonly atLocation?: true;
  readonly carrier: string;
  /** '' for will call. */
  readonly service: string;
  readonly willCall: boolean;
  readonly adultSignature: boolean;
  readonly icePack: boolean;
  /** '' for none. */
  readonly giftMessage: string;
  /** Instructions for the warehouse, printed on the slip; absent for none. */
  readonly specialInstructions?: string;
  readonly lines: readonly PackingSlipLine[];
  /** At least one; each has its own label. */
  readonly packages: readonly LabelPackage[];
}

/** Carrier and service as one text. */
export function formatCarrierAndService({ carrier, service }: Pick<LabelContent, 'carrier' | 'service'>): string {
  return service === '' ? carrier : `${carrier}, ${service}`;
}

export interface LabelContentInput {
  readonly order: SalesOrder;
  readonly details: OrderDetails;
  readonly to: ShipToAddress;
  /** With the chosen carrier and service. */
  readonly packages: readonly Package[];
  readonly warehouse: Warehouse;
  /** Undefined when the operator has set none. */
  readonly shipFrom: WarehouseAddress | undefined;
  readonly customerName: string;
  /** Whether any item may be delivered to adults only. */
  readonly containsAlcohol: boolean;
}

/** Assembles the printed content of an order. */
export function assembleLabelContent(labelId: string, labeled: LabelContentInput): LabelContent {
  const { order, details, to, packages, warehouse, shipFrom, customerName, containsAlcohol } = labeled;
  const instructions = details.specialInstructions.trim();
  const carrier = (packages[0]?.carrier ?? order.carrier) as CarrierCode;
  const service = (packages[0]?.service ?? order.service) as CarrierServiceCode;
  const uoms = new Map(order.lines.map(({ line, uom }) => [line, uom]));
  const uomOf = (line: number) => uoms.get(line) ?? '';
  return {
    labelId,
    ...(order.orderType === 'JIT' ? {} : { fromStock: true as const }),
    orderNo: order.orderNo,
    shipmentKey: order.shipmentKey,
    poNo: details.poNo,
    orderDate: printedDate(details.orderDate, warehouse.timeZone),
    winery: customerName,
    from: `${warehouse.code} · ${warehouse.city}, ${warehouse.state} ${warehouse.zip}`,
    ...(shipFrom && { fromAddress: filled(shipFrom.company, shipFrom.street, shipFrom.street2).join(', ') }),
    to: printedAddress(to),
    ...(details.holdLocation === undefined ? {} : { atLocation: true as const }),
    carrier: carrierNames[carrier],
    service: isWillCallCarrier(carrier) ? '' : formatCarrierServiceName({ carrier, service }),
    willCall: isWillCallCarrier(carrier),
    adultSignature: containsAlcohol,
    icePack: order.icePack === 1,
    giftMessage: details.giftCard === 1 ? details.giftCardMessage : '',
    ...(instructions !== '' && { specialInstructions: instructions }),
    lines: order.lines.map((ordered) => slipLine(order, ordered)),
    packages: packages.map(({ trackingNo, weightLb, items }, index) => ({
      packageNo: index + 1,
      trackingNo,
      weightLb,
      icePacks: order.icePack === 1 ? countIcePacks(items, uomOf) : 0,
      contents: items.map(({ line, units }) => ({ line, units })),
    })),
  };
}

function slipLine({ orderType }: SalesOrder, ordered: OrderLine): PackingSlipLine {
  const { line, itemNo, description, quantity, quantityUnit, units, uom, storage } = ordered;
  const packed = isPackableLine(orderType, ordered) ? computeLineUnitsToShip(ordered) : 0;
  return {
    line,
    itemNo,
    description: printedPart(description),
    quantity,
    unit: quantityUnit === 'WHOLESALE' ? 'case' : 'bottle',
    uom,
    ...(storage !== 'virtual' && packed < units && { packed: { units: packed, of: units } }),
  };
}

/** These texts have no limit, and drawing takes time for each character. */
const maxPrintedCharacters = 255;

function printedPart(text: string): string {
  if (text.length <= maxPrintedCharacters) return text;
  const characters = [...text];
  return characters.length <= maxPrintedCharacters
    ? text
    : `${characters.slice(0, maxPrintedCharacters - 1).join('')}…`;
}

const printedAddress = (to: ShipToAddress): ShipToAddress => {
  const parts = Object.entries(to).map(([field, text]: [string, string]) => [field, printedPart(text)]);
  return Object.fromEntries(parts) as ShipToAddress;
};

const filled = (...parts: string[]) => parts.map((part) => part.trim()).filter((part) => part !== '');

function printedDate(orderDate: string, timeZone: string): string {
  const instant = orderDate === '' ? undefined : parseInstant(orderDate, timeZone);
  return instant === undefined ? '' : formatUsDate(instant.toZonedDateTimeISO(timeZone).toPlainDate());
}

/** Hash of the printed content, except for the winery's name and the warehouse's company and street, which do not make a label stale. */
export function computeLabelContentHash(details: LabelContent): Buffer {
  const { winery: _winery, fromAddress: _fromAddress, ...content } = details;
  return sha256(canonicalJson(content));
}
