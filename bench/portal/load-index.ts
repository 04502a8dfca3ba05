/**
 * Loads rows of the order index, as if the orders had been accepted over the last 200 days, and the items and balances of their
 * customers.
 */
import type { Db } from '../../src/platform/db/db.ts';
import { dropSecondaryIndexes } from '../support/secondary-indexes.ts';

/** The order number of the nth row. */
export const indexedOrderNo = (n: number): string => `CLB${String(n).padStart(7, '0')}`;

const firstNames = [
  'Ana',
  'Jo',
  'Eli',
  'Mia',
  'Leo',
  'Ida',
  'Sam',
  'Zoe',
  'Max',
  'Eva',
  'Tom',
  'Liv',
  'Ben',
  'Amy',
  'Gus',
  'Fay',
];
const placePrefixes = [
  'Moor',
  'Ash',
  'King',
  'Oak',
  'Hill',
  'Brook',
  'Stone',
  'Green',
  'Lang',
  'West',
  'North',
  'Hart',
  'Elm',
  'Fair',
  'Black',
  'Red',
];
const placeSuffixes = ['field', 'wick', 'ham', 'ton', 'ford', 'wood', 'ley', 'worth', 'bury', 'stead', 'dale', 'mere'];

/** What one winery has in all its orders, instead of the contact of the recipient. */
export const wineryContact = { email: 'club@winery.example', phone: '7075550142' };

/** The contact of the recipient of the nth row, who has about four orders. */
export const indexedContact = (n: number) => ({
  email: `member${Math.trunc(n / 4)}@mail.example`,
  phone: `303${String(Math.trunc(n / 4)).padStart(7, '0')}`,
});

const rows = `
  insert into order_index (customer_no, order_id, order_no, shipment_key, order_type, status, hold_reasons, warehouse, carrier,
                           service, recipient_name, recipient_email, recipient_phone, city, state, zip_code, country, units, lines, short, accepted_at,
                           ship_date, ship_by, tracking_nos, shipped_boxes, shipped_units, adult_boxes)
  select 'BENCH' || lpad((n % $2::int)::text, 2, '0'), gen_random_uuid(), 'CLB' || lpad(n::text, 7, '0'), '', 'CLUB', status,
         case status when 'ON INV HOLD' then '{Inventory}' when 'ON WINERY REQUESTED HOLD' then '{Winery}' else '{}' end::text[],
         case when n % 5 = 0 then 'COB01' else 'APC01' end,
         case when n % 50 = 11 then 'GSO' when n % 5 < 3 then 'FEX' else 'UPS' end, 'GRND',
         ($3::text[])[1 + n * 7 % cardinality($3::text[])] || ' ' || ($4::text[])[1 + n * 13 % cardinality($4::text[])]
           || ($5::text[])[1 + n / 17 % cardinality($5::text[])],
         case when n % $2::int = 0 then '${wineryContact.email}' else 'member' || n / 4 || '@mail.example' end,
         case when n % $2::int = 0 then '${wineryContact.phone}' else '303' || lpad((n / 4)::text, 7, '0') end,
         'Denver', 'CO', '80202', 'US', 6, 1, case status when 'ON INV HOLD' then 6 else 0 end, accepted_at,
         accepted_at::date + 1, accepted_at + interval '2 days',
         case status when 'SHIPPED' then array['1Z' || lpad(n::text, 16, '0')] else '{}' end,
         (status = 'SHIPPED')::int, case status when 'SHIPPED' then 6 else 0 end, (status = 'SHIPPED')::int
    from (select n, now() - ($1::int - n) * (interval '200 days' / $1::int) as accepted_at,
                 case when n % 100 = 7 then 'CANCELED'
                      when n > $1::int * 0.99 then (array['RECEIVED', 'RECEIVED', 'PROCESSING ORDER', 'ON INV HOLD',
                                                         'ON WINERY REQUESTED HOLD'])[1 + n % 5]
                      else 'SHIPPED' end as status
            from generate_series(0, $1::int - 1) n) o`;

/** Replaces all rows of the order index. Its secondary indexes are dropped meanwhile, which is faster. */
export async function loadIndex(db: Db, { orders, customers }: { orders: number; customers: number }): Promise<void> {
  const client = await db.pool.connect();
  try {
    const query = async (text: string, values: unknown[] = []) => {
      // The pool's own timeout is meant for requests.
      await client.query({ text, values, query_timeout: 600_000 } as never);
    };
    await query("set statement_timeout = 0; set maintenance_work_mem = '256MB'");
    await query('truncate order_index');
    const indexes = await dropSecondaryIndexes(client, ['order_index']);
    await query(rows, [orders, customers, firstNames, placePrefixes, placeSuffixes]);
    for (const definition of indexes) await query(definition);
    await query('vacuum (analyze) order_index');
  } finally {
    client.release(true);
  }
}

/** The number of items of each customer. */
const itemsEach = 500;

const skuRows = `
  insert into skus (customer_no, item_no, sku_id, content_hash, category, storage, description, vintage, varietal,
                    has_unknown_varietal, appellation, value, upc_code, uom, classification, comments, created_at)
  select 'BENCH' || lpad(c::text, 2, '0'), 'WINE-' || lpad(n::text, 4, '0'), gen_random_uuid(), '', 'Wine', 'service',
         (2000 + n % 25) || ' ' || ($2::text[])[1 + n % cardinality($2::text[])]
           || ($3::text[])[1 + n / 7 % cardinality($3::text[])] || ' Estate', '', '', false, '', 40, '', '750', 'Still', '', now()
    from generate_series(0, $1::int - 1) c, generate_series(1, ${itemsEach}) n`;

// Four warehouses have everything in one status, one has an item in a hundred; one item in fifty was damaged.
const balanceRows = `
  insert into balances (customer_no, item_no, warehouse, status, on_hand)
  select s.customer_no, s.item_no, p.warehouse, p.status, 600
    from skus s
    join (values ('APC01', 'GOOD-NO-TX', 1), ('COB01', 'GOOD-NO-TX', 1), ('PRB02', 'GOOD-NO-TX', 1), ('TWL01', 'GOOD-NO-TX', 1),
                 ('WOX01', 'GOOD-NO-TX', 100), ('APC01', 'RDMG-NO-TX', 50)) p (warehouse, status, nth)
      on right(s.item_no, 4)::int % p.nth = 0`;

/** Replaces all items and balances: every customer has 500 items in several warehouses. */
export async function loadStock(db: Db, customers: number): Promise<void> {
  await db.write(
    async (tx) => {
      await tx.rows('delete from balances');
      await tx.rows('delete from skus');
      await tx.rows(skuRows, [customers, placePrefixes, placeSuffixes]);
      await tx.rows(balanceRows);
    },
    { longRunning: true },
  );
  await db.rows('vacuum (analyze) skus');
  await db.rows('vacuum (analyze) balances');
}
