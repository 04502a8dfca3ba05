/**
 * A customer's clock (decision 2): real time plus an offset, which only the test environment sets.
 *
 * Business time (accepted, shipped, due) is read here, inside the transaction. Tokens, rate limits, idempotency and
 * schedules stay on real time.
 */
import { distinctCustomerNos, type OfCustomers } from './customer-nos.ts';
import type { DbReader, Tx } from './db/db.ts';
import { type CacheSource, formatCacheKey, readCachedValues } from './versioned-cache.ts';

/** Real time in whole microseconds, the precision of PostgreSQL: a stored value reads back equal. */
export function currentRealTime(): Temporal.Instant {
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
    return new Map(keys.map((key) => [formatCacheKey(key), { offsetMs: offsets.get(key.customerNo) ?? 0 }]));
  },
};

const clockKey = (customerNo: string) => ({ customerNo, name: '' });

function clockReader(offsets: ReadonlyMap<string, { readonly offsetMs: number }>) {
  const real = currentRealTime();
  return (customerNo: string): Temporal.Instant => {
    const offsetMs = offsets.get(formatCacheKey(clockKey(customerNo)))?.offsetMs ?? 0;
    return offsetMs === 0 ? real : real.add({ milliseconds: offsetMs });
  };
}

/**
 * Reads the clocks of these customers, and returns a function that gives the time on each of them, as of the read. Pass every customer
 * whose time is needed: the function returns real time for any other.
 */
export async function readCustomerClockLookup(
  reader: DbReader,
  customers: OfCustomers,
): Promise<(customerNo: string) => Temporal.Instant> {
  return clockReader(await clockSource.read(reader, distinctCustomerNos(customers).map(clockKey)));
}

/**
 * `readCustomerClockLookup` through the versioned cache, for an optimistic transaction. Clocks that are not cached are read from the
 * database.
 */
export async function getCachedCustomerClockLookup(
  tx: Tx,
  customers: OfCustomers,
): Promise<(customerNo: string) => Temporal.Instant> {
  return clockReader(await readCachedValues(tx, clockSource, distinctCustomerNos(customers).map(clockKey)));
}

/** The time on one customer's clock. */
export async function readCustomerClock(reader: DbReader, customerNo: string): Promise<Temporal.Instant> {
  return (await readCustomerClockLookup(reader, [customerNo]))(customerNo);
}

/** Advances a customer's clock so that it shows at least `to`; never sets it back. */
export async function advanceCustomerClock(tx: Tx, customerNo: string, to: Temporal.Instant): Promise<void> {
  const offsetMs = Math.ceil(to.since(Temporal.Now.instant()).total('milliseconds'));
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
