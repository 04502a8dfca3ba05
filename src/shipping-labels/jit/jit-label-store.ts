/** All SQL of `jit_labels`. Callers that write a label have locked its order. */
import type { Reader, Tx } from '../../platform/db/db.ts';
import type { SalesOrderKey } from '../../sales-orders/index.ts';
import type { JitLabel } from './jit-label.ts';

interface LabelRow {
  customer_no: string;
  jit_label_id: string;
  order_id: string;
  content_hash: Buffer;
  generated_at: Temporal.Instant;
  scanned_at: Temporal.Instant | null;
}

const columns = 'l.customer_no, l.jit_label_id, l.order_id, l.content_hash, l.generated_at, l.scanned_at';

function labelOf(row: LabelRow): JitLabel {
  return {
    customerNo: row.customer_no,
    labelId: row.jit_label_id,
    orderId: row.order_id,
    contentHash: row.content_hash,
    generatedAt: row.generated_at,
    scannedAt: row.scanned_at ?? undefined,
  };
}

/** The labels of these orders; orders without one are absent. */
export async function readJitLabels(reader: Reader, orders: readonly SalesOrderKey[]): Promise<JitLabel[]> {
  if (orders.length === 0) return [];
  const rows = await reader.rows<LabelRow>(
    `select ${columns} from unnest($1::text[], $2::uuid[]) as k (customer_no, order_id)
       join jit_labels l using (customer_no, order_id)`,
    [orders.map((o) => o.customerNo), orders.map((o) => o.orderId)],
  );
  return rows.map(labelOf);
}

/** The labels with these ids; unknown ids are absent. */
export async function findJitLabels(
  reader: Reader,
  names: readonly { readonly customerNo: string; readonly labelId: string }[],
): Promise<JitLabel[]> {
  if (names.length === 0) return [];
  const rows = await reader.rows<LabelRow>(
    `select ${columns} from unnest($1::text[], $2::text[]) as k (customer_no, jit_label_id)
       join jit_labels l using (customer_no, jit_label_id)`,
    [names.map((n) => n.customerNo), names.map((n) => n.labelId)],
  );
  return rows.map(labelOf);
}

/** Inserts labels, or updates their content hash; id and time of a label never change. */
export async function saveJitLabels(tx: Tx, labels: readonly JitLabel[]): Promise<void> {
  if (labels.length === 0) return;
  await tx.rows(
    `insert into jit_labels (customer_no, jit_label_id, order_id, content_hash, generated_at)
     select * from unnest($1::text[], $2::text[], $3::uuid[], $4::bytea[], $5::timestamptz[])
         on conflict (customer_no, order_id) do update set content_hash = excluded.content_hash`,
    [
      labels.map((l) => l.customerNo),
      labels.map((l) => l.labelId),
      labels.map((l) => l.orderId),
      labels.map((l) => l.contentHash),
      labels.map((l) => l.generatedAt.toString()),
    ],
  );
}

/** Marks labels as scanned; the first scan time is kept. */
export async function markScanned(
  tx: Tx,
  scans: readonly { readonly customerNo: string; readonly labelId: string; readonly at: Temporal.Instant }[],
): Promise<void> {
  if (scans.length === 0) return;
  await tx.rows(
    `update jit_labels l set scanned_at = s.at
       from unnest($1::text[], $2::text[], $3::timestamptz[]) as s (customer_no, jit_label_id, at)
      where l.customer_no = s.customer_no and l.jit_label_id = s.jit_label_id and l.scanned_at is null`,
    [scans.map((s) => s.customerNo), scans.map((s) => s.labelId), scans.map((s) => s.at.toString())],
  );
}

/** Clears the scans of these orders' labels. */
export async function deleteScans(tx: Tx, orders: readonly SalesOrderKey[]): Promise<void> {
  if (orders.length === 0) return;
  await tx.rows(
    `update jit_labels l set scanned_at = null
       from unnest($1::text[], $2::uuid[]) as k (customer_no, order_id)
      where l.customer_no = k.customer_no and l.order_id = k.order_id`,
    [orders.map((o) => o.customerNo), orders.map((o) => o.orderId)],
  );
}
