/**
 * Renews the cursors of customers without new events. A cursor that is older than the attached months of the log is refused, so the
 * first event of a winery after a long pause would be skipped.
 */
import type { Db, Tx } from '../platform/db/db.ts';
import { lockWebhookCustomerCursor } from './endpoint-store.ts';
import { firstDayNeededByCursor, webhookEventSource } from './event-source.ts';

/**
 * Moves the cursors of customers whose events were all read to the end of the log, so that they do not become too old.
 * Skips no event. Runs daily.
 */
export async function advanceIdleWebhookCursors(db: Db, signal: AbortSignal): Promise<void> {
  const quiet = await db.rows<{ customer_no: string }>(
    `select q.customer_no from webhook_customers q join commit_counters c on c.customer_no = q.customer_no
      where q.read_up_to >= c.last_seq`,
  );
  for (const { customer_no: customerNo } of quiet) {
    if (signal.aborted) return;
    await db.write((tx) => renewCursor(tx, customerNo), { customerNo });
  }
}

/**
 * The first customer with unread events whose cursor is too old when the months before `before` are archived: the sender would skip its
 * events, also those of later months. Undefined when there is none.
 */
export async function findCustomerWithWebhookCursorBefore(
  db: Db,
  before: Temporal.PlainDate,
): Promise<string | undefined> {
  const customersBehind = await db.rows<{ customerNo: string; cursor: string }>(
    `select q.customer_no as "customerNo", q.cursor
       from webhook_customers q join commit_counters c on c.customer_no = q.customer_no
      where q.read_up_to < c.last_seq order by q.customer_no`,
  );
  return customersBehind.find(({ cursor }) => {
    const day = firstDayNeededByCursor(cursor);
    return day !== undefined && Temporal.PlainDate.compare(day, before) < 0;
  })?.customerNo;
}

async function renewCursor(tx: Tx, customerNo: string): Promise<void> {
  await lockWebhookCustomerCursor(tx, customerNo);
  const cursor = await webhookEventSource.currentCursor(tx, customerNo);
  // Compared after the cursor was read, so every event before the cursor has been read.
  tx.send(
    `update webhook_customers q set cursor = $2
       from commit_counters c
      where q.customer_no = $1 and c.customer_no = $1 and q.read_up_to >= c.last_seq and q.cursor <> $2`,
    [customerNo, cursor],
  );
}
