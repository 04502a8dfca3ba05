/**
 * Due work that is not to be done as it was planned: read with its locks, taken back. Whoever does due work locks it before
 * any document, so whoever plans anew does the same.
 */
import type { DueWork } from './clock.ts';
import type { Tx } from './db/db.ts';

/** What waits of a step for subjects of a customer, in the order of time, locked: nobody does it meanwhile. */
export async function lockDueWork(
  tx: Tx,
  customerNo: string,
  step: string,
  subjects: readonly string[],
): Promise<DueWork[]> {
  if (subjects.length === 0) return [];
  const rows = await tx.rows<{ due_at: Temporal.Instant; subject: string; data: unknown }>(
    `select due_at, subject, data from due_work
      where customer_no = $1 and step = $2 and subject = any ($3::uuid[])
      order by due_at, step, subject
        for update`,
    [customerNo, step, subjects],
  );
  return rows.map(({ due_at, subject, data }) => ({ customerNo, dueAt: due_at, step, subject, data }));
}

/** Takes back work that the caller has locked. */
export async function cancelDueWork(tx: Tx, work: readonly DueWork[]): Promise<void> {
  if (work.length === 0) return;
  await tx.rows(
    `delete from due_work d
      using unnest($1::text[], $2::timestamptz[], $3::text[], $4::uuid[]) as w (customer_no, due_at, step, subject)
      where d.customer_no = w.customer_no and d.due_at = w.due_at and d.step = w.step and d.subject = w.subject`,
    [
      work.map((w) => w.customerNo),
      work.map((w) => w.dueAt.toString()),
      work.map((w) => w.step),
      work.map((w) => w.subject),
    ],
  );
}
