/** All SQL that writes `movements` (append-only) and `movement_names`, which can be erased. */
import { bigints, instants, texts, uuids } from '../platform/db/arrays.ts';
import type { Numbered, NumberedWriter, Tx } from '../platform/db/db.ts';
import type { Posting } from './stock.ts';

const writer: NumberedWriter<Posting> = {
  write: (tx, rows: readonly Numbered<Posting>[]) => {
    tx.send(
      `insert into movements (customer_no, seq, occurred_at, item_no, warehouse, status, quantity, type, reference,
                              subject, po_number, order_type, item_description, item_unit, alcohol_percentage)
       select customer_no, c.last_seq - behind, occurred_at, item_no, warehouse, status, quantity, type, reference,
              subject, po_number, order_type, item_description, item_unit, alcohol_percentage
         from unnest($1::text[], $2::bigint[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::bigint[],
                     $8::text[], $9::text[], $10::uuid[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[])
           as m (customer_no, behind, occurred_at, item_no, warehouse, status, quantity, type, reference, subject,
                 po_number, order_type, item_description, item_unit, alcohol_percentage)
         left join commit_counters c using (customer_no)`,
      [
        texts(rows, (r) => r.customerNo),
        bigints(rows, (r) => r.seqOffset),
        instants(rows, (r) => r.occurredAt),
        texts(rows, (r) => r.itemNo),
        texts(rows, (r) => r.warehouse),
        texts(rows, (r) => r.status),
        bigints(rows, (r) => r.quantity),
        texts(rows, (r) => r.type),
        texts(rows, (r) => r.reference),
        uuids(rows, (r) => r.subject),
        texts(rows, (r) => r.poNumber ?? ''),
        texts(rows, (r) => r.orderType ?? ''),
        texts(rows, (r) => r.itemDescription),
        texts(rows, (r) => r.itemUnit),
        texts(rows, (r) => r.alcoholPercentage ?? ''),
      ],
    );
  },
};

/** Appends movements. They get their commit numbers at the end of the transaction. */
export function appendMovements(tx: Tx, postings: readonly Posting[]): void {
  for (const posting of postings) tx.number(writer, posting);
}

/** Saves the ShipToName of a document's movements (interface: Inventory transaction record). */
export async function insertMovementNames(
  tx: Tx,
  names: readonly { readonly customerNo: string; readonly subject: string; readonly shipToName: string }[],
): Promise<void> {
  if (names.length === 0) return;
  await tx.rows(
    `insert into movement_names (customer_no, subject, ship_to_name)
     select * from unnest($1::text[], $2::uuid[], $3::text[]) on conflict do nothing`,
    [names.map((n) => n.customerNo), names.map((n) => n.subject), names.map((n) => n.shipToName)],
  );
}
