/**
 * Writes and reads `due_work`: the steps that are due for a customer at a time on the customer's clock. Other modules
 * only look for rows of their documents in it.
 *
 * Locks: due work is locked before the documents that it is about, by its runner as well as by a request that cancels
 * it.
 */
import { currentRealTime } from './clock.ts';
import { column } from './db/columns.ts';
import type { Db, DbReader, Tx } from './db/db.ts';
import { amongCustomersSql } from './db/nodes.ts';
import { Table } from './db/table.ts';

/** A step that is due for a subject. */
export interface DueWork {
  readonly customerNo: string;
  readonly dueAt: Temporal.Instant;
  /** The name of its handler: `sales_order.process`, `package.scan`. */
  readonly step: string;
  readonly subject: string;
  readonly data?: unknown;
}

/** Due work that is stored. `attempts`: how often it has failed. */
export interface StoredDueWork extends DueWork {
  readonly attempts: number;
}

const dueWork = new Table(
  'due_work',
  {
    customerNo: column.text(),
    dueAt: column.instant(),
    step: column.text(),
    subject: column.uuid(),
    data: column.optional(column.jsonb<unknown>()),
    attempts: column.smallint(),
  },
  ['customerNo', 'dueAt', 'step', 'subject'],
);

const scheduled = ['customerNo', 'dueAt', 'step', 'subject', 'data'] as const;

/** Schedules the first work of subjects that the caller's transaction creates. */
export const scheduleDueWorkOfNewSubjects: (tx: Tx, work: readonly DueWork[]) => void = dueWork.insert(scheduled);

/** Schedules work in the caller's transaction. Idempotent for the same step of the same subject at the same time. */
export const scheduleDueWork: (tx: Tx, work: readonly DueWork[]) => void = dueWork.insertOrIgnore(scheduled);

/** Locks the work of a step that is scheduled for subjects of a customer, and returns it in the order of time. */
export async function lockDueWorkOfSubjects(
  tx: Tx,
  customerNo: string,
  step: string,
  subjects: readonly string[],
): Promise<DueWork[]> {
  if (subjects.length === 0) return [];
  return await dueWork.rows<DueWork>(
    tx,
    `select ${dueWork.select('d', scheduled)} from due_work d
      where d.customer_no = $1 and d.step = $2 and d.subject = any ($3::uuid[])
      order by d.due_at, d.step, d.subject
        for no key update`,
    [customerNo, step, subjects],
  );
}

/** Deletes work that the caller has locked. */
export const cancelDueWork: (tx: Tx, work: readonly DueWork[]) => void = dueWork.delete();

/** Reads the work that is scheduled for a subject, in the order of time: at most 100 entries, without their data. */
export async function readDueWorkOfSubject(
  reader: DbReader,
  customerNo: string,
  subject: string,
): Promise<StoredDueWork[]> {
  return await dueWork.rows<StoredDueWork>(
    reader,
    `select ${dueWork.select('d', ['customerNo', 'dueAt', 'step', 'subject', 'attempts'])} from due_work d
      where d.customer_no = $1 and d.subject = $2 order by d.due_at, d.step limit 100`,
    [customerNo, subject],
  );
}

/** Finds the step of a customer that is due first, at or after `from` and up to `until`. */
export async function findFirstDueWork(
  reader: DbReader,
  customerNo: string,
  from: Temporal.Instant | undefined,
  until: Temporal.Instant,
): Promise<Pick<DueWork, 'dueAt' | 'step'> | undefined> {
  const [first] = await dueWork.rows<Pick<DueWork, 'dueAt' | 'step'>>(
    reader,
    `select ${dueWork.select('d', ['dueAt', 'step'])} from due_work d
      where d.customer_no = $1 and d.due_at >= coalesce($2::timestamptz, '-infinity') and d.due_at <= $3
      order by d.due_at, d.step
      limit 1`,
    [customerNo, from ?? null, until],
  );
  return first;
}

/** Locks a customer's work from `from` on, before `before` and up to `until`: at most `max`, in the order of time and step. */
export async function lockDueWorkBetween(
  tx: Tx,
  customerNo: string,
  {
    from,
    before,
    until,
    max,
  }: Readonly<Record<'from' | 'before' | 'until', Temporal.Instant>> & { readonly max: number },
): Promise<StoredDueWork[]> {
  return await dueWork.rows<StoredDueWork>(
    tx,
    `select ${dueWork.select('d')} from due_work d
      where d.customer_no = $1 and d.due_at >= $2 and d.due_at < $3 and d.due_at <= $4
      order by d.due_at, d.step, d.subject
      limit $5
        for no key update`,
    [customerNo, from, before, until, max],
  );
}

/** Locks the given work, as far as it still exists, in the order of time and step. */
export const lockGivenDueWork: (tx: Tx, work: readonly DueWork[]) => Promise<StoredDueWork[]> = dueWork.lock({
  orderBy: 't.due_at, t.step, t.subject',
});

/** Schedules work again that has failed, with its attempts. */
export const rescheduleFailedWork: (tx: Tx, work: readonly StoredDueWork[]) => void = dueWork.insertOrIgnore();

/** A customer's next step. */
export interface NextDueWork {
  readonly customerNo: string;
  /** When the first step that has not failed before is due; undefined when only failed ones are left. */
  readonly dueAt: Temporal.Instant | undefined;
  /** When the first step is due, failed ones included. */
  readonly firstAt: Temporal.Instant;
  /** The time on the customer's clock. */
  readonly now: Temporal.Instant;
}

interface NextDueRow {
  readonly customer_no: string;
  readonly first_at: Temporal.Instant;
  readonly due_at: Temporal.Instant | null;
  readonly offset_ms: number;
}

/**
 * Every customer with due work, and when its next step is due; without those on nodes that are away. Two index probes for each
 * customer of the environment, of which the second passes over failed rows.
 */
export async function findNextDueWorkOfCustomers({
  nodes,
  rows: read,
}: Pick<Db, 'nodes' | 'rows'>): Promise<NextDueWork[]> {
  const rows = await nodes.readAll<NextDueRow>((customers) => {
    const of = amongCustomersSql(customers, '$1');
    return read(
      `select c.customer_no, w.first_at, fresh.due_at, coalesce(k.offset_ms, 0) as offset_ms
         from commit_counters c
        cross join lateral (select min(d.due_at) as first_at from due_work d
                             where d.customer_no = c.customer_no ${of('d')}) w
        cross join lateral (select min(d.due_at) as due_at from due_work d
                             where d.customer_no = c.customer_no and d.attempts = 0 ${of('d')}) fresh
         left join customer_clocks k on k.customer_no = c.customer_no ${of('k')}
        where w.first_at is not null ${of('c')}
        order by c.customer_no`,
      customers && [customers],
    );
  });
  const real = currentRealTime();
  return rows.map((row) => ({
    customerNo: row.customer_no,
    dueAt: row.due_at ?? undefined,
    firstAt: row.first_at,
    now: real.add({ milliseconds: row.offset_ms }),
  }));
}

/**
 * The customers with a step that is due by their own clocks, without those on nodes that are away: one index probe for each
 * customer.
 */
export async function findCustomersWithDueWork({ nodes, rows: read }: Pick<Db, 'nodes' | 'rows'>): Promise<string[]> {
  const rows = await nodes.readAll<{ customer_no: string }>((customers) => {
    const of = amongCustomersSql(customers, '$2');
    return read(
      `select c.customer_no
         from commit_counters c
         left join customer_clocks k on k.customer_no = c.customer_no ${of('k')}
        where exists (select from due_work d
                       where d.customer_no = c.customer_no ${of('d')}
                         and d.due_at <= $1::timestamptz + coalesce(k.offset_ms, 0) * interval '1 millisecond') ${of('c')}
        order by c.customer_no`,
      customers === undefined ? [currentRealTime()] : [currentRealTime(), customers],
    );
  });
  return rows.map((row) => row.customer_no);
}
