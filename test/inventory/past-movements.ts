/** Inserts movements of past months as the program would have written them, with the balances that are their sums. */
import type { Db } from '../../src/platform/db/db.ts';

export interface PastMovement {
  readonly seq: number;
  /** When it was posted, in real time: decides the month that it belongs to. */
  readonly at: Temporal.Instant;
  readonly occurredAt: Temporal.Instant;
  readonly itemNo: string;
  readonly warehouse: string;
  readonly status: string;
  readonly quantity: number;
  readonly type: string;
  readonly reference: string;
}

/** Ten units of an item that a purchase order brought. */
export const receivedMovement = (seq: number, at: string, more: Partial<PastMovement> = {}): PastMovement => ({
  seq,
  at: instant(at),
  occurredAt: instant(at),
  itemNo: 'PIN',
  warehouse: 'APC01',
  status: 'GOOD-NO-TX',
  quantity: 10,
  type: 'Purchase Order',
  reference: 'A',
  ...more,
});

/** Writes them with their balances and the commit counter, so that the ledger is coherent. */
export async function givenMovements(db: Db, customerNo: string, movements: readonly PastMovement[]): Promise<void> {
  const months = new Set(
    movements.map(({ at }) => at.toZonedDateTimeISO('UTC').toPlainDate().with({ day: 1 }).toString()),
  );
  for (const month of months) await db.rows("select ensure_month('movements', $1::date)", [month]);
  await db.rows(
    `insert into movements (customer_no, seq, at, occurred_at, item_no, warehouse, status, quantity, type, reference,
                            subject, item_description, item_unit)
     select $1, *, gen_random_uuid(), 'Wine', '750'
       from unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::text[], $6::text[], $7::text[], $8::bigint[],
                   $9::text[], $10::text[])`,
    [
      customerNo,
      movements.map((m) => m.seq),
      movements.map((m) => m.at),
      movements.map((m) => m.occurredAt),
      movements.map((m) => m.itemNo),
      movements.map((m) => m.warehouse),
      movements.map((m) => m.status),
      movements.map((m) => m.quantity),
      movements.map((m) => m.type),
      movements.map((m) => m.reference),
    ],
  );
  await db.rows(
    `insert into balances (customer_no, item_no, warehouse, status, on_hand, first_seq)
     select customer_no, item_no, warehouse, status, sum(quantity), min(seq) from movements
      where customer_no = $1 group by 1, 2, 3, 4
         on conflict (customer_no, item_no, warehouse, status) do update set on_hand = excluded.on_hand`,
    [customerNo],
  );
  await db.rows(
    `update commit_counters set last_seq = (select max(seq) from movements where customer_no = $1) where customer_no = $1`,
    [customerNo],
  );
}

export const instant = (text: string) => Temporal.Instant.from(text);
