/**
 * Adds and replaces documents' expectations under one lock of the balances, so that inbound quantities never dip in between (decision 10:
 * OpenPO). Backorders that wait for the new stock, and that several warehouses may fill, move to the warehouse that
 * `chooseBackorderWarehouse` chooses then (decision 12).
 */
import type { Tx } from '../platform/db/db.ts';
import { chooseBackorderWarehouse, computeAvailableUnitsForLine } from './allocation.ts';
import {
  BackorderQueue,
  demandOwnersPort,
  formatDocumentKey,
  type MovedBackorder,
  type QueuedDocument,
} from './backorder-queue.ts';
import { BalanceSession } from './balance-store.ts';
import { setDemandStates } from './demand-store.ts';
import { deleteExpectedReceipts, insertExpectedReceipts, readExpectedReceipts } from './expected-receipt-store.ts';
import { computeInboundBalanceDelta } from './ledger.ts';
import type { DocumentKey, ExpectedReceipt } from './stock.ts';

/** A document and its new expectations. */
interface ExpectedReceiptChange {
  readonly document: DocumentKey;
  readonly expectations: readonly ExpectedReceipt[];
}

/**
 * Adds inbound stock of documents that announced none. It counts until it is received or the document's expectations are removed.
 * Otherwise as `replaceExpectedReceipts`.
 */
export async function addExpectedReceipts(tx: Tx, added: readonly ExpectedReceipt[]): Promise<void> {
  const ofDocuments = [...Map.groupBy(added, formatDocumentKey).values()];
  await replaceExpectedReceipts(
    tx,
    ofDocuments.flatMap(([first, ...more]) =>
      first === undefined ? [] : [{ document: first, expectations: [first, ...more] }],
    ),
  );
}

/**
 * Replaces the expectations of each document. A document occurs at most once; the caller has locked or inserted it, and nothing has been
 * received for it. Locks the backorders that the stock may fill, then the balances.
 */
export async function replaceExpectedReceipts(tx: Tx, changes: readonly ExpectedReceiptChange[]): Promise<void> {
  if (changes.length === 0) return;
  const documents = changes.map((change) => change.document);
  const before = await readExpectedReceipts(tx, documents);
  const after = changes.flatMap((change) => change.expectations);
  const queue = await BackorderQueue.lock(tx, { increased: after });
  const balances = await BalanceSession.lockToReceive(tx, [...before, ...after, ...queue.keys()], after);
  await queue.lockNewcomers(balances, { increased: after });
  for (const row of before)
    balances.change(row, computeInboundBalanceDelta(row, -Math.max(0, row.ordered - row.received)));
  for (const row of after) balances.change(row, computeInboundBalanceDelta(row, row.ordered));
  const moved = queue.waiting().flatMap((document) => moveBackorder(balances, document));
  balances.write();
  deleteExpectedReceipts(tx, documents);
  insertExpectedReceipts(tx, after);
  if (moved.length === 0) return;
  setDemandStates(tx, moved, 'waiting');
  for (const owner of tx.ports.get(demandOwnersPort)) await owner.backorderMoved?.(tx, moved);
}

/** Moves the backorder of a document in `balances`; empty when it stays. */
function moveBackorder(balances: BalanceSession, document: QueuedDocument): MovedBackorder[] {
  const { customerNo, subject, backorderWarehouse: from, warehouses, lines } = document;
  const warehouse = chooseBackorderWarehouse(balances, customerNo, warehouses, lines);
  if (warehouse === from) return [];
  for (const { itemNo, status, quantity } of lines) {
    balances.change({ customerNo, itemNo, warehouse: from, status }, { backOrdered: -quantity });
    balances.change({ customerNo, itemNo, warehouse, status }, { backOrdered: quantity });
  }
  const shortages = lines.flatMap(({ itemNo, status, statuses, quantity }) => {
    const available = computeAvailableUnitsForLine(balances, customerNo, warehouse, { itemNo, status, statuses });
    return available < quantity ? [{ itemNo, status, statuses, quantity, warehouse, available }] : [];
  });
  return [{ customerNo, subject, warehouse, shortages }];
}
