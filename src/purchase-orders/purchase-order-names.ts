/** How purchase orders are called where only their subject is known (the explanation of a quantity). */
import type { DocumentName, DocumentNameSource } from '../inventory/index.ts';

export const purchaseOrderNames: DocumentNameSource = async (reader, documents) => {
  const rows = await reader.rows<{ order_id: string; name: string; status: string }>(
    `select o.order_id, o.customer_reference_no as name, o.status
       from unnest($1::text[], $2::uuid[]) as k (customer_no, order_id)
       join purchase_orders o using (customer_no, order_id)`,
    [documents.map((d) => d.customerNo), documents.map((d) => d.subject)],
  );
  return new Map(
    rows.map(({ order_id, name, status }): [string, DocumentName] => [
      order_id,
      { kind: 'purchase order', name, status },
    ]),
  );
};
