/**
 * What is inbound, promised to those who wait (decision 9, OrderOnHoldItem): in the order of the queue, who waits longer
 * has the first claim on what is to come, in part where it does not suffice. Nothing is written: whoever can be filled
 * whole when stock arrives gets it then (decision 12).
 *
 * To come are what purchase orders announce, what is in transit, and what transfer orders will bring that have not left:
 * all that is reserved for them, and of those that wait themselves what they have a claim on (decision 21). So no unit is
 * promised twice, neither here nor there.
 */
import type { Db, Reader } from '../platform/db/db.ts';
import { type PendingTransfer, readPendingTransfers } from './pending-transfers.ts';

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
  /** Where its document takes what it gets. */
  readonly pendingTransfer?: Pick<PendingTransfer, 'warehouse' | 'status'> | undefined;
}

/** What is expected and not yet here. */
export interface Inbound {
  readonly itemNo: string;
  readonly status: string;
  readonly warehouse: string;
  readonly quantity: number;
}

/**
 * Shares what is inbound among those who wait, given in the order of the queue. What one of them takes pendingTransfer is inbound
 * there for those after it. Pure.
 */
export function preReserveInbound(waiting: readonly WaitingDemand[], inbound: readonly Inbound[]): PreReservations {
  const remaining = new Map<string, number>();
  const add = (itemNo: string, status: string, warehouse: string, quantity: number) => {
    const key = `${itemNo}\n${status}\n${warehouse}`;
    remaining.set(key, (remaining.get(key) ?? 0) + quantity);
  };
  for (const { itemNo, status, warehouse, quantity } of inbound) add(itemNo, status, warehouse, quantity);
  const claims = new Map<string, number>();
  for (const { subject, itemNo, status, warehouses, quantity, pendingTransfer } of waiting) {
    let wanted = quantity;
    for (const warehouse of warehouses) {
      const taken = Math.min(wanted, remaining.get(`${itemNo}\n${status}\n${warehouse}`) ?? 0);
      if (taken === 0) continue;
      add(itemNo, status, warehouse, -taken);
      wanted -= taken;
      if (wanted === 0) break;
    }
    if (wanted === quantity) continue;
    claims.set(`${subject}\n${itemNo}\n${status}`, quantity - wanted);
    if (pendingTransfer !== undefined)
      add(itemNo, pendingTransfer.status || status, pendingTransfer.warehouse, quantity - wanted);
  }
  return (subject, itemNo, status) => claims.get(`${subject}\n${itemNo}\n${status}`) ?? 0;
}

/** The claims of all who wait for stock of a customer: four statements at most, on one snapshot, whatever their number. */
export async function readPreReservations(db: Pick<Db, 'snapshot'>, customerNo: string): Promise<PreReservations> {
  return await db.snapshot(async (reader) => {
    const pendingTransfer = await readPendingTransfers(reader, customerNo);
    const transferStock = await readPendingTransferStock(reader, customerNo, pendingTransfer);
    const inbound = [
      ...(await readExpectedStock(reader, customerNo)),
      ...transferStock.filter(({ isWaiting }) => !isWaiting),
    ];
    if (inbound.length === 0) return () => 0;
    return preReserveInbound(
      await readWaitingDemands(reader, customerNo, [...inbound, ...transferStock], pendingTransfer),
      inbound,
    );
  });
}

/** What purchase orders announce and what is in transit: the sum of the open expectations stands on the balance. */
async function readExpectedStock(reader: Reader, customerNo: string): Promise<Inbound[]> {
  return await reader.rows<Inbound>(
    `select item_no as "itemNo", status, warehouse, expected as quantity
       from balances where customer_no = $1 and expected > 0`,
    [customerNo],
  );
}

/** What these documents demand, as it will be where they take it. */
async function readPendingTransferStock(
  reader: Reader,
  customerNo: string,
  pendingTransfer: ReadonlyMap<string, PendingTransfer>,
): Promise<(Inbound & { readonly isWaiting: boolean })[]> {
  if (pendingTransfer.size === 0) return [];
  const rows = await reader.rows<{
    subject: string;
    itemNo: string;
    status: string;
    quantity: number;
    isWaiting: boolean;
  }>(
    `select d.subject, d.item_no as "itemNo", d.status, d.quantity, d.state = 'waiting' as "isWaiting"
       from unnest($2::uuid[]) as k (subject) join demands d using (subject)
      where d.customer_no = $1`,
    [customerNo, [...pendingTransfer.keys()]],
  );
  return rows.flatMap(({ subject, status, ...row }) => {
    const to = pendingTransfer.get(subject);
    return to === undefined ? [] : [{ ...row, warehouse: to.warehouse, status: to.status || status }];
  });
}

/** Who waits for any of these items in these statuses, in the order of the queue. */
async function readWaitingDemands(
  reader: Reader,
  customerNo: string,
  wanted: readonly Pick<Inbound, 'itemNo' | 'status'>[],
  pendingTransfer: ReadonlyMap<string, PendingTransfer>,
): Promise<WaitingDemand[]> {
  const rows = await reader.rows<{
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
    [customerNo, wanted.map((row) => row.itemNo), wanted.map((row) => row.status)],
  );
  return rows.map((row) => ({
    subject: row.subject,
    itemNo: row.item_no,
    status: row.status,
    warehouses: row.choices ?? [row.warehouse],
    quantity: row.quantity,
    pendingTransfer: pendingTransfer.get(row.subject),
  }));
}
