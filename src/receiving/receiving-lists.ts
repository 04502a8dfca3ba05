/**
 * Lists across customers: orders that warehouses expect, receipts that people count, and parked deliveries. Operations
 * that change an order lock and read it again.
 */
import type { TimePosition } from '../contract/time-pages.ts';
import { parseIsoDate } from '../lib/dates.ts';
import { isUuid } from '../lib/uuid.ts';
import type { DbReader } from '../platform/db/db.ts';
import type { ReceiptOrderKey } from './open-receipt.ts';
import type { Receipt } from './receipt.ts';
import { receiptTable } from './receipt-store.ts';

/** A purchase or transfer order that `warehouse` is to receive, or a transfer order that it is to send. */
export interface ExpectedOrder extends ReceiptOrderKey {
  readonly customerReferenceNo: string;
  /** The pickup reference of a purchase order; '' for transfers. */
  readonly referenceNo: string;
  /** The other warehouse of a transfer; '' for purchase orders. */
  readonly otherWarehouse: string;
  readonly status: string;
  readonly requestedDate: Temporal.PlainDate;
}

interface ExpectedOrderFilter {
  /** Undefined: all. */
  readonly warehouses: readonly string[] | undefined;
  readonly customerNo?: string | undefined;
  /**
   * Names that an order may have as its number, reference or pickup reference, or transaction references of creations;
   * undefined: all orders.
   */
  readonly names?: readonly string[] | undefined;
  readonly after?: ExpectedOrderPosition | undefined;
  readonly limit: number;
}

/**
 * The position of a row in the list. Until it leaves, a transfer has two rows, one for each of its warehouses; then
 * only the one of its destination.
 */
interface ExpectedOrderPosition {
  readonly requestedDate: Temporal.PlainDate;
  readonly orderId: string;
  readonly kind: ReceiptOrderKey['kind'];
}

/** The order in which the rows of one order are listed. */
const kinds = ['purchase order', 'transfer in', 'transfer out'] as const satisfies readonly ReceiptOrderKey['kind'][];

const rankOf = (kind: ReceiptOrderKey['kind']): number => kinds.indexOf(kind);

/** The text of a position, as `Next` of a page. */
export const formatExpectedOrderPosition = ({ requestedDate, orderId, kind }: ExpectedOrderPosition): string =>
  `${requestedDate} ${orderId} ${rankOf(kind)}`;

/** Parses a position; undefined for any other text. */
export function parseExpectedOrderPosition(text: string): ExpectedOrderPosition | undefined {
  const [date = '', orderId = '', rank = ''] = text.split(' ');
  const kind = kinds[Number(rank)];
  const requestedDate = parseIsoDate(date);
  return requestedDate !== undefined && isUuid(orderId) && kind !== undefined
    ? { requestedDate, orderId, kind }
    : undefined;
}

/** At most `limit` orders that warehouses expect and send, earliest requested date first. Each source has its own index. */
export async function listExpectedOrders(
  reader: DbReader,
  { warehouses, customerNo, names, after, limit }: ExpectedOrderFilter,
): Promise<ExpectedOrder[]> {
  const upper = names?.map((name) => name.toUpperCase());
  const ids = names?.filter(isUuid);
  const values: unknown[] = [warehouses ?? null, customerNo ?? null, upper ?? null, ids ?? null, limit];
  values.push(after?.requestedDate ?? null, after?.orderId ?? null, after === undefined ? null : rankOf(after.kind));
  const columns = (warehouse: string) =>
    `o.customer_no as "customerNo", o.order_id as "orderId", ${warehouse} as warehouse, o.customer_reference_no as "customerReferenceNo",
     o.status, o.requested_date as "requestedDate"`;
  const where = (kind: (typeof kinds)[number], warehouse: string, number: string, reference: string) =>
    `($1::text[] is null or ${warehouse} = any ($1)) and ($2::text is null or o.customer_no = $2)
     and ($3::text[] is null or upper(${number}) = any ($3) or upper(o.customer_reference_no) = any ($3) ${reference} or o.order_id = any ($4::uuid[]))
     and ($6::date is null or (o.requested_date, o.order_id, ${rankOf(kind)}) > ($6::date, $7::uuid, $8::int))
     order by o.requested_date, o.order_id limit $5`;
  const [purchases, arriving, departing] = await Promise.all([
    reader.rows<ExpectedOrder>(
      `select 'purchase order' as kind, o.purchase_order_number as number, o.reference_no as "referenceNo", '' as "otherWarehouse",
              ${columns('o.warehouse')}
         from purchase_orders o
        where o.status in ('OPEN', 'RECEIVING', 'PARTIALLY RECEIVED')
          and ${where('purchase order', 'o.warehouse', 'o.purchase_order_number', 'or upper(o.reference_no) = any ($3)')}`,
      values,
    ),
    reader.rows<ExpectedOrder>(
      `select 'transfer in' as kind, o.transfer_order_number as number, '' as "referenceNo", o.from_warehouse as "otherWarehouse",
              ${columns('o.to_warehouse')}
         from transfer_orders o
        where o.status in ('OPEN', 'PICKING', 'IN TRANSIT', 'RECEIVING')
          and ${where('transfer in', 'o.to_warehouse', 'o.transfer_order_number', '')}`,
      values,
    ),
    reader.rows<ExpectedOrder>(
      `select 'transfer out' as kind, o.transfer_order_number as number, '' as "referenceNo", o.to_warehouse as "otherWarehouse",
              ${columns('o.from_warehouse')}
         from transfer_orders o
        where o.status in ('OPEN', 'PICKING')
          and ${where('transfer out', 'o.from_warehouse', 'o.transfer_order_number', '')}`,
      values,
    ),
  ]);
  return [...purchases, ...arriving, ...departing]
    .toSorted(
      (a, b) =>
        Temporal.PlainDate.compare(a.requestedDate, b.requestedDate) ||
        (a.orderId < b.orderId ? -1 : a.orderId > b.orderId ? 1 : 0) ||
        rankOf(a.kind) - rankOf(b.kind),
    )
    .slice(0, limit);
}

/** At most `limit` receipts that are open at warehouses (undefined: at all), oldest first. */
export async function listOpenReceipts(
  reader: DbReader,
  warehouses: readonly string[] | undefined,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<Receipt[]> {
  return await receiptTable.rows<Receipt>(
    reader,
    `select ${receiptTable.select('r')} from receipts r
      where r.state = 'open' and ($1::text[] is null or r.warehouse = any ($1)) and ($2::uuid is null or r.receipt_id > $2)
      order by r.receipt_id limit $3`,
    [warehouses ?? null, after ?? null, limit],
  );
}

interface ParkedReceiptFilter {
  readonly warehouses: readonly string[] | undefined;
  readonly customers: readonly string[] | undefined;
}

const parkedWhere =
  "r.state = 'parked' and ($1::text[] is null or r.warehouse = any ($1)) and ($2::text[] is null or r.customer_no = any ($2))";

/** At most `limit` parked deliveries, the first parked first. */
export async function listParkedReceipts(
  reader: DbReader,
  { warehouses, customers }: ParkedReceiptFilter,
  { after, limit }: { readonly after: TimePosition | undefined; readonly limit: number },
): Promise<(Receipt & { readonly endedAt: Temporal.Instant })[]> {
  return await receiptTable.rows<Receipt & { readonly endedAt: Temporal.Instant }>(
    reader,
    `select ${receiptTable.select('r')} from receipts r
      where ${parkedWhere} and ($3::timestamptz is null or (r.ended_at, r.receipt_id) > ($3, $4::uuid))
      order by r.ended_at, r.receipt_id limit $5`,
    [warehouses ?? null, customers ?? null, after?.at ?? null, after?.id ?? null, limit],
  );
}

/** How many deliveries are parked, counted up to `limit`. */
export async function countParkedReceipts(
  reader: DbReader,
  { warehouses, customers }: ParkedReceiptFilter,
  limit: number,
): Promise<number> {
  const [row] = await reader.rows<{ count: number }>(
    `select count(*) as count from (select 1 from receipts r where ${parkedWhere} limit $3) found`,
    [warehouses ?? null, customers ?? null, limit],
  );
  return row?.count ?? 0;
}
