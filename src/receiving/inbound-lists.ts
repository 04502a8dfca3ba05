/**
 * Lists of purchase and transfer orders of all customers: their filter, its conditions, and a page of the reply.
 */
import { readCustomerNameLookup } from '../auth/index.ts';
import type { OrderKey } from '../documents/index.ts';
import { isUuid } from '../lib/uuid.ts';
import type { BuildReply, RequestedPage } from '../operators/index.ts';
import { readWithCustomPlans } from '../platform/db/custom-plans.ts';
import type { Db, DbReader } from '../platform/db/db.ts';

interface InboundListRequest {
  readonly Customers?: readonly string[];
  readonly Statuses?: readonly string[];
  readonly Warehouses?: readonly string[];
  /** A whole number or reference, in any letter case, or the transaction reference of the creation. */
  readonly Text?: string;
}

/** The list of one kind of inbound order: its table, the columns of its filters, and how a row becomes a record. */
export interface InboundListDefinition<Row, Listed> {
  /** The table of the orders, `o` in statements. */
  readonly table: 'purchase_orders' | 'transfer_orders';
  /** Columns of `o`: the filter by warehouse, and that by number or reference, match when any of its columns matches. */
  readonly warehouses: readonly string[];
  readonly names: readonly string[];
  /** Selects rows of `o`, without conditions. */
  readonly select: string;
  toRecord(row: Row, customerName: string): Listed;
}

/** The `where` clause of a list, with its values. Empty lists and texts match everything. */
function whereOf(
  { Customers = [], Statuses = [], Warehouses = [], Text = '' }: InboundListRequest,
  columns: Pick<InboundListDefinition<never, never>, 'warehouses' | 'names'>,
  after?: string,
): { readonly where: string; readonly values: unknown[] } {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const isOneOf = (names: readonly string[], list: readonly string[]): void => {
    if (list.length === 0) return;
    const parameter = `$${values.push(list)}::text[]`;
    conditions.push(`(${names.map((name) => `o.${name} = any (${parameter})`).join(' or ')})`);
  };
  isOneOf(['customer_no'], Customers);
  isOneOf(['status'], Statuses);
  isOneOf(columns.warehouses, Warehouses);
  const text = Text.trim();
  if (text !== '') {
    const parameter = `$${values.push(text.toUpperCase())}`;
    const isNamed = columns.names.map((name) => `upper(o.${name}) = ${parameter}`);
    const isReferenced = isUuid(text) ? [`o.order_id = $${values.push(text)}::uuid`] : [];
    conditions.push(`(${[...isReferenced, ...isNamed].join(' or ')})`);
  }
  if (after !== undefined) conditions.push(`o.order_id < $${values.push(after)}::uuid`);
  return { where: conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`, values };
}

/** One order as the list shows it; undefined when the customer has no such order. */
export async function readListedInboundOrder<Row>(
  reader: DbReader,
  { select }: InboundListDefinition<Row, unknown>,
  { customerNo, orderId }: OrderKey,
): Promise<Row | undefined> {
  const [row] = await reader.rows<Row>(`${select} where o.customer_no = $1 and o.order_id = $2`, [customerNo, orderId]);
  return row;
}

/**
 * The reply to a validated request: a page of orders, the newest first, and how many match, counted up to a bound. Pages are
 * read by key, not by offset.
 */
export async function readInboundOrderListReply<Row extends OrderKey, Listed>(
  db: Db,
  request: InboundListRequest,
  list: InboundListDefinition<Row, Listed>,
  { after, limit, maxCounted }: RequestedPage<string>,
  buildReply: BuildReply,
) {
  return await readWithCustomPlans(db, async (reader) => {
    const page = whereOf(request, list, after);
    const rows = await reader.rows<Row>(
      `${list.select} ${page.where} order by o.order_id desc limit $${page.values.push(limit)}`,
      page.values,
    );
    const nameOf = await readCustomerNameLookup(reader, rows);
    const unpaged = whereOf(request, list);
    const [row] = await reader.rows<{ count: number }>(
      `select count(*) as count from (select 1 from ${list.table} o ${unpaged.where} limit $${unpaged.values.push(maxCounted)}) found`,
      unpaged.values,
    );
    return buildReply(rows, row?.count ?? 0, {
      keyOf: ({ orderId }) => orderId,
      toRecord: (order) => list.toRecord(order, nameOf(order.customerNo)),
    });
  });
}
