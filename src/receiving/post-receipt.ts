/** Posts what was counted, by the functions that receive and ship orders: the ledger, the order, and the backorder queue follow at once. */
import { sumByKey } from '../lib/sum-by-key.ts';
import { inventoryStatusesOfCustomer, readOperatorSettings } from '../operator-settings/index.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { type Outcome, refuse, refuseState } from '../platform/errors.ts';
import type { OperatorContext } from '../platform/http/operator-operation.ts';
import { defineSlicePort } from '../platform/ports.ts';
import { lockPurchaseOrders, type PurchaseOrderReceipt, postPurchaseOrderReceipts } from '../purchase-orders/index.ts';
import {
  lockTransferOrders,
  postTransferReceipts,
  readTransferOrders,
  shipTransfers,
  sourceInventoryStatusOfTransferLine,
  type TransferOrder,
} from '../transfer-orders/index.ts';
import {
  type ExplainedReceiptDifference,
  type PostedUnits,
  type Receipt,
  type ReceiptPostingResult,
  sumReceiptUnitsByItem,
} from './receipt.ts';
import { readOpenTransferPickReceipts } from './receipt-store.ts';
import { type TransferDeparture, unitsDepartingHook } from './source-bins.ts';

/** Runs after the postings of transfers that people have shipped, if in transit: in test, it schedules their arrival. */
export const transfersDepartedHook = defineSlicePort<(tx: Tx, shipped: readonly TransferOrder[]) => Promise<void>>(
  'what follows the departure of transfers',
);

type Posted = Omit<ReceiptPostingResult, 'differences'>;

/** The lines that a receipt posts: the good units of each item, and its units in each other condition. */
export function computeReceiptPostingLines({ counted, issues }: Pick<Receipt, 'counted' | 'issues'>) {
  return sumByKey(
    [...counted.map((each) => ({ ...each, status: undefined })), ...issues],
    ({ itemNo, status }) => `${itemNo}\n${status ?? ''}`,
    ({ units }) => units,
  ).map(({ first: { itemNo, status }, sum: quantity }) => ({ itemNo, quantity, status }));
}

/** Further data of the log entry of the order, besides the posted units. */
export function toReceiptLogData(receipt: Receipt, differences: readonly ExplainedReceiptDifference[]) {
  const { receiptId, pallet, label, note, counted, issues } = receipt;
  const lots = [...new Set([...counted, ...issues].map(({ lot }) => lot).filter((lot) => lot !== ''))];
  return {
    receipt: receiptId,
    pallet,
    ...(label === '' ? {} : { label }),
    ...(note === '' ? {} : { note }),
    ...(lots.length === 0 ? {} : { lots }),
    ...(issues.length === 0
      ? {}
      : { issues: issues.map(({ itemNo, units, status, reasonCode }) => ({ itemNo, units, status, reasonCode })) }),
    ...(differences.length === 0
      ? {}
      : { differences: differences.map(({ itemNo, difference, reasonCode }) => ({ itemNo, difference, reasonCode })) }),
    ...toWereDifferencesShownLogData(receipt),
  };
}

/**
 * Data for the log of the order: whether the person has seen the differences, and so knows the expected units in
 * further counts.
 */
export const toWereDifferencesShownLogData = ({ shown }: Pick<Receipt, 'shown'>) =>
  shown === undefined || shown.length === 0 ? {} : { wasShownDifferences: true };

/** `StateForbids` when a status that units were counted into has been removed since. */
export async function checkCountedStatuses(
  tx: Tx,
  { customerNo, issues, state }: Pick<Receipt, 'customerNo' | 'issues' | 'state'>,
): Promise<Outcome<undefined>> {
  const known = inventoryStatusesOfCustomer(await readOperatorSettings(tx), customerNo);
  const lost = issues.find(({ status }) => !known.has(status));
  if (lost === undefined) return { ok: undefined };
  const { units, itemNo, status } = lost;
  const what = `${units} × ${itemNo} are counted as ${status}, which was removed.`;
  const remedy =
    state === 'parked'
      ? 'Have an admin add it again, or discard the delivery and count it again.'
      : 'Undo them and count them as another status, or have an admin add it again.';
  return refuseState(state.toUpperCase(), `${what} ${remedy}`);
}

/**
 * Posts a receipt whose order is locked; of one without an order nothing. Refusals: those of `checkCountedStatuses`, then those
 * of the function that posts.
 */
export async function postReceipt(
  tx: Tx,
  receipt: Receipt,
  differences: readonly ExplainedReceiptDifference[],
  context: OperatorContext,
): Promise<Outcome<Posted>> {
  const { kind, customerNo, orderId } = receipt;
  if (kind === 'unannounced' || orderId === undefined) return { ok: { orderStatus: '', posted: [] } };
  const statuses = await checkCountedStatuses(tx, receipt);
  if ('refused' in statuses) return statuses;
  const logged = toReceiptLogData(receipt, differences);
  if (kind === 'purchase order') {
    return await postUnitsToPurchaseOrder(tx, { customerNo, orderId }, context, {
      lines: computeReceiptPostingLines(receipt),
      source: 'open receipt',
      logged,
    });
  }
  const request = { ...context.forCustomer(customerNo), name: { customerNo, reference: orderId } };
  if (kind === 'transfer in') {
    const receiving = {
      ...request,
      lines: computeReceiptPostingLines(receipt),
      final: false,
      source: 'open receipt' as const,
      logged,
    };
    const [received] = await postTransferReceipts(tx, [receiving]);
    if (received === undefined || 'refused' in received) return received ?? notFound;
    const { status, arrived, surplus } = received.ok;
    return { ok: { orderStatus: status, posted: sumPosted([...arrived, ...surplus]) } };
  }
  const [order] = await lockTransferOrders(tx, [{ customerNo, orderId }]);
  const picked = order === undefined ? [] : pickedLines(order, receipt);
  if (order !== undefined) await tx.ports.get(unitsDepartingHook)(tx, departureOf(order, receipt, picked));
  const [shipped] = await shipTransfers(tx, [{ ...request, picked }]);
  if (shipped === undefined || 'refused' in shipped) return shipped ?? notFound;
  if (shipped.ok.status === 'IN TRANSIT') await tx.ports.get(transfersDepartedHook)(tx, [shipped.ok]);
  const posted = unitsOfTransfer(shipped.ok, (line) => line.shipped);
  return { ok: { orderStatus: shipped.ok.status, posted } };
}

const notFound = refuse('NotFound', 'There is no such order.');

/**
 * Posts counted units to a locked purchase order. Refusals: `NotFound` when there is no such order, then those of
 * `postPurchaseOrderReceipts`.
 */
export async function postUnitsToPurchaseOrder(
  tx: Tx,
  key: { readonly customerNo: string; readonly orderId: string },
  context: OperatorContext,
  receipt: Pick<PurchaseOrderReceipt, 'lines' | 'source' | 'logged'>,
): Promise<Outcome<Posted>> {
  const [order] = await lockPurchaseOrders(tx, [key]);
  if (order === undefined) return notFound;
  const { customerNo, customerReferenceNo } = order;
  const [received] = await postPurchaseOrderReceipts(tx, [
    { ...context.forCustomer(customerNo), customerReferenceNo, ...receipt },
  ]);
  if (received === undefined || 'refused' in received) return received ?? notFound;
  return { ok: { orderStatus: received.ok.status, posted: sumPosted(received.ok.lines) } };
}

function sumPosted(units: readonly { itemNo: string; quantity: number; status: string }[]): PostedUnits[] {
  return sumByKey(
    units,
    ({ itemNo, status }) => `${itemNo}\n${status}`,
    ({ quantity }) => quantity,
  ).map(({ first: { itemNo, status }, sum }) => ({ itemNo, status, units: sum }));
}

/** Units of the lines of a transfer by item and inventory status at the source. Lines without units are omitted. */
function unitsOfTransfer(
  order: TransferOrder,
  unitsOf: (line: TransferOrder['lines'][number]) => number,
): PostedUnits[] {
  const units = order.lines.map((line) => {
    return {
      itemNo: line.itemNo,
      quantity: unitsOf(line),
      status: sourceInventoryStatusOfTransferLine(order, line),
    };
  });
  return sumPosted(units.filter(({ quantity }) => quantity > 0));
}

/** The units that people have picked so far for transfers of these customers that have not departed from a warehouse. */
export async function readPendingTransferDepartures(
  reader: DbReader,
  customerNos: readonly string[],
  warehouse: string,
): Promise<TransferDeparture[]> {
  const picked = (await readOpenTransferPickReceipts(reader, customerNos, warehouse)).flatMap((receipt) => {
    const { customerNo, orderId } = receipt;
    return orderId === undefined ? [] : [{ receipt, customerNo, orderId }];
  });
  const orders = new Map((await readTransferOrders(reader, picked)).map((order) => [order.orderId, order]));
  return picked.flatMap(({ receipt, orderId }) => {
    const order = orders.get(orderId);
    return order === undefined ? [] : [departureOf(order, receipt, pickedLines(order, receipt))];
  });
}

/** The units that leave with a transfer, and the bins from which they were picked. */
function departureOf(
  order: TransferOrder,
  { customerNo, warehouse, counted }: Receipt,
  picked: readonly { readonly line: number; readonly units: number }[],
): TransferDeparture {
  const unitsOf = new Map(picked.map(({ line, units }) => [line, units]));
  const units = unitsOfTransfer(order, ({ line }) => unitsOf.get(line) ?? 0);
  const sources = counted.flatMap(({ itemNo, units, location = '' }) =>
    location === '' ? [] : [{ itemNo, units, location }],
  );
  return { customerNo, warehouse, units, sources };
}

/** The picked units of an item fill its lines in their order. */
function pickedLines(order: TransferOrder, receipt: Receipt) {
  const left = new Map(sumReceiptUnitsByItem(receipt));
  return order.lines.map(({ line, itemNo, units, missing }) => {
    const picked = Math.min(left.get(itemNo) ?? 0, units - missing);
    left.set(itemNo, (left.get(itemNo) ?? 0) - picked);
    return { line, units: picked };
  });
}
