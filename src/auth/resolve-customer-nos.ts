/** Finds the customers that people mean by numbers in any letter case. */
import type { DbReader } from '../platform/db/db.ts';
import type { CustomerRow } from './customer.ts';
import { readCustomers } from './read-customers.ts';

/**
 * Returns customer numbers as they are stored, each once. One that no customer has stands for the one customer whose number differs
 * only in letter case: `w1001` for W1001. Others are returned as written. No statement when the cache has them all.
 */
export async function canonicalizeCustomerNos(reader: DbReader, written: readonly string[]): Promise<string[]> {
  const found = await readCustomers(reader, written);
  const unknown = written.filter((customerNo) => !found.has(customerNo));
  if (unknown.length === 0) return [...new Set(written)];
  const rows = await reader.rows<Pick<CustomerRow, 'customer_no'>>(
    'select customer_no from customers where lower(customer_no) = any ($1::text[])',
    [unknown.map((customerNo) => customerNo.toLowerCase())],
  );
  const alike = Map.groupBy(rows, ({ customer_no: customerNo }) => customerNo.toLowerCase());
  const stored = written.map((customerNo) => {
    const [one, ...others] = found.has(customerNo) ? [] : (alike.get(customerNo.toLowerCase()) ?? []);
    return one === undefined || others.length > 0 ? customerNo : one.customer_no;
  });
  return [...new Set(stored)];
}
