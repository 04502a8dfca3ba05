/**
 * Verifies transfer orders against their demands, movements and expectations (decisions 10 and 11). Runs on one
 * snapshot, concurrently with live traffic; returns one sentence per fault.
 */
import type { DbReader } from '../platform/db/db.ts';

interface Check {
  readonly name: string;
  /** Selects the faults: the order, the item, the quantity that is right by its lines, and the one found. */
  readonly sql: string;
}

const lineStatus = `coalesce(nullif(l.tax_status, ''), o.inventory_status)`;
const arrivalStatus = `coalesce(nullif(o.to_inventory_status, ''), ${lineStatus})`;

/**
 * The lowest order id whose movements are complete: ids begin with their creation time, and movements of earlier months
 * may have been detached and archived.
 */
const firstCompleteOrderId = `(
  select coalesce((lpad(to_hex((extract(epoch from (max(month) + interval '1 month') at time zone 'UTC') * 1000)::bigint),
                        12, '0') || repeat('0', 20))::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
    from movement_months where detached_at is not null)`;

/** Compares an order's lines with the movements of one kind. */
const movementCheck = (name: string, lines: string, movements: string): Check => ({
  name,
  sql: `with wanted as (
          select o.customer_no, o.order_id, l.item_no, sum(${lines})::bigint as units
            from transfer_orders o join transfer_order_lines l using (customer_no, order_id)
           where o.order_id >= ${firstCompleteOrderId} group by 1, 2, 3),
        posted as (
          select m.customer_no, m.subject as order_id, m.item_no, sum(m.quantity)::bigint as units
            from movements m join transfer_orders o on (o.customer_no, o.order_id) = (m.customer_no, m.subject)
           where ${movements} and o.order_id >= ${firstCompleteOrderId} group by 1, 2, 3)
        select customer_no, order_id, item_no, coalesce(w.units, 0) as wanted, coalesce(p.units, 0) as found
          from wanted w full join posted p using (customer_no, order_id, item_no)
         where coalesce(w.units, 0) <> coalesce(p.units, 0)
         order by 1, 2, 3 limit 100`,
});

const checks: readonly Check[] = [
  {
    name: 'its lines differ from its demands',
    sql: `with wanted as (
            select o.customer_no, o.order_id, l.item_no, ${lineStatus} as status, o.from_warehouse as warehouse,
                   o.status = 'PICKING' as in_work, sum(l.units - l.missing)::bigint as units
              from transfer_orders o join transfer_order_lines l using (customer_no, order_id)
             where o.status in ('OPEN', 'PICKING') group by 1, 2, 3, 4, 5, 6),
          demanded as (
            select customer_no, subject as order_id, item_no, status, warehouse, state = 'in_work' as in_work, quantity
              from demands where rank = 1)
          select customer_no, order_id, item_no, coalesce(w.units, 0) as wanted, coalesce(d.quantity, 0) as found
            from wanted w full join demanded d using (customer_no, order_id, item_no, status, warehouse, in_work)
           where coalesce(w.units, 0) <> coalesce(d.quantity, 0)
           order by 1, 2, 3 limit 100`,
  },
  movementCheck(
    'the shipped units of its lines differ from the Transfer Out movements',
    '-l.shipped',
    `m.type = 'Transfer Out' and m.warehouse = o.from_warehouse`,
  ),
  movementCheck(
    'the received and short units of its lines differ from the Transfer In movements',
    'l.received + l.short',
    `m.type = 'Transfer In' and m.warehouse = o.to_warehouse`,
  ),
  movementCheck(
    'the short and surplus units of its lines differ from the adjustments',
    'l.surplus - l.short',
    `m.type = 'Inventory Adjustment' and m.warehouse = o.to_warehouse`,
  ),
  {
    name: 'its units in transit differ from its expectations',
    sql: `with coming as (
            select o.customer_no, o.order_id, l.line, l.item_no, o.to_warehouse as warehouse, ${arrivalStatus} as status,
                   l.shipped as units, l.received
              from transfer_orders o join transfer_order_lines l using (customer_no, order_id)
             where o.status in ('IN TRANSIT', 'RECEIVING') and l.shipped > 0),
          expected as (
            select e.customer_no, e.subject as order_id, e.line, e.item_no, e.warehouse, e.status, e.ordered as units,
                   e.received
              from expectations e join transfer_orders o on (o.customer_no, o.order_id) = (e.customer_no, e.subject))
          select customer_no, order_id, item_no, coalesce(c.units - c.received, 0) as wanted,
                 coalesce(e.units - e.received, 0) as found
            from coming c
            full join expected e using (customer_no, order_id, line, item_no, warehouse, status, units, received)
           where c.line is null or e.line is null
           order by 1, 2, 3 limit 100`,
  },
  {
    name: 'its status does not match its shipped and received units',
    sql: `select o.customer_no, o.order_id, l.item_no, l.shipped as wanted, l.received + l.short as found
            from transfer_orders o join transfer_order_lines l using (customer_no, order_id)
           where (o.status in ('OPEN', 'PICKING', 'CANCELED') and l.shipped + l.surplus > 0)
              or (o.status in ('RECEIVED', 'CLOSED') and l.shipped <> l.received + l.short)
              or (o.status <> 'CLOSED' and l.short > 0)
           order by 1, 2, 3 limit 100`,
  },
];

/** Returns all inconsistencies of transfer orders, at most 100 per check; empty when there are none. */
export async function verifyTransferOrders(reader: DbReader): Promise<string[]> {
  const faults: string[] = [];
  for (const { name, sql } of checks) {
    const rows = await reader.rows<{
      customer_no: string;
      order_id: string;
      item_no: string;
      wanted: number;
      found: number;
    }>(sql);
    for (const row of rows) {
      faults.push(
        `${row.customer_no} transfer order ${row.order_id}, ${row.item_no}: ${name}: ${row.wanted} by its lines, ${row.found} found`,
      );
    }
  }
  const unnamed = await reader.rows<{ customer_no: string; order_id: string; customer_reference_no: string }>(
    `select customer_no, coalesce(o.order_id, i.order_id) as order_id, customer_reference_no
       from (select * from transfer_orders where status <> 'CANCELED') o
       full join transfer_order_identities i using (customer_no, customer_reference_no)
      where o.order_id is distinct from i.order_id limit 100`,
  );
  for (const row of unnamed) {
    faults.push(
      `${row.customer_no} transfer order ${row.order_id}: ${row.customer_reference_no} does not identify the right order`,
    );
  }
  return faults;
}
