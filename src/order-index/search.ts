/**
 * Search by a text over all customers: orders by number, reference, tracking number and name, returns by RMA number, items by
 * number and UPC, customers by number and name. Statements about orders use one index each; every statement returns few rows.
 */
import { isUuid } from '../lib/uuid.ts';
import type { DbReader } from '../platform/db/db.ts';
import { findReshipmentsByName, parseRmaNumbers } from '../returns/index.ts';
import type { SalesOrderKey } from '../sales-orders/index.ts';
import { computePossibleUpcSpellings } from '../skus/index.ts';
import { findOrderKeysByCanceledTracking, findOrderKeysByReferenceOrTracking } from './exact-names.ts';
import type { OrderIndexRow } from './index-row.ts';
import { readOrderIndexRows } from './index-store.ts';
import { hasRecipientNameTrigramIndex } from './name-index.ts';
import {
  emailStartSqlCondition,
  type OrderSqlCondition,
  orderNoPartSqlConditions,
  orderNoSqlCondition,
  phoneSqlCondition,
  recipientNameSqlConditions,
  recipientNameStartSqlCondition,
  StatementParameters,
} from './order-filter.ts';

export interface OrderSearchOptions {
  readonly top: number;
  /** Orders of these warehouses only; undefined: of all. */
  readonly warehouses: readonly string[] | undefined;
  /** Whether recipients are also found by e-mail address and telephone number: for those who may see them. */
  readonly findsContacts: boolean;
}

/** An order that a search found. */
export interface FoundOrder extends OrderIndexRow {
  /** Whether it was found by the tracking number of a label that was canceled, and has no package with it. */
  readonly isFoundByCanceledLabel: boolean;
}

interface FoundReturn {
  readonly customerNo: string;
  readonly returnId: string;
  readonly rmaNumber: string;
  readonly orderNo: string;
  readonly status: string;
}

interface FoundItem {
  readonly customerNo: string;
  readonly itemNo: string;
  readonly description: string;
  readonly upcCode: string;
}

interface FoundCustomer {
  readonly customerNo: string;
  readonly name: string;
}

/**
 * Finds orders by reference and tracking number, also of a label that was canceled, reshipments by RMA number and shipment key, then by number, then by recipient name, then by the recipient's telephone number and e-mail address or its beginning; a UUID only as a reference. Orders
 * with exactly the number come before those whose number begins or ends with it; a text of several words is looked for as the
 * beginning of a name before parts of order numbers. Each kind of name has its own statement, so that each uses its index:
 * conditions joined by "or" may scan the table. Numbers and names find the newest orders first.
 */
export async function searchOrders(reader: DbReader, text: string, options: OrderSearchOptions): Promise<FoundOrder[]> {
  const { top } = options;
  const found = new Map<string, SalesOrderKey>();
  const add = (keys: readonly SalesOrderKey[]) => {
    for (const key of keys) if (found.size < top) found.set(key.orderId, key);
  };
  const matching = (condition: OrderSqlCondition) => findNewest(reader, condition, options);
  if (isUuid(text)) return await readExact(reader, text, options);
  // Awaited before other statements are sent: an unhandled rejection of theirs would end the process.
  const byName = recipientNameSqlConditions(text, await hasRecipientNameTrigramIndex(reader));
  // For a text of several words, its single words are looked for only when too few names begin with the text: each may be common.
  const isWholeName = /\p{L}\s+\p{L}/u.test(text);
  const [exact, numbered] = await Promise.all([readExact(reader, text, options), matching(orderNoSqlCondition(text))]);
  for (const keys of [exact, numbered]) add(keys);
  const byCanceledLabel = new Set(exact.flatMap((row) => (row.isFoundByCanceledLabel ? [row.orderId] : [])));
  const conditions = isWholeName
    ? [recipientNameStartSqlCondition(text), ...orderNoPartSqlConditions(text)]
    : [...orderNoPartSqlConditions(text), ...byName];
  const [byPhone, byEmail] = options.findsContacts ? [phoneSqlCondition(text), emailStartSqlCondition(text)] : [];
  if (byPhone !== undefined) conditions.push(byPhone);
  if (found.size < top) for (const keys of await Promise.all(conditions.map(matching))) add(keys);
  // The whole address before those that only begin with it: in the sequence of the index, which is then read no further than `top`.
  const byAddress = 'o.recipient_email collate "C", ';
  if (byEmail !== undefined && found.size < top) add(await findNewest(reader, byEmail, options, byAddress));
  if (isWholeName && found.size < top) for (const condition of byName) add(await matching(condition));
  const rows = new Map((await readOrderIndexRows(reader, [...found.values()])).map((row) => [row.orderId, row]));
  return [...found.keys()].flatMap((orderId) => {
    const row = rows.get(orderId);
    return row === undefined ? [] : [{ ...row, isFoundByCanceledLabel: byCanceledLabel.has(orderId) }];
  });
}

/**
 * The orders that have the text as a reference, a tracking number, or as reshipments the RMA number of their return or their shipment key;
 * or else those that had it on a label that was canceled.
 */
async function readExact(
  reader: DbReader,
  text: string,
  { top, warehouses }: OrderSearchOptions,
): Promise<FoundOrder[]> {
  const [named, reshipments] = await Promise.all([
    findOrderKeysByReferenceOrTracking(reader, text),
    findReshipmentsByName(reader, text),
  ]);
  const live = [...named, ...reshipments];
  const isFoundByCanceledLabel = live.length === 0;
  const keys = isFoundByCanceledLabel ? await findOrderKeysByCanceledTracking(reader, text) : live;
  const rows = (await readOrderIndexRows(reader, keys)).filter(
    ({ warehouse }) => warehouses?.includes(warehouse) ?? true,
  );
  return rows.slice(0, top).map((row) => ({ ...row, isFoundByCanceledLabel }));
}

/**
 * The newest orders that match a condition. Reads only columns that the indexes of numbers have: thousands of orders may match, as the
 * last digits of a number do.
 */
async function findNewest(
  reader: DbReader,
  condition: OrderSqlCondition,
  { top, warehouses }: OrderSearchOptions,
  firstInSequence = '',
): Promise<SalesOrderKey[]> {
  const parameters = new StatementParameters();
  const matches = condition(parameters);
  const inWarehouses = warehouses === undefined ? '' : ` and o.warehouse = any (${parameters.add(warehouses)}::text[])`;
  return await reader.rows<SalesOrderKey>(
    `select o.customer_no as "customerNo", o.order_id as "orderId"
       from order_index o where ${matches}${inWarehouses}
      order by ${firstInSequence}o.accepted_at desc, o.order_id desc limit ${parameters.add(top)}`,
    parameters.values,
  );
}

/** Returns by their whole RMA numbers, which name their customers: as they are written, or in upper case. */
export async function findReturnsByRma(reader: DbReader, texts: readonly string[]): Promise<FoundReturn[]> {
  const named = texts.flatMap(parseRmaNumbers);
  if (named.length === 0) return [];
  return await reader.rows<FoundReturn>(
    `select r.customer_no as "customerNo", r.return_id as "returnId", r.rma_number as "rmaNumber",
            r.order_no as "orderNo", r.status
       from unnest($1::text[], $2::text[]) n (customer_no, rma_number)
       join returns r on r.customer_no = n.customer_no and r.rma_number = n.rma_number`,
    [named.map(({ customerNo }) => customerNo), named.map(({ rmaNumber }) => rmaNumber)],
  );
}

/** The numbers of at most 100 items of all customers with one of these numbers, in any letter case. */
export async function findItemNosInAnyCase(reader: DbReader, itemNos: readonly string[]): Promise<readonly string[]> {
  const found = await reader.rows<{ readonly itemNo: string }>(
    `select distinct s.item_no as "itemNo"
       from unnest($1::text[]) n (item_no) join skus s on lower(s.item_no) collate "C" = lower(n.item_no) limit 100`,
    [itemNos],
  );
  return found.map(({ itemNo }) => itemNo);
}

/** At most `top` items of all customers, by their whole UPC, then by the beginning of their number in any letter case. */
export async function searchItems(reader: DbReader, text: string, top: number): Promise<FoundItem[]> {
  return await reader.rows<FoundItem>(
    `select s.customer_no as "customerNo", s.item_no as "itemNo", s.description, s.upc_code as "upcCode"
       from skus s
      where (s.upc_code <> '' and s.upc_code = any ($4::text[]))
         or (lower(s.item_no) collate "C" >= lower($1) and lower(s.item_no) collate "C" < lower($1) || $2)
      order by s.upc_code = any ($4::text[]) desc, s.item_no, s.customer_no limit $3`,
    [text, '\u{10ffff}', top, computePossibleUpcSpellings(text)],
  );
}

/**
 * At most `top` customers whose number begins with the text or whose name contains it, in any letter case; one whose number or name is
 * the text comes first. Scans the table, because there are few customers.
 */
export async function searchCustomers(reader: DbReader, text: string, top: number): Promise<FoundCustomer[]> {
  return await reader.rows<FoundCustomer>(
    `select c.customer_no as "customerNo", c.name
       from customers c
      where starts_with(lower(c.customer_no), lower($1)) or strpos(lower(c.name), lower($1)) > 0
      order by lower(c.customer_no) = lower($1) or lower(c.name) = lower($1) desc, c.customer_no limit $2`,
    [text, top],
  );
}
