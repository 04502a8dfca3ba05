/**
 * A customer's clock (decision 2): real time plus an offset, which only the test environment sets.
 *
 * Business time (accepted, shipped, due) is read here, inside the transaction. Tokens, rate limits, idempotency and
 * schedules stay on real time.
 */
import { column } from './db/columns.ts';
import type { Reader, Tx } from './db/db.ts';
import { Table } from './db/table.ts';
import { type CacheSource, cacheKeyText, getCached } from './versioned-cache.ts';

/** Real time in whole microseconds, as PostgreSQL keeps it: what was written reads back equal. */
export function realTime(): Temporal.Instant {
  return Temporal.Now.instant().round({ smallestUnit: 'microsecond', roundingMode: 'floor' });
}

/** How far each customer's clock is from real time. */
const clockSource: CacheSource<{ readonly offsetMs: number }> = {
  kind: 'clock',
  read: async (reader, keys) => {
    const rows = await reader.rows<{ customer_no: string; offset_ms: number }>(
      'select customer_no, offset_ms from customer_clocks where customer_no = any ($1::text[])',
      [keys.map((key) => key.customerNo)],
    );
    const offsets = new Map(rows.map((row) => [row.customer_no, row.offset_ms]));
    return new Map(keys.map((key) => [cacheKeyText(key), { offsetMs: offsets.get(key.customerNo) ?? 0 }]));
  },
};

const clockKey = (customerNo: string) => ({ customerNo, name: '' });

function clockReader(offsets: ReadonlyMap<string, { readonly offsetMs: number }>) {
  const real = realTime();
  return (customerNo: string): Temporal.Instant => {
    const offsetMs = offsets.get(cacheKeyText(clockKey(customerNo)))?.offsetMs ?? 0;
    return offsetMs === 0 ? real : real.add({ milliseconds: offsetMs });
  };
}

/** The time on each customer's clock. */
export async function customerTimes(
  reader: Reader,
  customerNos: readonly string[],
): Promise<(customerNo: string) => Temporal.Instant> {
  return clockReader(await clockSource.read(reader, customerNos.map(clockKey)));
}

/** `customerTimes` for a transaction that may guess: how far a clock is set it remembers. */
export async function getCachedTimes(
  tx: Tx,
  customerNos: readonly string[],
): Promise<(customerNo: string) => Temporal.Instant> {
  return clockReader(await getCached(tx, clockSource, customerNos.map(clockKey)));
}

/** The time on one customer's clock. */
export async function customerTime(reader: Reader, customerNo: string): Promise<Temporal.Instant> {
  return (await customerTimes(reader, [customerNo]))(customerNo);
}

/** By how much a clock that shows `to` now is ahead of real time. */
const offsetMsTo = (to: Temporal.Instant): number => Math.ceil(to.since(Temporal.Now.instant()).total('milliseconds'));

/** Sets the clock so that it shows `to` now. Moving it backwards is the caller's to refuse. */
export async function setCustomerClock(tx: Tx, customerNo: string, to: Temporal.Instant): Promise<void> {
  tx.bumpVersion(customerNo);
  const offsetMs = offsetMsTo(to);
  await tx.rows(
    `insert into customer_clocks (customer_no, offset_ms) values ($1, $2)
         on conflict (customer_no) do update set offset_ms = excluded.offset_ms`,
    [customerNo, offsetMs],
  );
}

/** Moves a customer's clock forward so that it shows at least `to`; never backwards. */
export async function advanceCustomerClock(tx: Tx, customerNo: string, to: Temporal.Instant): Promise<void> {
  const offsetMs = offsetMsTo(to);
  if (offsetMs <= 0) return;
  const moved = await tx.rows(
    `insert into customer_clocks as c (customer_no, offset_ms) values ($1, $2)
         on conflict (customer_no) do update set offset_ms = excluded.offset_ms
          where c.offset_ms < excluded.offset_ms
     returning 1`,
    [customerNo, offsetMs],
  );
  if (moved.length > 0) tx.bumpVersion(customerNo);
}

/** One thing that is due for a customer at a time of the customer's clock. */
export interface DueWork {
  readonly customerNo: string;
  readonly dueAt: Temporal.Instant;
  /** What is to be done, in the words of who does it: `sales_order.process`, `package.scan`. */
  readonly step: string;
  readonly subject: string;
  readonly data?: unknown;
}

/** The table of due work. */
export const dueWork = new Table(
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

const insertNew = dueWork.insert(scheduled);
const insertOrIgnore = dueWork.insertOrIgnore(scheduled);

/** Schedules the first work of subjects that the caller's transaction creates. */
export function scheduleNewWork(tx: Tx, work: readonly DueWork[]): void {
  insertNew(tx, work);
}

/** Schedules work in the caller's transaction; the same step of the same subject at the same time only once. */
export async function scheduleDueWork(tx: Tx, work: readonly DueWork[]): Promise<void> {
  insertOrIgnore(tx, work);
}
