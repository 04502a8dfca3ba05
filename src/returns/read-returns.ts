/**
 * Reads returns as lists show them. A list of GetReturns is ordered by the commit number of the change that adds a return to
 * it: its announcement, its receipt where it is asked for by received date, its disposition where it is asked for by
 * disposition. So pages never skip or repeat a return while others enter the list (decision 15), except that a list by
 * warehouse that is ordered by announcement changes when a return is received elsewhere than expected.
 */
import { assertPresent } from '../lib/assert.ts';
import type { PageRange } from '../lib/paging.ts';
import type { Db, DbReader } from '../platform/db/db.ts';
import { type LeanOrderDetails, type OrderType, readLeanOrderDetails, readSalesOrders } from '../sales-orders/index.ts';
import type { Disposition, OrderReturn } from './return.ts';
import { type ReturnDetails, type ReturnKey, readReturnDetails, readReturns } from './return-store.ts';

/** Absent filters do not filter. */
export interface CustomerReturnFilter {
  readonly orderNos: readonly string[] | undefined;
  readonly receivedFrom: Temporal.Instant | undefined;
  /** Exclusive. */
  readonly receivedBefore: Temporal.Instant | undefined;
  /** Returns with this disposition on at least one finding. */
  readonly disposition: Disposition | undefined;
  readonly warehouse: string | undefined;
}

/** A return with its details and those of its order; undefined after they were erased. */
export interface ListedReturn {
  readonly orderReturn: OrderReturn;
  readonly orderType: OrderType;
  readonly document: ReturnDetails | undefined;
  readonly orderDocument: LeanOrderDetails | undefined;
}

/** One page of a customer's returns and the exact number of all that match. */
export async function listCustomerReturns(
  db: Db,
  customerNo: string,
  filter: CustomerReturnFilter,
  page: PageRange,
): Promise<{ readonly returns: ListedReturn[]; readonly total: number }> {
  const { from, values } = filterClause(customerNo, filter);
  return await db.snapshot(async (reader) => {
    const [count] = await reader.rows<{ total: number }>(`select count(*) as total ${from}`, values);
    const total = count?.total ?? 0;
    if (page.top === 0 || page.skip >= total) return { returns: [], total };
    const skip = values.length + 1;
    const found = await reader.rows<{ return_id: string }>(
      `select r.return_id ${from} order by ${sortColumn(filter)} offset $${skip} limit $${skip + 1}`,
      [...values, page.skip, page.top],
    );
    const keys = found.map((row) => ({ customerNo, returnId: row.return_id }));
    return { returns: await readListedReturns(reader, keys), total };
  });
}

function sortColumn({ disposition, receivedFrom, receivedBefore }: CustomerReturnFilter): string {
  if (disposition !== undefined) return 'd.disposed_seq';
  return receivedFrom === undefined && receivedBefore === undefined ? 'r.announced_seq' : 'r.received_seq';
}

/** The `from` and `where` of a list; each combination of filters is a statement with its own plan. */
function filterClause(customerNo: string, filter: CustomerReturnFilter): { from: string; values: unknown[] } {
  const values: unknown[] = [customerNo];
  const value = (given: unknown) => `$${values.push(given)}`;
  const conditions = ['r.customer_no = $1'];
  let disposed = '';
  if (filter.disposition !== undefined) {
    disposed = ` join (select customer_no, return_id, min(disposed_seq) as disposed_seq from return_findings
                        where customer_no = $1 and disposition = ${value(filter.disposition)}
                        group by customer_no, return_id) d using (customer_no, return_id)`;
  }
  if (filter.orderNos !== undefined) conditions.push(`r.order_no = any (${value(filter.orderNos)}::text[])`);
  if (filter.warehouse !== undefined) conditions.push(`r.warehouse = ${value(filter.warehouse)}`);
  if (filter.receivedFrom !== undefined) conditions.push(`r.received_at >= ${value(filter.receivedFrom)}`);
  if (filter.receivedBefore !== undefined) conditions.push(`r.received_at < ${value(filter.receivedBefore)}`);
  return { from: `from returns r${disposed} where ${conditions.join(' and ')}`, values };
}

/** Returns with the data that lists show, in the order of `keys`. Unknown keys are left out. */
export async function readListedReturns(reader: DbReader, keys: readonly ReturnKey[]): Promise<ListedReturn[]> {
  const returns = await readReturns(reader, keys);
  const documents = await readReturnDetails(reader, returns);
  const orderDocuments = await readLeanOrderDetails(reader, returns);
  const orders = new Map((await readSalesOrders(reader, returns)).map((order) => [order.orderId, order]));
  return returns.map((orderReturn) => ({
    orderReturn,
    orderType: assertPresent(orders.get(orderReturn.orderId), 'the order of a return').orderType,
    document: documents.get(orderReturn.returnId),
    orderDocument: orderDocuments.get(orderReturn.orderId),
  }));
}
