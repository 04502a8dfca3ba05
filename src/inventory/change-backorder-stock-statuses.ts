/** Changes the inventory statuses that may fill documents which are already backordered (decision 12). */
import type { Tx } from '../platform/db/db.ts';
import { allocateBackorders } from './allocation.ts';
import { BackorderQueue, balanceKeysOfLines, formatDocumentKey, recordFilledBackorders } from './backorder-queue.ts';
import { BalanceSession } from './balance-store.ts';
import { readDemands, rewriteDemands } from './demand-store.ts';
import { type DemandLine, type DocumentKey, demandRanks } from './stock.ts';

/** A document and its demanded lines, with the statuses that may fill them now. The first status of each stays as it is. */
interface DocumentStockStatuses extends DocumentKey {
  readonly lines: readonly DemandLine[];
}

/** The position of an order in the list of backordered orders: by time of its first demand. */
export interface BackorderPosition {
  readonly queuedAt: string;
  readonly subject: string;
}

/** Backordered orders of a customer after a position, oldest first, whatever their priority, at most `limit`. No transfers. Not locked. */
export async function listBackorderedOrders(
  tx: Tx,
  customerNo: string,
  after: BackorderPosition | undefined,
  limit: number,
): Promise<BackorderPosition[]> {
  return await tx.rows<BackorderPosition>(
    `select min(queued_at)::text as "queuedAt", subject from demands
      where customer_no = $1 and state = 'waiting' and rank <> $2
      group by subject
     having $3::timestamptz is null or (min(queued_at), subject) > ($3, $4::uuid)
      order by min(queued_at), subject limit $5`,
    [customerNo, demandRanks.transfer, after?.queuedAt ?? null, after?.subject ?? null, limit],
  );
}

/**
 * Saves the statuses that may fill these documents, if they are still backordered, and allocates available stock in these statuses to
 * backorders in queue order, complete documents only. The owners of filled documents are notified. The caller has locked the documents.
 */
export async function changeBackorderStockStatuses(tx: Tx, documents: readonly DocumentStockStatuses[]): Promise<void> {
  const linesOf = new Map(documents.map((document) => [formatDocumentKey(document), document.lines]));
  const waiting = (await readDemands(tx, documents)).filter(({ state }) => state === 'waiting');
  const changed = waiting.map((row) => {
    const line = linesOf
      .get(formatDocumentKey(row))
      ?.find(({ itemNo, status }) => itemNo === row.itemNo && status === row.status);
    return line === undefined ? row : { ...row, statuses: line.statuses };
  });
  rewriteDemands(tx, changed);
  const increased = changed.flatMap((row) => [
    ...balanceKeysOfLines(row.customerNo, row.choices ?? [row.warehouse], [row]),
  ]);
  const queue = await BackorderQueue.lock(tx, { increased });
  // Stock may arrive at the same time where there never was any in these statuses.
  const balances = await BalanceSession.lockToReserve(tx, queue.keys());
  await queue.lockNewcomers(balances, { increased });
  const filled = allocateBackorders(balances, queue.waiting());
  balances.write();
  await recordFilledBackorders(tx, filled);
}
