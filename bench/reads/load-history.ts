/**
 * A customer's history, inserted in bulk into the real schema: movements of 2,000 items, the same number per day, up to
 * yesterday. They are spread over three warehouses, two statuses and four types; one in a hundred is of one and the same item.
 * Consistent: balances are the sums, the commit counter is the last number, months are closed, all movements are rolled up.
 */
import { closeEndedMovementMonths, rollUpMovements } from '../../src/inventory/index.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { dropSecondaryIndexes } from '../support/secondary-indexes.ts';

export const items = 2_000;
/** Movements per day: 5 million in two years. */
export const perDay = 6_850;
/** One in this many commit numbers is a movement; the others are left out, as if they were those of log entries. */
const seqStep = 3;

export const itemNo = (i: number): string => `WINE-${String(i).padStart(4, '0')}`;
/** The item of every hundredth movement. */
export const hotItem = itemNo(0);

const hash = (n: string, salt: number) => `(hashint8(${n} * 31 + ${salt})::bigint & 2147483647)`;

export interface History {
  readonly customerNo: string;
  readonly movements: number;
  readonly timeZone: string;
}

export async function loadHistory(db: Db, { customerNo, movements, timeZone }: History): Promise<void> {
  const days = Math.ceil(movements / perDay);
  const end = Temporal.Now.zonedDateTimeISO(timeZone).startOfDay();
  const start = end.subtract({ days }).toInstant();
  for (let month = start.toZonedDateTimeISO('UTC').toPlainDate().with({ day: 1 }); ; month = month.add({ months: 1 })) {
    if (Temporal.Instant.compare(month.toZonedDateTime('UTC').toInstant(), end.toInstant()) > 0) break;
    await db.rows("select ensure_month('movements', $1::date)", [month]);
  }
  await giveItems(db, customerNo);
  const indexes = await dropSecondaryIndexes(db.pool, ['movements']);
  await writeMovements(db, customerNo, movements, start);
  for (const definition of indexes) await db.rows(definition);
  await db.rows(
    `insert into movement_names (customer_no, subject, ship_to_name)
     select customer_no, subject, 'Sample Recipient' from movements
      where customer_no = $1 and type = 'Sales order' group by customer_no, subject`,
    [customerNo],
  );
  await db.rows(
    `insert into balances (customer_no, item_no, warehouse, status, on_hand, first_seq)
     select customer_no, item_no, warehouse, status, sum(quantity), min(seq) from movements
      where customer_no = $1 group by customer_no, item_no, warehouse, status`,
    [customerNo],
  );
  await db.rows(
    `update commit_counters set last_seq = (select max(seq) from movements where customer_no = $1) where customer_no = $1`,
    [customerNo],
  );
  // A second customer in each database, so that PostgreSQL plans for one customer among several, in the same way for both histories.
  await db.rows(
    `insert into balances (customer_no, item_no, warehouse, status, on_hand, first_seq)
     select 'NEIGHBOR', item_no, warehouse, status, 0, first_seq from balances where customer_no = $1 limit 100`,
    [customerNo],
  );
  await rollUpMovements(db, { timeZone });
  await closeEndedMovementMonths(db);
  await db.rows('vacuum (analyze)');
}

async function giveItems(db: Db, customerNo: string): Promise<void> {
  const numbers = Array.from({ length: items }, (_, i) => itemNo(i));
  await db.rows(
    `insert into skus (customer_no, item_no, sku_id, content_hash, category, storage, description, vintage, varietal,
                       has_unknown_varietal, appellation, value, alcohol_by_volume, upc_code, uom, bottles_per_case,
                       classification, comments, created_at)
     select $1, i, gen_random_uuid(), '', 'Wine', 'service', '2023 Pinot Noir Estate ' || i, '2023', 'Pinot Noir', false, '',
            48, 13.8, '', '750', 12, 'Still', '', now()
       from unnest($2::text[]) i`,
    [customerNo, numbers],
  );
}

const perStatement = 500_000;

async function writeMovements(db: Db, customerNo: string, movements: number, start: Temporal.Instant): Promise<void> {
  // Movement n is the n / perDay-th day, spread over its 24 hours. The first ones are the opening stock.
  const shelves = items * 3 * 2;
  for (let from = 0; from < movements; from += perStatement) {
    const to = Math.min(movements, from + perStatement) - 1;
    await db.rows(
      `insert into movements (customer_no, seq, at, occurred_at, item_no, warehouse, status, quantity, type, reference,
                              subject, po_number, order_type, item_description, item_unit, alcohol_percentage)
       select $1, (n + 1) * ${seqStep}, at, at, item, warehouse, status, quantity, type,
              case type when 'Sales order' then 'ORD-' || document when 'Purchase Order' then 'INBOUND-' || document
                        else 'CYCLE-COUNT' end,
              md5('document ' || document)::uuid, case type when 'Purchase Order' then 'PO' || document else '' end,
              case type when 'Sales order' then 'CLUB' else '' end, '2023 Pinot Noir Estate ' || item, '750', '13.8'
         from (select n, $4::timestamptz + n * (interval '1 day' / ${perDay}) as at, n / 3 as document,
                      case when n < ${shelves} then 'WINE-' || lpad((n / 6)::text, 4, '0')
                           when n % 100 = 0 then 'WINE-0000'
                           else 'WINE-' || lpad((${hash('n', 1)} % ${items})::text, 4, '0') end as item,
                      case when n < ${shelves} then (array['APC01', 'COB01', 'PRB02'])[1 + n % 3]
                           else (array['APC01', 'APC01', 'APC01', 'COB01', 'PRB02'])[1 + ${hash('n / 3', 2)} % 5] end as warehouse,
                      case when n < ${shelves} then (array['GOOD-NO-TX', 'DMGD-NO-TX'])[1 + n / 3 % 2]
                           when ${hash('n / 3', 3)} % 20 = 0 then 'DMGD-NO-TX' else 'GOOD-NO-TX' end as status,
                      case when n < ${shelves} then 1000000
                           when ${hash('n / 3', 4)} % 20 < 17 then -(1 + n % 6) else 1 + n % 30 end as quantity,
                      case when n < ${shelves} then 'Inventory Adjustment'
                           when ${hash('n / 3', 4)} % 20 < 17 then 'Sales order'
                           else (array['Purchase Order', 'Inventory Adjustment', 'Production Line'])[1 + ${hash('n / 3', 4)} % 20 - 17] end as type
                 from generate_series($2::bigint, $3::bigint) n) m`,
      [customerNo, from, to, start],
    );
  }
}
