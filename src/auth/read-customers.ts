/** Names and preferences of customers, for other slices. */
import type { Db, DbReader } from '../platform/db/db.ts';
import { type AppError, notFoundError } from '../platform/errors.ts';
import type { Customer, CustomerRow } from './customer.ts';
import { createRevocableCache, type RevocableCache } from './revocable-cache.ts';
import type { RevocationListener } from './revocations.ts';

const maxCustomers = 50_000;
const caches = new WeakMap<DbReader, RevocableCache<Customer>>();

/**
 * Enables the cache of `readCustomers` for reads through `db` outside of transactions. Each revocation that the listener reports empties
 * it. Reads nothing itself.
 */
export function enableCustomerCache(db: Db, watch: RevocationListener): void {
  caches.set(db, createRevocableCache<Customer>(watch, maxCustomers));
}

/**
 * Returns the existing customers with these numbers, by number. Given an environment's `db` it uses the cache; given a
 * transaction or a snapshot it reads there. At most one statement.
 */
export async function readCustomers(
  reader: DbReader,
  customerNos: readonly string[],
): Promise<ReadonlyMap<string, Customer>> {
  const cache = caches.get(reader);
  const found = new Map<string, Customer>();
  const missing = new Set<string>();
  for (const customerNo of customerNos) {
    const cached = cache?.get(customerNo);
    if (cached === undefined) missing.add(customerNo);
    else found.set(customerNo, cached);
  }
  if (missing.size === 0) return found;
  const generation = cache?.generation() ?? 0;
  const rows = await reader.rows<CustomerRow>(
    'select customer_no, name, preferences from customers where customer_no = any ($1::text[])',
    [[...missing]],
  );
  for (const { customer_no: customerNo, name, preferences } of rows) {
    const customer = { customerNo, name, preferences };
    cache?.put(customerNo, customer, generation);
    found.set(customerNo, customer);
  }
  return found;
}

/** Returns a lookup of the names of these rows' customers, `''` for a customer that does not exist. At most one statement. */
export async function readCustomerNameLookup(
  reader: DbReader,
  rows: readonly { readonly customerNo: string }[],
): Promise<(customerNo: string) => string> {
  const customers = await readCustomers(
    reader,
    rows.map(({ customerNo }) => customerNo),
  );
  return (customerNo) => customers.get(customerNo)?.name ?? '';
}

/** Throws `NotFound` when there is no such customer. */
export async function readCustomer(reader: DbReader, customerNo: string): Promise<Customer> {
  const customer = (await readCustomers(reader, [customerNo])).get(customerNo);
  if (customer === undefined) throw customerNotFoundError(customerNo);
  return customer;
}

/** Throws `NotFound` when there is no such customer. */
export async function assertCustomerFound(reader: DbReader, customerNo: string): Promise<void> {
  await readCustomer(reader, customerNo);
}

export function customerNotFoundError(customerNo: string): AppError {
  return notFoundError(`There is no winery ${customerNo}.`);
}
