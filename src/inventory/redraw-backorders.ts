/** Backordered documents that other inventory statuses may fill than when they were accepted (decision 12). */
import type { Tx } from '../platform/db/db.ts';
import { allocateBackorders, BackorderQueue, balanceKeysOf, documentKeyText, notifyFilled } from './backorder-queue.ts';
import { BalanceSession } from './balance-store.ts';
import { readDemands, rewriteDemands } from './demand-store.ts';
import { type DemandLine, type DocumentKey, demandRank } from './stock.ts';

/** The lines of a document: as they are demanded, with the statuses that may fill them now. */
export interface RedrawnDocument extends DocumentKey {
  readonly lines: readonly DemandLine[];
}

/** Backordered orders of a customer, in queue order. Not locked. */
export async function listBackorderedOrders(tx: Tx, customerNo: string): Promise<string[]> {
  const rows = await tx.rows<{ subject: string }>(
    `select subject from demands where customer_no = $1 and state = 'waiting' and rank = $2
      group by subject order by min(queued_at), subject`,
    [customerNo, demandRank.order],
  );
  return rows.map(({ subject }) => subject);
}

/**
 * Saves which statuses may fill the documents that are still backordered, and allocates available stock in these statuses to
 * backorders in queue order, complete documents only. Their owners are notified. The caller has locked the documents.
 */
export async function redrawBackorders(tx: Tx, documents: readonly RedrawnDocument[]): Promise<void> {
  const linesOf = new Map(documents.map((document) => [documentKeyText(document), document.lines]));
  const waiting = (await readDemands(tx, documents)).filter(({ state }) => state === 'waiting');
  const redrawn = waiting.map((row) => {
    const line = linesOf
      .get(documentKeyText(row))
      ?.find(({ itemNo, status }) => itemNo === row.itemNo && status === row.status);
    return line === undefined ? row : { ...row, statuses: line.statuses };
  });
  rewriteDemands(tx, redrawn);
  const increased = redrawn.flatMap((row) => [...balanceKeysOf(row.customerNo, row.choices ?? [row.warehouse], [row])]);
  const queue = await BackorderQueue.lock(tx, { increased });
  const balances = await BalanceSession.lock(tx, queue.keys());
  await queue.lockNewcomers(balances, { increased });
  const filled = allocateBackorders(balances, queue.waiting());
  await balances.write();
  await notifyFilled(tx, filled);
}
