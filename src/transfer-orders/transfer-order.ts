/**
 * A transfer order moves stock from one warehouse to another: types and decisions. Pure.
 * OPEN until work starts, with its stock reserved or backordered; then PICKING, IN TRANSIT, RECEIVING, RECEIVED,
 * CLOSED; or CANCELED (decision 11). Stock in transit is not on hand at either warehouse (decision 10).
 */
import { linesVersionOf } from '../documents/index.ts';
import { sumByKey } from '../lib/sum-by-key.ts';
import type { Fault } from '../platform/errors.ts';

export const noSuchTransferOrderMessage = 'There is no such transfer order.';

/** Decision 11. Only OPEN orders can be updated or canceled. */
export type TransferOrderStatus = 'OPEN' | 'PICKING' | 'IN TRANSIT' | 'RECEIVING' | 'RECEIVED' | 'CLOSED' | 'CANCELED';

export interface RequestedTransferLine {
  readonly itemNo: string;
  /** '' when absent. */
  readonly description: string;
  /** As sent: units, or cases for WHOLESALE. */
  readonly quantity: number;
  /** `AUTO` and absent mean RETAIL: transfer orders have no order type that could imply cases (decision 10). */
  readonly quantityUnit: 'RETAIL' | 'WHOLESALE';
  /** The inventory status that the line uses instead of the order's; '' for the order's. */
  readonly taxStatus: string;
  readonly unitPrice: number | undefined;
}

/** Personal data and texts, stored separately so that they can be erased. '' when absent. */
export interface TransferOrderDetails {
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string;
  readonly emailAddress: string;
  readonly specialInstruction: string;
}

/** Warehouses, date and inventory statuses. */
export interface TransferRoute {
  readonly requestedDate: Temporal.PlainDate;
  readonly fromWarehouse: string;
  readonly toWarehouse: string;
  readonly inventoryStatus: string;
  /** '' when every line keeps its inventory status. */
  readonly toInventoryStatus: string;
}

export interface TransferOrderDraft extends TransferRoute {
  /** Identifies the order until it is canceled (decision 6). */
  readonly customerReferenceNo: string;
  readonly details: TransferOrderDetails;
  /** At least one; several lines may have the same item. */
  readonly lines: readonly RequestedTransferLine[];
}

/** A line with a valid item. */
export interface AcceptedTransferLine extends RequestedTransferLine {
  /** In units of the item. */
  readonly units: number;
}

/** All counts in units of the item. */
export interface TransferOrderLine extends AcceptedTransferLine {
  readonly line: number;
  /** Units that its reservation lost while it was picked. */
  readonly missing: number;
  /** Units that left the source. */
  readonly shipped: number;
  /** Shipped units that have arrived, in any status. */
  readonly received: number;
  /** Shipped units that never arrived: written off when the order was closed. */
  readonly short: number;
  /** Units that arrived beyond those shipped, in any status. */
  readonly surplus: number;
}

export interface TransferOrder extends TransferRoute {
  readonly customerNo: string;
  /** The reference that its creation returned. */
  readonly orderId: string;
  readonly customerReferenceNo: string;
  /** The TransferOrderNumber, unique per customer. */
  readonly number: string;
  readonly status: TransferOrderStatus;
  /** When it was accepted, on the customer's clock: its position in the backorder queue. */
  readonly queuedAt: Temporal.Instant;
  /** How many receipts people have open on it at its destination; it is RECEIVING while there are any. */
  readonly openReceipts: number;
  readonly lines: readonly TransferOrderLine[];
}

/** A line of an update. Undefined fields keep the values of the item's current line. */
export interface TransferOrderPatchLine {
  readonly itemNo: string;
  readonly description: string | undefined;
  readonly quantity: number;
  readonly quantityUnit: RequestedTransferLine['quantityUnit'] | undefined;
  readonly taxStatus: string | undefined;
  readonly unitPrice: number | undefined;
}

/** The changes of an update; absent fields are unchanged. */
export interface TransferOrderPatch {
  readonly route: Partial<Pick<TransferRoute, 'requestedDate' | 'inventoryStatus' | 'toInventoryStatus'>>;
  /** As sent: they cannot change, so others than those of the order are faults. */
  readonly warehouses: { readonly from: string | undefined; readonly to: string | undefined };
  readonly details: Partial<TransferOrderDetails>;
  /** Replaces all lines. */
  readonly lines: readonly TransferOrderPatchLine[] | undefined;
}

/** A hash of what was ordered: updates in the operator interface can name the one that they were made for. */
export const transferLinesVersionOf = ({ lines }: { readonly lines: readonly RequestedTransferLine[] }): string =>
  linesVersionOf(
    lines.map(({ itemNo, description, quantity, quantityUnit, taxStatus, unitPrice }) => ({
      itemNo,
      description,
      quantity,
      quantityUnit,
      taxStatus,
      unitPrice,
    })),
  );

/** Faults of an update that sends other warehouses than those of the order. */
export function checkTransferWarehousesUnchanged(
  order: Pick<TransferRoute, 'fromWarehouse' | 'toWarehouse'>,
  { from, to }: TransferOrderPatch['warehouses'],
): Fault[] {
  const faultOf = (name: string, sent: string | undefined, own: string): Fault[] =>
    sent === undefined || sent === own
      ? []
      : [
          {
            field: `TransferInfo.${name}`,
            code: 'Contradiction',
            message: `cannot change from ${own}; cancel the transfer order and create another one`,
          },
        ];
  return [
    ...faultOf('TransferFromWarehouse', from, order.fromWarehouse),
    ...faultOf('TransferToWarehouse', to, order.toWarehouse),
  ];
}

/**
 * The statuses in which orders arrive, where they do not keep that of their stock. Until an order leaves, no balance shows that
 * its units will be in that status.
 */
export const explicitArrivalInventoryStatusesOf = (
  orders: readonly Pick<TransferOrder, 'customerNo' | 'toInventoryStatus'>[],
): { readonly customerNo: string; readonly status: string }[] =>
  orders.flatMap(({ customerNo, toInventoryStatus: status }) => (status === '' ? [] : [{ customerNo, status }]));

/** The inventory status of a line at the source: its own, else the order's (decision 12). */
export function sourceInventoryStatusOfTransferLine(
  order: Pick<TransferRoute, 'inventoryStatus'>,
  line: Pick<RequestedTransferLine, 'taxStatus'>,
): string {
  return line.taxStatus || order.inventoryStatus;
}

/** The inventory status in which a line arrives; by default that at the source (interface: Transfer order). */
export function arrivalInventoryStatusOfTransferLine(
  order: Pick<TransferRoute, 'inventoryStatus' | 'toInventoryStatus'>,
  line: Pick<RequestedTransferLine, 'taxStatus'>,
): string {
  return order.toInventoryStatus || sourceInventoryStatusOfTransferLine(order, line);
}

/** The demand of the lines at the source, summed by item and status. */
export function toTransferDemandLines(
  order: Pick<TransferRoute, 'inventoryStatus'>,
  lines: readonly AcceptedTransferLine[],
): { itemNo: string; status: string; quantity: number }[] {
  return sumByKey(
    lines.map((line) => ({ ...line, status: sourceInventoryStatusOfTransferLine(order, line) })),
    ({ itemNo, status }) => `${itemNo}\n${status}`,
    ({ units }) => units,
  ).map(({ first: { itemNo, status }, sum: quantity }) => ({ itemNo, status, quantity }));
}
