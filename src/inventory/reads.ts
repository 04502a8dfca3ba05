/**
 * What GetStatus, GetSellable and GetTransactions read: all SQL of the three queries. Every statement names the
 * customer first.
 *
 * Kysely only composes the text: filters that are not given leave no trace in it, so that each combination has a plan
 * of its own, and a list is one parameter, so that there are few combinations.
 */
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type SqlBool,
  sql,
} from 'kysely';
import type { Page } from '../lib/paging.ts';
import type { Db, Reader } from '../platform/db/db.ts';
import type { MovementType } from './stock.ts';

interface BalancesTable {
  customer_no: string;
  item_no: string;
  warehouse: string;
  status: string;
  on_hand: number;
  reserved: number;
  back_ordered: number;
  expected: number;
  first_seq: number;
}

interface MovementsTable {
  customer_no: string;
  seq: number;
  occurred_at: Temporal.Instant;
  item_no: string;
  warehouse: string;
  status: string;
  quantity: number;
  type: MovementType;
  reference: string;
  subject: string;
  po_number: string;
  order_type: string;
  item_description: string;
  item_unit: string;
  alcohol_percentage: string;
}

interface Tables {
  balances: BalancesTable;
  movements: MovementsTable;
  movement_names: { customer_no: string; subject: string; ship_to_name: string };
}

const compose = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

interface Composed<Row> {
  compile(): { readonly sql: string; readonly parameters: readonly unknown[] };
  /** Only for its type. */
  execute(): Promise<Row[]>;
}

function rowsOf<Row>(reader: Reader, query: Composed<Row>): Promise<Row[]> {
  const { sql: text, parameters } = query.compile();
  return reader.rows<Row>(text, parameters);
}

/** One page and the exact number of all rows. The count is asked for only where the page does not tell it. */
async function readPageOf<Row>(
  db: Db,
  page: Page,
  rows: Composed<Row>,
  count: Composed<{ count: number }>,
): Promise<{ rows: Row[]; total: number }> {
  return await db.snapshot(async (reader) => {
    const found = await rowsOf(reader, rows);
    const isLast = found.length < page.top && (found.length > 0 || page.skip === 0);
    if (isLast) return { rows: found, total: page.skip + found.length };
    return { rows: found, total: (await rowsOf(reader, count))[0]?.count ?? 0 };
  });
}

const isAny = (column: string, values: readonly string[]) => sql<SqlBool>`${sql.ref(column)} = any(${values}::text[])`;

const countOfAll = sql<number>`count(*)`.as('count');

/** Absent filters do not filter. */
export interface StatusFilter {
  readonly warehouse: string | undefined;
  readonly itemNos: readonly string[] | undefined;
  readonly statuses: readonly string[] | undefined;
  /** Also rows with nothing available. */
  readonly includeUnavailable: boolean;
}

export interface StatusRow {
  readonly itemNo: string;
  readonly warehouse: string;
  readonly status: string;
  readonly onHand: number;
  readonly reserved: number;
  readonly backOrdered: number;
  /** On live purchase orders and not yet received. */
  readonly expected: number;
}

/** A customer's balances by item, warehouse and status. */
export async function readStatus(
  db: Db,
  customerNo: string,
  filter: StatusFilter,
  page: Page,
): Promise<{ rows: StatusRow[]; total: number }> {
  let matching = compose.selectFrom('balances').where('customer_no', '=', customerNo);
  if (filter.warehouse !== undefined) matching = matching.where('warehouse', '=', filter.warehouse);
  if (filter.itemNos !== undefined) matching = matching.where(isAny('item_no', filter.itemNos));
  if (filter.statuses !== undefined) matching = matching.where(isAny('status', filter.statuses));
  if (!filter.includeUnavailable) matching = matching.where('on_hand', '>', sql.ref<number>('reserved'));
  return await readPageOf(
    db,
    page,
    matching
      .select([
        'item_no as itemNo',
        'warehouse',
        'status',
        'on_hand as onHand',
        'reserved',
        'back_ordered as backOrdered',
        'expected',
      ])
      // In the order in which the rows appeared: pages stay as they are while stock is moving (decision 15).
      .orderBy('first_seq')
      .limit(page.top)
      .offset(page.skip),
    matching.select(countOfAll),
  );
}

/** What of each item is available in these statuses at these warehouses; every item that was ever stocked or expected. */
export async function readSellable(
  reader: Reader,
  customerNo: string,
  where: { readonly warehouses: readonly string[]; readonly statuses: readonly string[] },
  itemNos: readonly string[] | undefined,
): Promise<Map<string, number>> {
  const counted = sql<SqlBool>`${isAny('warehouse', where.warehouses)} and ${isAny('status', where.statuses)}`;
  const sellable = sql<number>`coalesce(sum(greatest(0, on_hand - reserved)) filter (where ${counted}), 0)::bigint`;
  let query = compose
    .selectFrom('balances')
    .where('customer_no', '=', customerNo)
    .select(['item_no as itemNo', sellable.as('sellable')])
    .groupBy('item_no')
    .orderBy('item_no');
  if (itemNos !== undefined) query = query.where(isAny('item_no', itemNos));
  const rows = await rowsOf(reader, query);
  return new Map(rows.map((row) => [row.itemNo, row.sellable]));
}

/** Absent filters do not filter. */
export interface TransactionFilter {
  readonly from: Temporal.Instant;
  /** Exclusive. */
  readonly before: Temporal.Instant | undefined;
  readonly types: readonly MovementType[];
  readonly warehouses: readonly string[] | undefined;
  readonly statuses: readonly string[] | undefined;
  readonly reference: string | undefined;
  readonly itemNos: readonly string[] | undefined;
}

export interface TransactionRow {
  readonly occurredAt: Temporal.Instant;
  readonly itemNo: string;
  readonly itemDescription: string;
  readonly itemUnit: string;
  readonly alcoholPercentage: string;
  readonly warehouse: string;
  readonly status: string;
  /** Signed, in units. */
  readonly quantity: number;
  readonly type: MovementType;
  readonly reference: string;
  readonly poNumber: string;
  readonly orderType: string;
  /** Null where nobody's name belongs to it, or it was erased. */
  readonly shipToName: string | null;
}

/** A customer's movements in the order in which they were committed: a page never skips or repeats one. */
export async function readTransactions(
  db: Db,
  customerNo: string,
  filter: TransactionFilter,
  page: Page,
): Promise<{ rows: TransactionRow[]; total: number }> {
  let matching = compose
    .selectFrom('movements')
    .where('customer_no', '=', customerNo)
    .where('occurred_at', '>=', filter.from)
    .where(isAny('type', filter.types));
  if (filter.before !== undefined) matching = matching.where('occurred_at', '<', filter.before);
  if (filter.warehouses !== undefined) matching = matching.where(isAny('warehouse', filter.warehouses));
  if (filter.statuses !== undefined) matching = matching.where(isAny('status', filter.statuses));
  if (filter.reference !== undefined) matching = matching.where('reference', '=', filter.reference);
  if (filter.itemNos !== undefined) matching = matching.where(isAny('item_no', filter.itemNos));
  // An order by the bare column would tempt the planner to walk the customer's whole history in that order.
  const asCommitted = sql`seq + 0`;
  const asked = matching.selectAll().orderBy(asCommitted).limit(page.top).offset(page.skip).as('m');
  return await readPageOf(
    db,
    page,
    compose
      .selectFrom(asked)
      .leftJoin('movement_names as n', (join) =>
        join.onRef('n.customer_no', '=', 'm.customer_no').onRef('n.subject', '=', 'm.subject'),
      )
      .select([
        'm.occurred_at as occurredAt',
        'm.item_no as itemNo',
        'm.item_description as itemDescription',
        'm.item_unit as itemUnit',
        'm.alcohol_percentage as alcoholPercentage',
        'm.warehouse',
        'm.status',
        'm.quantity',
        'm.type',
        'm.reference',
        'm.po_number as poNumber',
        'm.order_type as orderType',
        'n.ship_to_name as shipToName',
      ])
      .orderBy('m.seq'),
    matching.select(countOfAll),
  );
}
