/**
 * What is inbound, promised to those who wait (decision 9, OrderOnHoldItem): in the order of the queue, who waits longer
 * has the first claim on what is expected, in part where it does not suffice. Nothing is written: whoever can be filled
 * whole when stock arrives gets it then (decision 12).
 */
import type { Reader } from '../platform/db/db.ts';

/** The units of what is inbound that a document has the claim on, of an item in a status. 0 when it does not wait. */
export type PreReservations = (subject: string, itemNo: string, status: string) => number;

/** A demand that waits, in the order of the queue. */
export interface WaitingDemand {
  readonly subject: string;
  readonly itemNo: string;
  readonly status: string;
  /** Where it may be filled, best first. */
  readonly warehouses: readonly string[];
  readonly quantity: number;
}

/** What is expected and not yet here. */
export interface Inbound {
  readonly itemNo: string;
  readonly status: string;
  readonly warehouse: string;
  readonly quantity: number;
}

/** Shares what is inbound among those who wait, given in the order of the queue. Pure. */
export function preReserve(waiting: readonly WaitingDemand[], inbound: readonly Inbound[]): PreReservations {
  const left = new Map(
    inbound.map(({ itemNo, status, warehouse, quantity }) => [`${itemNo}\n${status}\n${warehouse}`, quantity]),
  );
  const claims = new Map<string, number>();
  for (const { subject, itemNo, status, warehouses, quantity } of waiting) {
    let wanted = quantity;
    for (const warehouse of warehouses) {
      const key = `${itemNo}\n${status}\n${warehouse}`;
      const taken = Math.min(wanted, left.get(key) ?? 0);
      if (taken === 0) continue;
      left.set(key, (left.get(key) ?? 0) - taken);
      wanted -= taken;
      if (wanted === 0) break;
    }
    if (wanted < quantity) claims.set(`${subject}\n${itemNo}\n${status}`, quantity - wanted);
  }
  return (subject, itemNo, status) => claims.get(`${subject}\n${itemNo}\n${status}`) ?? 0;
}

/** The claims of all who wait for stock of a customer: two statements, whatever their number. */
export async function readPreReservations(reader: Reader, customerNo: string): Promise<PreReservations> {
  // The sum of the open expectations stands on the balance.
  const inbound = await reader.rows<{ item_no: string; status: string; warehouse: string; expected: number }>(
    'select item_no, status, warehouse, expected from balances where customer_no = $1 and expected > 0',
    [customerNo],
  );
  if (inbound.length === 0) return () => 0;
  const waiting = await reader.rows<{
    subject: string;
    item_no: string;
    status: string;
    warehouse: string;
    choices: string[] | null;
    quantity: number;
  }>(
    `select d.subject, d.item_no, d.status, d.warehouse, d.choices, d.quantity
       from (select distinct * from unnest($2::text[], $3::text[]) as i (item_no, status)) i
       join demands d using (item_no, status)
      where d.customer_no = $1 and d.state = 'waiting'
      order by d.rank, d.queued_at, d.subject, d.item_no, d.status`,
    [customerNo, inbound.map((row) => row.item_no), inbound.map((row) => row.status)],
  );
  return preReserve(
    waiting.map((row) => ({
      subject: row.subject,
      itemNo: row.item_no,
      status: row.status,
      warehouses: row.choices ?? [row.warehouse],
      quantity: row.quantity,
    })),
    inbound.map((row) => ({
      itemNo: row.item_no,
      status: row.status,
      warehouse: row.warehouse,
      quantity: row.expected,
    })),
  );
}
