/** SQL of `receipts` and `receipt_scans` by customer. */
import type { OrderKey } from '../documents/index.ts';
import { column } from '../platform/db/columns.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { Table } from '../platform/db/table.ts';
import type {
  CountedReceiptScan,
  CountedUnits,
  OtherConditionUnits,
  Receipt,
  ReceiptDifference,
  ReceiptKind,
  ReceiptPostingResult,
  ReceiptScanKind,
  ReceiptScanVerdict,
  ReceiptState,
} from './receipt.ts';

export interface ReceiptKey {
  readonly customerNo: string;
  readonly receiptId: string;
}

const receiptKey = { customerNo: column.text(), receiptId: column.uuid() };

export const receiptTable = new Table(
  'receipts',
  {
    ...receiptKey,
    kind: column.text<ReceiptKind>(),
    warehouse: column.text(),
    orderId: column.optional(column.uuid()),
    orderNumber: column.text(),
    pallet: column.int(),
    label: column.text(),
    state: column.text<ReceiptState>(),
    claim: column.int(),
    personId: column.uuid(),
    person: column.text(),
    claimedUntil: column.instant(),
    place: column.text(),
    note: column.text(),
    counted: column.jsonb<readonly CountedUnits[]>(),
    issues: column.jsonb<readonly OtherConditionUnits[]>(),
    scans: column.int(),
    shown: column.optional(column.jsonb<readonly ReceiptDifference[]>()),
    result: column.optional(column.jsonb<ReceiptPostingResult>()),
    endedAt: column.optional(column.instant()),
  },
  ['customerNo', 'receiptId'],
);

const lockReceipts = receiptTable.lock();
const findReceipts = receiptTable.find();
const upsertReceipts = receiptTable.upsert();

/** Reads what names receipts: their orders. Unknown ones are omitted. */
export const readReceiptNames = receiptTable.find({
  columns: ['customerNo', 'receiptId', 'kind', 'orderId', 'orderNumber'],
});

/** The ids of the receipts of orders. */
export const readReceiptIdsOfOrders = receiptTable.find({ by: ['customerNo', 'orderId'], columns: ['receiptId'] });

export async function lockReceipt(tx: Tx, { customerNo, receiptId }: ReceiptKey): Promise<Receipt | undefined> {
  const [receipt] = await lockReceipts(tx, [{ customerNo, receiptId }]);
  return receipt;
}

export async function readReceipt(
  reader: DbReader,
  { customerNo, receiptId }: ReceiptKey,
): Promise<Receipt | undefined> {
  const [receipt] = await findReceipts(reader, [{ customerNo, receiptId }]);
  return receipt;
}

/** Writes a receipt as it is now. */
export function saveReceipt(tx: Tx, receipt: Receipt): void {
  upsertReceipts(tx, [receipt]);
}

/** The receipts of an order, by pallet. The caller has locked the order when a decision depends on them. */
export async function readReceiptsOfOrder(reader: DbReader, { customerNo, orderId }: OrderKey): Promise<Receipt[]> {
  return await receiptTable.rows<Receipt>(
    reader,
    `select ${receiptTable.select('r')} from receipts r where r.customer_no = $1 and r.order_id = $2 order by r.pallet, r.receipt_id`,
    [customerNo, orderId],
  );
}

/**
 * Returns the ids of those of these transfers that have an open receipt, by which a person picks them. The caller has locked the transfers.
 */
export async function readTransferIdsBeingPicked(
  reader: DbReader,
  customerNo: string,
  orderIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (orderIds.length === 0) return new Set();
  const rows = await reader.rows<{ readonly orderId: string }>(
    `select distinct r.order_id as "orderId" from receipts r
      where r.customer_no = $1 and r.order_id = any ($2::uuid[]) and r.kind = 'transfer out' and r.state = 'open'`,
    [customerNo, orderIds],
  );
  return new Set(rows.map(({ orderId }) => orderId));
}

/** The open receipts by which people pick transfers of these customers at a warehouse, as far as anything is counted. */
export async function readOpenTransferPickReceipts(
  reader: DbReader,
  customerNos: readonly string[],
  warehouse: string,
): Promise<Receipt[]> {
  return await receiptTable.rows<Receipt>(
    reader,
    `select ${receiptTable.select('r')} from receipts r
      where r.customer_no = any ($1::text[]) and r.warehouse = $2 and r.state = 'open' and r.kind = 'transfer out'
        and r.counted <> '[]'::jsonb
      order by r.customer_no, r.receipt_id`,
    [customerNos, warehouse],
  );
}

/** At most `limit` deliveries without an order of these customers at a warehouse, being counted or parked, the oldest first. */
export async function listUnannouncedReceiptsAtWarehouse(
  reader: DbReader,
  customerNos: readonly string[],
  warehouse: string,
  limit: number,
): Promise<(ReceiptKey & { readonly place: string })[]> {
  return await reader.rows(
    `select r.customer_no as "customerNo", r.receipt_id as "receiptId", r.place from receipts r
      where r.customer_no = any ($1::text[]) and r.warehouse = $2
        and (r.state = 'parked' or r.state = 'open' and r.kind = 'unannounced')
      order by r.opened_at, r.receipt_id limit $3`,
    [customerNos, warehouse, limit],
  );
}

const scans = new Table(
  'receipt_scans',
  {
    ...receiptKey,
    scanId: column.uuid(),
    kind: column.text<ReceiptScanKind>(),
    code: column.text(),
    itemNo: column.text(),
    lot: column.text(),
    units: column.int(),
    verdict: column.text<ReceiptScanVerdict>(),
    message: column.text(),
    person: column.text(),
    number: column.int(),
    location: column.text(),
  },
  ['customerNo', 'receiptId', 'scanId'],
);

interface ReceiptScanKey extends ReceiptKey {
  readonly scanId: string;
}

/** The steps with these keys: scans, counts and undos, those that were rejected too. */
export const readReceiptScans: (
  reader: DbReader,
  keys: readonly ReceiptScanKey[],
) => Promise<
  {
    readonly kind: ReceiptScanKind;
    readonly code: string;
    readonly verdict: ReceiptScanVerdict;
    readonly message: string;
    readonly location: string;
  }[]
> = scans.find({
  columns: ['customerNo', 'receiptId', 'scanId', 'kind', 'code', 'verdict', 'message', 'location'],
});

export const insertReceiptScans = scans.insert();

/** The last scan or count of a receipt that was not taken back. The caller has locked the receipt. */
export async function readLastCountedReceiptScan(
  reader: DbReader,
  { customerNo, receiptId }: ReceiptKey,
): Promise<CountedReceiptScan | undefined> {
  const [last] = await scans.rows<CountedReceiptScan>(
    reader,
    `select ${scans.select('s', ['scanId', 'kind', 'itemNo', 'lot', 'units', 'location'])} from receipt_scans s
      where s.customer_no = $1 and s.receipt_id = $2 and s.number > 0 and not s.is_undone
      order by s.number desc limit 1`,
    [customerNo, receiptId],
  );
  return last;
}

/** Marks a scan or count as undone, so that it no longer counts. The caller subtracts its units from the receipt. */
export function markReceiptScanUndone(tx: Tx, { customerNo, receiptId, scanId }: ReceiptScanKey): void {
  tx.send(
    'update receipt_scans s set is_undone = true where s.customer_no = $1 and s.receipt_id = $2 and s.scan_id = $3',
    [customerNo, receiptId, scanId],
  );
}
