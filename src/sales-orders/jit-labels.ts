/** Which label a JIT order has: shown on the order, owned by the labels slice. */
import type { Tx } from '../platform/db/db.ts';
import type { SalesOrderKey } from './order-store.ts';

/** Notes the labels of orders that the caller has locked. */
export async function recordJitLabels(
  tx: Tx,
  labels: readonly (SalesOrderKey & { readonly labelId: string })[],
): Promise<void> {
  if (labels.length === 0) return;
  await tx.rows(
    `update sales_orders o set jit_label_id = l.label_id
       from unnest($1::text[], $2::uuid[], $3::text[]) as l (customer_no, order_id, label_id)
      where o.customer_no = l.customer_no and o.order_id = l.order_id`,
    [labels.map((l) => l.customerNo), labels.map((l) => l.orderId), labels.map((l) => l.labelId)],
  );
}
