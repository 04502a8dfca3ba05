/**
 * Loads rows for the pages of the floor and of history, for the customers of the order index: movements over 200 days, purchase and
 * transfer orders, returns, bins and their contents. They are not consistent with each other.
 */
import { closeEndedMovementMonths, rollUpMovements } from '../../src/inventory/index.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { dropSecondaryIndexes } from '../support/secondary-indexes.ts';

interface History {
  readonly movements: number;
  readonly customers: number;
  readonly timeZone: string;
}

const perStatement = 500_000;
const days = 200;

/** Movements at two warehouses: one in a hundred receives bottles, one in two hundred is an adjustment, the others are sales orders. */
const movementRows = `
  insert into movements (customer_no, seq, at, occurred_at, item_no, warehouse, status, quantity, type, reference, subject,
                         po_number, order_type, item_description, item_unit, alcohol_percentage)
  select 'BENCH' || lpad((n % $3::int)::text, 2, '0'), 1000000 + n / $3::int * 3, at, at,
         'WINE-' || lpad(((hashint8(n)::bigint & 2147483647) % 500 + 1)::text, 4, '0'),
         (array['APC01', 'COB01'])[1 + n % 2], 'GOOD-NO-TX',
         case when n % 100 = 0 then 300 when n % 200 = 1 then -1 else -(1 + n % 5) end,
         case when n % 200 = 0 then 'Transfer In' when n % 100 = 0 then 'Purchase Order' when n % 200 = 1 then 'Inventory Adjustment'
              else 'Sales order' end,
         'REF-' || n / 3, md5('document ' || n / 3)::uuid, '', case when n % 100 < 2 then '' else 'CLUB' end, 'A wine', '750', '13.8'
    from (select n, $4::timestamptz + n * (interval '${days} days' / $5::int) as at
            from generate_series($1::bigint, $2::bigint) n) m`;

export async function loadMovements(db: Db, { movements, customers, timeZone }: History): Promise<void> {
  const end = Temporal.Now.zonedDateTimeISO(timeZone).startOfDay();
  const start = end.subtract({ days });
  for (let month = start.toPlainDate().with({ day: 1 }); ; month = month.add({ months: 1 })) {
    if (Temporal.PlainDate.compare(month, end.toPlainDate()) > 0) break;
    await db.rows("select ensure_month('movements', $1::date)", [month]);
  }
  const client = await db.pool.connect();
  try {
    const query = (text: string, values: unknown[] = []) =>
      client.query({ text, values, query_timeout: 600_000 } as never);
    await query("set statement_timeout = 0; set maintenance_work_mem = '256MB'; set synchronous_commit = off");
    const indexes = await dropSecondaryIndexes(client, ['movements']);
    for (let from = 0; from < movements; from += perStatement) {
      const to = Math.min(movements, from + perStatement) - 1;
      await query(movementRows, [from, to, customers, start.toInstant().toString(), movements]);
    }
    for (const definition of indexes) await query(definition);
    await query(
      `insert into commit_counters (customer_no, last_seq)
       select customer_no, max(seq) from movements group by 1
       on conflict (customer_no) do update set last_seq = greatest(commit_counters.last_seq, excluded.last_seq)`,
    );
    await query('vacuum (analyze) movements');
  } finally {
    client.release(true);
  }
  await rollUpMovements(db, { timeZone });
  await closeEndedMovementMonths(db);
  await db.rows('vacuum (analyze) movement_days');
}

const bench = (n: string) => `'BENCH' || lpad((${n} % $1::int)::text, 2, '0')`;
const item = (n: string) => `'WINE-' || lpad((${n} % 500 + 1)::text, 4, '0')`;

const documents = [
  // 20,000 purchase orders, of which 200 are expected, 20,000 transfer orders, 20,000 returns.
  `insert into purchase_orders (customer_no, order_id, purchase_order_number, customer_reference_no, reference_no, requested_date,
                                transport_method, warehouse, inventory_status, status, content_hash, created_at)
   select ${bench('n')}, md5('po ' || n)::uuid, 'PO' || lpad(n::text, 6, '0'), 'INBOUND-' || n, '', current_date + (n % 9),
          'DROPOFF', (array['APC01', 'COB01'])[1 + n % 2], 'GOOD-NO-TX', case when n % 100 = 1 then 'OPEN' else 'RECEIVED' end, '',
          now() - n * interval '10 minutes'
     from generate_series(1, 20000) n`,
  `insert into transfer_orders (customer_no, order_id, transfer_order_number, customer_reference_no, from_warehouse, to_warehouse,
                                inventory_status, to_inventory_status, requested_date, status, content_hash, queued_at)
   select ${bench('n')}, md5('to ' || n)::uuid, 'TO' || lpad(n::text, 6, '0'), 'MOVE-' || n, 'APC01', 'COB01', 'GOOD-NO-TX',
          'GOOD-NO-TX', current_date + (n % 9), case when n % 100 = 1 then 'OPEN' else 'RECEIVED' end, '',
          now() - n * interval '10 minutes'
     from generate_series(1, 20000) n`,
  `insert into sales_orders (customer_no, order_id, order_no, order_type, status, warehouse, warehouse_named, carrier, service, ice_pack,
                             shipment_key, batch_id, content_hash, lines, accepted_at, queued_at)
   select ${bench('n')}, md5('order ' || n)::uuid, 'CLB' || lpad(n::text, 7, '0'), 'CLUB', 'SHIPPED', 'APC01', false, 'FEX', 'GRND', 0,
          '', '', '', '[]', now(), now()
     from generate_series(1, 20000) n`,
  `insert into returns (customer_no, return_id, rma_number, order_id, order_no, warehouse, status, tracking_nos, carrier, service,
                        announced_at, announced_seq, received_at, received_seq, closed_at)
   select ${bench('n')}, md5('rma ' || n)::uuid, 'RMA-' || lpad(n::text, 6, '0'), md5('order ' || n)::uuid, 'CLB' || lpad(n::text, 7, '0'),
          'APC01', 'CLOSED', array['7' || lpad(n::text, 11, '0')], 'FEX', 'GRND', now() - n * interval '10 minutes', n,
          now() - n * interval '10 minutes', n, now()
     from generate_series(1, 20000) n`,
  // 10,000 bins at the first warehouse: half of them hold something.
  `insert into locations (warehouse, location, kind, walk_order, zone)
   select 'APC01', 'B-' || lpad(n::text, 5, '0'), case when n % 4 = 0 then 'pick' else 'reserve' end, n, 'B'
     from generate_series(1, 10000) n where $1::int > 0`,
  `insert into bin_contents (customer_no, item_no, warehouse, location, status, quantity)
   select ${bench('n')}, ${item('n / $1::int')}, 'APC01', 'B-' || lpad(n::text, 5, '0'), 'GOOD-NO-TX', 48
     from generate_series(1, 5000) n`,
];

export async function loadDocuments(db: Db, customers: number): Promise<void> {
  await db.write(
    async (tx) => {
      await tx.rows('set local session_replication_role = replica');
      for (const statement of documents) await tx.rows(statement, [customers]);
    },
    { longRunning: true },
  );
  for (const table of ['purchase_orders', 'transfer_orders', 'sales_orders', 'returns', 'locations', 'bin_contents'])
    await db.rows(`vacuum (analyze) ${table}`);
}
