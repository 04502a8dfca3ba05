/**
 * Pages of the stock on hand at the end of a past day, across customers. Customers are read in groups, one after the other. A page reads
 * only the groups that it and its count, up to the maximum count, need.
 */
import { listCustomers } from '../auth/index.ts';
import type { Db } from '../platform/db/db.ts';
import {
  compareStockKeys,
  type PastBalance,
  type PastBalanceFilter,
  type PastDay,
  readBalancesOfCustomersAtDayEnd,
} from './past-balances.ts';
import type { StockKey } from './stock.ts';

export interface PastBalanceQuery {
  readonly past: PastDay;
  readonly filter: PastBalanceFilter;
  /** Undefined: all. */
  readonly customers: readonly string[] | undefined;
}

/** Customers of a group. */
const customersOfGroup = 16;

/** The balances of each group of customers, by customer, item, warehouse and status. */
export async function* readPastBalancesInBatches(db: Db, query: PastBalanceQuery): AsyncGenerator<PastBalance[]> {
  for (const group of groupsOf(await customersOf(db, query.customers))) {
    yield await readBalancesOfCustomersAtDayEnd(db, group, query.past, query.filter);
  }
}

/** At most `limit` balances after a balance, and the number of all that match, counted up to `maxCount`. */
export async function listPastBalancesWithCount(
  db: Db,
  query: PastBalanceQuery,
  {
    after,
    limit,
    maxCount,
  }: { readonly after: StockKey | undefined; readonly limit: number; readonly maxCount: number },
): Promise<{ readonly rows: readonly PastBalance[]; readonly count: number }> {
  const rows: PastBalance[] = [];
  let count = 0;
  for (const group of groupsOf(await customersOf(db, query.customers))) {
    const isBefore = after !== undefined && (group.at(-1) ?? '') < after.customerNo;
    const isOfPage = !isBefore && rows.length < limit;
    if (!isOfPage && count >= maxCount) continue;
    const found = await readBalancesOfCustomersAtDayEnd(db, group, query.past, query.filter);
    count = Math.min(maxCount, count + found.length);
    const following = after === undefined ? found : found.filter((row) => compareStockKeys(row, after) > 0);
    rows.push(...following.slice(0, limit - rows.length));
  }
  return { rows, count };
}

/** The wanted customers, or all that exist, sorted. */
async function customersOf(db: Db, wanted: readonly string[] | undefined): Promise<string[]> {
  if (wanted !== undefined) return [...new Set(wanted)].sort();
  const numbers: string[] = [];
  for (;;) {
    const next = await listCustomers(db, { after: numbers.at(-1) ?? '' });
    if (next.length === 0) return numbers.sort();
    numbers.push(...next.map(({ customerNo }) => customerNo));
  }
}

function groupsOf(customers: readonly string[]): string[][] {
  const count = Math.ceil(customers.length / customersOfGroup);
  return Array.from({ length: count }, (_, nth) =>
    customers.slice(nth * customersOfGroup, (nth + 1) * customersOfGroup),
  );
}
