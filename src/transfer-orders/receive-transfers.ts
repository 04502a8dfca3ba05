/**
 * Transfer orders arrive and are closed, many at once: what the destination calls when goods have been counted in.
 *
 * Guarantee: in one transaction what arrived is posted, counts on its line, is no longer announced and goes to those who
 * wait for it. Once an order is RECEIVED or CLOSED its `Transfer In` is its `Transfer Out` to the unit; what was short or
 * too much stands as an adjustment with its reason. Nothing is lost in silence.
 */
import { receiveStock, removeExpectations, type StockReceipt } from '../inventory/index.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Outcome } from '../platform/errors.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import {
  type LineUnits,
  missingUnits,
  planReceipt,
  type TransferReceiptLine,
  type TransferReceiptPlan,
} from './arrival.ts';
import { recordTransferEvent } from './timeline.ts';
import type { TransferOrder, TransferOrderStatus } from './transfer-order.ts';
import { addLineCounts, type LineCount, updateTransferOrderStatuses } from './transfer-order-store.ts';
import {
  type LockedTransferTask,
  lockTransferTasks,
  newTransferPosting,
  readTransferItems,
  requireStatus,
  type TransferSkuLookup,
  type TransferTask,
} from './transfer-tasks.ts';

export interface TransferReceipt extends TransferTask {
  /** What has arrived; absent: everything that is open, as it left. */
  readonly lines: readonly TransferReceiptLine[] | undefined;
  /** Nothing more is to come: what is missing is given up. */
  readonly final: boolean;
}

export interface TransferReceived extends Pick<TransferReceiptPlan, 'arrived' | 'surplus' | 'short'> {
  readonly reference: string;
  readonly customerNo: string;
  readonly orderId: string;
  readonly transferOrderNumber: string;
  readonly status: TransferOrderStatus;
}

/** An order with all that is to be written of it. */
interface PlannedReceipt extends LockedTransferTask<TransferTask> {
  readonly receipt: Omit<TransferReceiptPlan, 'status'> & { readonly status: TransferOrderStatus };
}

/**
 * IN TRANSIT and RECEIVING orders become RECEIVING while something is open, else RECEIVED; CLOSED when a final receipt
 * leaves something short. One outcome per receipt, in their order; no two may be of one order. Refusals: `NotFound`,
 * then as `planReceipt` gives them.
 */
export async function receiveTransfers(
  tx: Tx,
  receipts: readonly TransferReceipt[],
): Promise<Outcome<TransferReceived>[]> {
  const locked = await lockTransferTasks(tx, receipts);
  const planned: PlannedReceipt[] = [];
  const outcomes = locked.map((outcome): Outcome<TransferReceived> => {
    if ('refused' in outcome) return outcome;
    const { work, order } = outcome.done;
    const plan = planReceipt(order, work.lines, work.final);
    if ('refused' in plan) return plan;
    planned.push({ ...outcome.done, receipt: plan.done });
    const { customerNo, orderId, transferOrderNumber } = order;
    return { done: { reference: work.reference, customerNo, orderId, transferOrderNumber, ...plan.done } };
  });
  await write(tx, planned);
  for (const { work, order, at, receipt } of planned) {
    recordTransferEvent(tx, 'received', order, at, work, {
      warehouse: order.toWarehouse,
      status: receipt.status,
      lines: receipt.arrived.map(loggedUnits),
      ...(receipt.surplus.length > 0 ? { surplus: receipt.surplus.map(loggedUnits) } : {}),
    });
    if (receipt.status === 'CLOSED') recordClosed(tx, { work, order, at, receipt });
  }
  return outcomes;
}

/**
 * Ends orders on which nothing more is to happen: RECEIVED ones as they are; of those IN TRANSIT or RECEIVING what is
 * missing is given up. One outcome per work, in their order. Refusals, in order of precedence: `NotFound`,
 * `StateForbids` naming the state.
 */
export async function closeTransfers(tx: Tx, works: readonly TransferTask[]): Promise<Outcome<TransferOrder>[]> {
  const closable: readonly TransferOrderStatus[] = ['IN TRANSIT', 'RECEIVING', 'RECEIVED'];
  const locked = (await lockTransferTasks(tx, works)).map((outcome) => requireStatus(outcome, closable, 'closed'));
  const closing = locked.flatMap((outcome): PlannedReceipt[] => {
    if ('refused' in outcome) return [];
    const receipt = { status: 'CLOSED', arrived: [], surplus: [], short: missingUnits(outcome.done.order) } as const;
    return [{ ...outcome.done, receipt }];
  });
  await write(tx, closing);
  for (const each of closing) recordClosed(tx, each);
  return locked.map((outcome) =>
    'refused' in outcome ? outcome : { done: { ...outcome.done.order, status: 'CLOSED' } },
  );
}

const loggedUnits = ({ itemNo, quantity, status }: LineUnits) => ({ itemNo, units: quantity, inventoryStatus: status });

function recordClosed(tx: Tx, { work, order, at, receipt }: PlannedReceipt): void {
  recordTransferEvent(tx, 'closed', order, at, work, {
    was: order.status,
    ...(receipt.short.length > 0 ? { reason: 'TRANSFER-SHORT', short: receipt.short.map(loggedUnits) } : {}),
  });
}

/** Ledger, counts and statuses. The orders are locked; the ledger locks who waits and the balances. */
async function write(tx: Tx, planned: readonly PlannedReceipt[]): Promise<void> {
  if (planned.length === 0) return;
  const skuOf = await readTransferItems(
    tx,
    planned.map(({ order }) => order),
  );
  const arrivals = planned.flatMap((each) => arrivalsOf(each, skuOf));
  if (arrivals.length > 0) await receiveStock(tx, arrivals);
  await addLineCounts(tx, planned.flatMap(countsOf));
  const changed = planned.map(({ order: { customerNo, orderId }, receipt: { status } }) => ({
    customerNo,
    orderId,
    status,
  }));
  await updateTransferOrderStatuses(tx, changed);
  await removeExpectations(
    tx,
    changed
      .filter(({ status }) => status !== 'RECEIVING')
      .map(({ customerNo, orderId }) => ({ customerNo, subject: orderId })),
  );
}

/** What is short is written in and adjusted out in one set: on hand it never was. */
function arrivalsOf(each: PlannedReceipt, skuOf: TransferSkuLookup): StockReceipt[] {
  const { arrived, surplus, short } = each.receipt;
  const transferred = ({ line, ...units }: LineUnits): StockReceipt => ({
    posting: newTransferPosting(each, skuOf, units, { type: 'Transfer In' }),
    line,
  });
  return [
    ...arrived.map(transferred),
    ...surplus.map((units) => ({ posting: newTransferPosting(each, skuOf, units, { reason: 'TRANSFER-OVER' }) })),
    ...short.flatMap((units): StockReceipt[] => {
      const lost = { ...units, quantity: -units.quantity };
      return [transferred(units), { posting: newTransferPosting(each, skuOf, lost, { reason: 'TRANSFER-SHORT' }) }];
    }),
  ];
}

function countsOf({ order: { customerNo, orderId }, receipt }: PlannedReceipt): LineCount[] {
  const counted = (units: readonly LineUnits[], as: LineCount['as']) =>
    units.map(({ line, quantity }) => ({ customerNo, orderId, line, quantity, as }));
  return [
    ...counted(receipt.arrived, 'received'),
    ...counted(receipt.surplus, 'surplus'),
    ...counted(receipt.short, 'short'),
  ];
}

/** Batches receipts of single requests. */
export const transferReceipts: BatchWriter<TransferReceipt, TransferReceived> = {
  name: 'transfer-orders.receive',
  maxItems: 50,
  customerNo: ({ name: { customerNo } }) => customerNo,
  identities: ({ name }) => [JSON.stringify(name)],
  write: receiveTransfers,
};
