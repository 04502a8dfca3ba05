/**
 * Shared parts of the lists of purchase and transfer orders of all customers: their filter, its conditions, and a page
 * of the reply.
 */
import { readCustomers } from '../auth/index.ts';
import { buildListReply, defaultListPageSize, maxListCount } from '../contract/list-fields.ts';
import { isUuid } from '../lib/uuid.ts';
import { readWithCustomPlans } from '../platform/db/custom-plans.ts';
import type { Db, Reader } from '../platform/db/db.ts';

/** Empty lists and '' match everything. */
export interface InboundListFilter {
  readonly customers: readonly string[];
  readonly statuses: readonly string[];
  readonly warehouses: readonly string[];
  /** A whole number or reference, in any letter case, or the transaction reference of the creation. */
  readonly text: string;
}

/**
 * The `where` clause of a list on the table `o`, with its values. Each filter matches when any of its columns matches.
 */
export function inboundListWhere(
  { customers, statuses, warehouses, text }: InboundListFilter,
  columns: { readonly warehouses: readonly string[]; readonly names: readonly string[] },
  after?: string,
): { readonly where: string; readonly values: unknown[] } {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const isOneOf = (names: readonly string[], list: readonly string[]): void => {
    if (list.length === 0) return;
    const parameter = `$${values.push(list)}::text[]`;
    conditions.push(`(${names.map((name) => `o.${name} = any (${parameter})`).join(' or ')})`);
  };
  isOneOf(['customer_no'], customers);
  isOneOf(['status'], statuses);
  isOneOf(columns.warehouses, warehouses);
  if (text !== '') {
    const parameter = `$${values.push(text.toUpperCase())}`;
    const isNamed = columns.names.map((name) => `upper(o.${name}) = ${parameter}`);
    const isReferenced = isUuid(text) ? [`o.order_id = $${values.push(text)}::uuid`] : [];
    conditions.push(`(${[...isReferenced, ...isNamed].join(' or ')})`);
  }
  if (after !== undefined) conditions.push(`o.order_id < $${values.push(after)}::uuid`);
  return { where: conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`, values };
}

interface InboundListRequest {
  readonly Customers?: readonly string[];
  readonly Statuses?: readonly string[];
  readonly Warehouses?: readonly string[];
  readonly Text?: string;
  readonly Top?: number;
  readonly After?: string;
}

interface InboundList<Row, Listed> {
  /** At most `limit` orders, newest first, that are older than the order `after`. */
  list(reader: Reader, filter: InboundListFilter, page: InboundListPageRequest): Promise<Row[]>;
  /** How many orders match, counted up to `limit`. */
  count(reader: Reader, filter: InboundListFilter, limit: number): Promise<number>;
  toRecord(row: Row, customerName: string): Listed;
}

export interface InboundListPageRequest {
  readonly after: string | undefined;
  readonly limit: number;
}

/** The reply to a validated request. */
export async function readInboundList<Row extends { readonly customerNo: string; readonly orderId: string }, Listed>(
  db: Db,
  request: InboundListRequest,
  { list, count, toRecord }: InboundList<Row, Listed>,
) {
  const { Top: top = defaultListPageSize, After: after } = request;
  const filter = {
    customers: request.Customers ?? [],
    statuses: request.Statuses ?? [],
    warehouses: request.Warehouses ?? [],
    text: request.Text?.trim() ?? '',
  };
  return await readWithCustomPlans(db, async (reader) => {
    const rows = await list(reader, filter, { after, limit: top + 1 });
    const names = await readCustomers(reader, [...new Set(rows.map(({ customerNo }) => customerNo))]);
    return buildListReply(rows, top, await count(reader, filter, maxListCount + 1), {
      keyOf: ({ orderId }) => orderId,
      toRecord: (row) => toRecord(row, names.get(row.customerNo)?.name ?? ''),
    });
  });
}
