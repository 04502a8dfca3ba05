/**
 * The sales order of a reshipment: the returned order with the lines and the recipient of this shipment, from the warehouse that
 * holds the units. It keeps the order number and gets a shipment key of its own. Pure.
 */
import { primaryInventoryStatus } from '../contract/operator-settings.ts';
import { demandRanks } from '../inventory/index.ts';
import type { CommandContext } from '../platform/command-context.ts';
import {
  type Contact,
  hashOrderContent,
  type OrderContent,
  type OrderDetails,
  reservesConsumerStatuses,
  type SalesOrder,
  type SalesOrderDraft,
} from '../sales-orders/index.ts';
import type { ShippedUnits } from './remaining-units.ts';
import { findShippedLine } from './shipped-line.ts';

interface Reshipment extends CommandContext {
  /** The id of the new order. */
  readonly orderId: string;
  readonly shipmentKey: string;
  readonly warehouse: string;
  readonly lines: readonly ShippedUnits[];
  /** The recipient; absent: that of the order. */
  readonly recipient: Contact | undefined;
}

/** The draft of the new order. */
export function createReshipmentDraft(order: SalesOrder, document: OrderDetails, reship: Reshipment): SalesOrderDraft {
  const content = reshipContent(order, document, reship);
  return {
    ...content,
    contentHash: hashOrderContent(content),
    customerNo: order.customerNo,
    actor: reship.actor,
    operation: reship.operation,
    reference: reship.orderId,
    rank: demandRanks.returnToCustomer,
    // The values of the order and the return, so that no preference applies.
    shippingDefaults: {
      carrier: order.carrier,
      service: order.service,
      warehouse: reship.warehouse,
      shipDays: order.shipDays,
    },
  };
}

/** The returned units are in stock; a JIT order would expect the customer to bring them. */
const reshippedOrderType = ({ orderType }: SalesOrder): SalesOrder['orderType'] =>
  orderType === 'JIT' ? 'RETAIL' : orderType;

/**
 * The inventory status in which the new order draws undamaged units that were shipped from a status: that one, unless the order draws
 * like consumers do and they may not draw it (a JIT order's, and one that was unmarked since).
 * @param consumerStatuses the statuses that consumer orders of this customer draw, best first
 */
export function chooseReshipmentInventoryStatus(
  order: SalesOrder,
  { itemNo, shippedStatus }: Pick<ShippedUnits, 'itemNo' | 'shippedStatus'>,
  consumerStatuses: readonly string[],
): string {
  const taxStatus = findShippedLine(order, { itemNo, shippedStatus })?.taxStatus;
  const isDrawn =
    !reservesConsumerStatuses(reshippedOrderType(order), taxStatus) || consumerStatuses.includes(shippedStatus);
  return isDrawn ? shippedStatus : primaryInventoryStatus;
}

function reshipContent(order: SalesOrder, document: OrderDetails, reship: Reshipment): OrderContent {
  const { holdLocation, ...texts } = document;
  // A hold location is near the original recipient, so it does not apply to a different one.
  const location = reship.recipient === undefined && holdLocation !== undefined ? { holdLocation } : {};
  return {
    orderNo: order.orderNo,
    shipmentKey: reship.shipmentKey,
    orderType: reshippedOrderType(order),
    batchId: order.batchId,
    hold: false,
    carrier: order.carrier,
    service: order.service,
    warehouse: reship.warehouse,
    requestedShipDate: undefined,
    icePack: order.icePack,
    details: {
      ...texts,
      ...location,
      transmissionId: '',
      recipient: reship.recipient ?? document.recipient,
    },
    holdAtLocation: 'holdLocation' in location ? 1 : 0,
    lines: reship.lines.map((line) => draftLine(order, line)),
  };
}

/** Prices are per unit, because the lines are in units; a price per case is omitted. */
function draftLine(order: SalesOrder, units: ShippedUnits): OrderContent['lines'][number] {
  const { itemNo, quantity } = units;
  const sent = findShippedLine(order, units);
  return {
    itemNo,
    description: sent?.description ?? '',
    quantity,
    quantityUnit: 'RETAIL',
    ...(sent?.unitPrice === undefined || sent.quantityUnit === 'WHOLESALE' ? {} : { unitPrice: sent.unitPrice }),
    ...(sent?.taxStatus === undefined ? {} : { taxStatus: sent.taxStatus }),
    ...(sent?.externalLineNumber === undefined ? {} : { externalLineNumber: sent.externalLineNumber }),
    ...(sent?.group === undefined ? {} : { group: sent.group }),
    ...(sent?.parentItemNo === undefined ? {} : { parentItemNo: sent.parentItemNo }),
    ...(sent?.additionalFields === undefined ? {} : { additionalFields: sent.additionalFields }),
  };
}

/** The shipment key of the `nth` reshipment of a return, from 1. */
export function reshipmentShipmentKey(rmaNumber: string, nth: number): string {
  return nth === 1 ? rmaNumber : `${rmaNumber}-${nth}`;
}
