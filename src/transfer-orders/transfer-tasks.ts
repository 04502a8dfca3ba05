/**
 * What the floor's functions share: who does it when to which orders, and how their postings look in the ledger
 * (interface: Inventory transaction record; decision 10).
 */

import type { Posting } from '../inventory/index.ts';
import { assertPresent } from '../lib/assert.ts';
import { customerTimes } from '../platform/clock.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuse } from '../platform/errors.ts';
import { readSkus, type Sku, skuKeyText } from '../skus/index.ts';
import type { LineUnits } from './arrival.ts';
import { type OrderKey, resolveNames, type TransferName } from './identity-store.ts';
import { type TransferOrder, transferStateForbids } from './transfer-order.ts';
import { lockTransferOrders } from './transfer-order-store.ts';

/** Work on one order, named by its id or by any other name. */
export interface TransferTask extends CommandContext {
  readonly name: TransferName;
  /** When it is done; absent: now, on the customer's clock. */
  readonly at?: Temporal.Instant | undefined;
}

/** Work on an order that is locked. */
export interface LockedTransferTask<Work extends TransferTask> {
  readonly work: Work;
  readonly order: TransferOrder;
  readonly at: Temporal.Instant;
}

/** Finds and locks the orders, sorted; one outcome per work: the order, or `NotFound`. No two may be of one order. */
export async function lockTransferTasks<Work extends TransferTask>(
  tx: Tx,
  works: readonly Work[],
): Promise<Outcome<LockedTransferTask<Work>>[]> {
  const keys = await resolveNames(
    tx,
    works.map((work) => work.name),
  );
  const locked = await lockTransferOrders(
    tx,
    keys.filter((key): key is OrderKey => key !== undefined),
  );
  const orders = new Map(locked.map((order) => [order.orderId, order]));
  const timeOf = await customerTimes(tx, [...new Set(works.map((work) => work.name.customerNo))]);
  return works.map((work, index) => {
    const order = orders.get(keys[index]?.orderId ?? '');
    if (order === undefined) return refuse('NotFound', `there is no transfer order ${nameText(work.name)}`);
    return { done: { work, order, at: work.at ?? timeOf(order.customerNo) } };
  });
}

function nameText(name: TransferName): string {
  if ('reference' in name) return name.reference;
  return 'transferOrderNumber' in name ? name.transferOrderNumber : name.customerReferenceNo;
}

/** The same outcome, refused where the order is in none of these states. */
export function requireStatus<Work extends TransferTask>(
  outcome: Outcome<LockedTransferTask<Work>>,
  states: readonly TransferOrder['status'][],
  verb: string,
): Outcome<LockedTransferTask<Work>> {
  if ('refused' in outcome || states.includes(outcome.done.order.status)) return outcome;
  return transferStateForbids(outcome.done.order, verb);
}

export type TransferSkuLookup = (order: OrderKey, itemNo: string) => Sku;

/** The items of these orders. */
export async function readTransferItems(tx: Tx, orders: readonly TransferOrder[]): Promise<TransferSkuLookup> {
  const skus = await readSkus(
    tx,
    orders.flatMap(({ customerNo, lines }) => lines.map(({ itemNo }) => ({ customerNo, itemNo }))),
  );
  return ({ customerNo }, itemNo) =>
    assertPresent(skus.get(skuKeyText({ customerNo, itemNo })), `the item ${itemNo} of a transfer order`);
}

/** Why stock came or went that no transfer accounts for: the reason codes of its adjustments. */
export type AdjustmentReason = 'TRANSFER-SHORT' | 'TRANSFER-OVER';

/** One posting of an order. Transfers carry the customer's reference, adjustments their reason; all carry our number. */
export function newTransferPosting(
  { order, at }: { readonly order: TransferOrder; readonly at: Temporal.Instant },
  skuOf: TransferSkuLookup,
  { itemNo, quantity, status }: Omit<LineUnits, 'line'>,
  what: { readonly type: 'Transfer Out' | 'Transfer In' } | { readonly reason: AdjustmentReason },
): Posting {
  const sku = skuOf(order, itemNo);
  const type = 'type' in what ? what.type : 'Inventory Adjustment';
  return {
    customerNo: order.customerNo,
    itemNo,
    warehouse: type === 'Transfer Out' ? order.fromWarehouse : order.toWarehouse,
    status,
    quantity,
    type,
    reference: 'reason' in what ? what.reason : order.customerReferenceNo,
    subject: order.orderId,
    occurredAt: at,
    poNumber: order.transferOrderNumber,
    itemDescription: sku.description,
    itemUnit: sku.uom,
    alcoholPercentage: sku.alcoholByVolume,
  };
}
