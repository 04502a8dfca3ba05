/**
 * Receives and closes transfer orders, in batches. One transaction posts the received units, adds them to their lines,
 * subtracts them from inbound stock, and allocates them to backorders.
 * Guarantee: when an order is RECEIVED or CLOSED, its `Transfer In` equals its `Transfer Out`; shortage and surplus are
 * adjustments with a reason code.
 */
import {
  checkNoOpenReceipts,
  countOpenReceiptsAfter,
  documentKeyOfOrder,
  loadOrderSkuLookup,
  type OrderLineUnits,
  type OrderSkuLookup,
  type ReceiptOrigin,
  type ReceivedItem,
} from '../documents/index.ts';
import { receiveStock, removeExpectedReceipts, type StockReceipt } from '../inventory/index.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Outcome } from '../platform/errors.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { computeMissingTransferUnits, planTransferReceipt, type TransferReceiptPlan } from './arrival.ts';
import type { TransferOrder, TransferOrderStatus } from './transfer-order.ts';
import {
  type LockedTransferStepRequest,
  lockOrdersOfTransferSteps,
  numberedTransferOrderStore,
  type TransferStepRequest,
} from './transfer-order-changes.ts';
import {
  addTransferLineCounts,
  type TransferLineCountIncrease,
  updateTransferOrderStatusesAndOpenReceipts,
} from './transfer-order-store.ts';
import { buildTransferPosting } from './transfer-postings.ts';

export interface TransferReceipt extends TransferStepRequest, ReceiptOrigin {
  /** Received items; absent: all open units, as shipped. */
  readonly lines: readonly ReceivedItem[] | undefined;
  /** Whether no more units will arrive, so that the missing ones are written off. */
  readonly final: boolean;
  /** Further data of its log entry. */
  readonly logged?: Readonly<Record<string, unknown>>;
}

export interface TransferReceiptResult extends Pick<TransferReceiptPlan, 'arrived' | 'surplus' | 'short'> {
  readonly reference: string;
  readonly customerNo: string;
  readonly orderId: string;
  readonly number: string;
  readonly status: TransferOrderStatus;
}

/** A locked receipt request with the units to post. */
interface PlannedReceipt extends LockedTransferStepRequest<Omit<TransferReceipt, 'lines' | 'final'>> {
  readonly receipt: Omit<TransferReceiptPlan, 'status'> & { readonly status: TransferOrderStatus };
  /** Receipts of people that stay open. */
  readonly openReceipts: number;
}

/**
 * IN TRANSIT and RECEIVING orders become RECEIVING while units are missing or other receipts are open, else RECEIVED;
 * CLOSED when a final receipt leaves units short. One outcome per receipt, in their order; no two may be of one order.
 * Refusals, in order of precedence: `NotFound`, those of `planTransferReceipt`, then `StateForbids` of a receipt without
 * `source` while people receive it.
 */
export async function postTransferReceipts(
  tx: Tx,
  receipts: readonly TransferReceipt[],
): Promise<Outcome<TransferReceiptResult>[]> {
  const locked = await lockOrdersOfTransferSteps(tx, receipts);
  const planned: PlannedReceipt[] = [];
  const outcomes = locked.map((outcome): Outcome<TransferReceiptResult> => {
    if ('refused' in outcome) return outcome;
    const { request, order } = outcome.ok;
    const plan = planTransferReceipt(order, request.lines, request.final);
    if ('refused' in plan) return plan;
    const remaining = countOpenReceiptsAfter('Transfer order', order, request.source);
    if ('refused' in remaining) return remaining;
    const openReceipts = remaining.ok;
    const receipt = openReceipts > 0 ? { ...plan.ok, status: 'RECEIVING' as const } : plan.ok;
    planned.push({ ...outcome.ok, receipt, openReceipts });
    const { customerNo, orderId, number } = order;
    return { ok: { reference: request.reference, customerNo, orderId, number, ...receipt } };
  });
  await write(tx, planned);
  for (const { request, order, at, receipt } of planned) {
    numberedTransferOrderStore.record(tx, 'received', order, at, request, {
      warehouse: order.toWarehouse,
      status: receipt.status,
      lines: receipt.arrived.map(loggedUnits),
      ...(receipt.surplus.length > 0 ? { surplus: receipt.surplus.map(loggedUnits) } : {}),
      ...request.logged,
    });
    if (receipt.status === 'CLOSED') recordClosed(tx, { request, order, at, receipt });
  }
  return outcomes;
}

/**
 * Closes orders: missing units of an order that is IN TRANSIT or RECEIVING are written off. One outcome per request, in their
 * order. Refusals, in order of precedence: `NotFound`, `StateForbids` unless IN TRANSIT, RECEIVING or RECEIVED, and while people
 * receive it.
 */
export async function closeTransfers(
  tx: Tx,
  requests: readonly TransferStepRequest[],
): Promise<Outcome<TransferOrder>[]> {
  const statuses: readonly TransferOrderStatus[] = ['IN TRANSIT', 'RECEIVING', 'RECEIVED'];
  const locked = (await lockOrdersOfTransferSteps(tx, requests, { statuses, verb: 'closed' })).map((outcome) => {
    const unattended = 'ok' in outcome ? checkNoOpenReceipts('Transfer order', outcome.ok.order, 'closed') : outcome;
    return 'refused' in unattended ? unattended : outcome;
  });
  const closing = locked.flatMap((outcome): PlannedReceipt[] => {
    if ('refused' in outcome) return [];
    const receipt = {
      status: 'CLOSED',
      arrived: [],
      surplus: [],
      short: computeMissingTransferUnits(outcome.ok.order),
    } as const;
    return [{ ...outcome.ok, receipt, openReceipts: 0 }];
  });
  await write(tx, closing);
  for (const each of closing) recordClosed(tx, each);
  return locked.map((outcome) => ('refused' in outcome ? outcome : { ok: { ...outcome.ok.order, status: 'CLOSED' } }));
}

const loggedUnits = ({ itemNo, quantity, status }: OrderLineUnits) => ({
  itemNo,
  units: quantity,
  inventoryStatus: status,
});

function recordClosed(tx: Tx, { request, order, at, receipt }: Omit<PlannedReceipt, 'openReceipts'>): void {
  numberedTransferOrderStore.record(tx, 'closed', order, at, request, {
    was: order.status,
    ...(receipt.short.length > 0 ? { reason: 'TRANSFER-SHORT', short: receipt.short.map(loggedUnits) } : {}),
  });
}

/** Writes ledger, line counts and statuses of locked orders; the ledger locks backordered documents and balances. */
async function write(tx: Tx, planned: readonly PlannedReceipt[]): Promise<void> {
  if (planned.length === 0) return;
  const skuOf = await loadOrderSkuLookup(
    tx,
    planned.map(({ order }) => order),
  );
  const arrivals = planned.flatMap((each) => arrivalsOf(each, skuOf));
  if (arrivals.length > 0) await receiveStock(tx, arrivals);
  addTransferLineCounts(tx, planned.flatMap(countsOf));
  const changed = planned.map(({ order, receipt: { status }, openReceipts }) => ({ ...order, status, openReceipts }));
  updateTransferOrderStatusesAndOpenReceipts(tx, changed);
  await removeExpectedReceipts(tx, changed.filter(({ status }) => status !== 'RECEIVING').map(documentKeyOfOrder));
}

/** Missing units are transferred in and adjusted out by one `receiveStock`, so that nothing can reserve them in between. */
function arrivalsOf(each: PlannedReceipt, skuOf: OrderSkuLookup): StockReceipt[] {
  const { arrived, surplus, short } = each.receipt;
  const transferred = ({ line, ...units }: OrderLineUnits): StockReceipt => ({
    posting: buildTransferPosting(each, skuOf, units, { type: 'Transfer In' }),
    line,
  });
  return [
    ...arrived.map(transferred),
    ...surplus.map((units) => ({ posting: buildTransferPosting(each, skuOf, units, { reason: 'TRANSFER-OVER' }) })),
    ...short.flatMap((units): StockReceipt[] => {
      const lost = { ...units, quantity: -units.quantity };
      return [transferred(units), { posting: buildTransferPosting(each, skuOf, lost, { reason: 'TRANSFER-SHORT' }) }];
    }),
  ];
}

function countsOf({ order: { customerNo, orderId }, receipt }: PlannedReceipt): TransferLineCountIncrease[] {
  const counted = (units: readonly OrderLineUnits[], column: TransferLineCountIncrease['column']) =>
    units.map(({ line, quantity }) => ({ customerNo, orderId, line, quantity, column }));
  return [
    ...counted(receipt.arrived, 'received'),
    ...counted(receipt.surplus, 'surplus'),
    ...counted(receipt.short, 'short'),
  ];
}

/** Batches receipts of single requests. */
export const transferReceiptWriter: BatchWriter<TransferReceipt, TransferReceiptResult> = {
  name: 'transfer-orders.receive',
  maxItems: 50,
  customerNo: ({ name: { customerNo } }) => customerNo,
  identities: numberedTransferOrderStore.identitiesOf,
  write: postTransferReceipts,
};
