/**
 * Pre-reservation of inbound stock for backorders (decision 9, OrderOnHoldItem): in queue order, partial if stock is
 * insufficient. Computed on demand, not stored; received stock is allocated to complete documents only (decision 12).
 * Inbound stock is on purchase orders, in transit, or on transfer orders that have not shipped: the units that those
 * have reserved or, while backordered, pre-reserved (decision 21). No unit is pre-reserved twice.
 */
import type { Db, DbReader } from '../platform/db/db.ts';
import { type PendingTransfer, readPendingTransfers } from './pending-transfers.ts';
import { acceptableInventoryStatusesOf } from './stock.ts';

/** The inbound units of an item and status that are pre-reserved for a document; 0 when it is not backordered. */
export type PreReservationLookup = (subject: string, itemNo: string, status: string) => number;

/** A backordered demand. */
export interface WaitingDemand {
  readonly subject: string;
  readonly itemNo: string;
  readonly status: string;
  /** The statuses that may fill it, best first; absent: `status` alone. */
  readonly statuses?: readonly string[] | undefined;
  /** Candidate warehouses, best first. */
  readonly warehouses: readonly string[];
  readonly quantity: number;
  /** Set when the document is a transfer order: its destination. */
  readonly pendingTransfer?: Pick<PendingTransfer, 'warehouse' | 'status'> | undefined;
}

/** Stock that will arrive at a warehouse: expected and not received, or demanded by a transfer that has not shipped. */
interface InboundStock {
  readonly itemNo: string;
  readonly status: string;
  readonly warehouse: string;
  readonly quantity: number;
}

/**
 * Distributes inbound stock to backorders, given in queue order. Units pre-reserved by a transfer become inbound at its
 * destination. Pure.
 */
export function computePreReservations(
  waiting: readonly WaitingDemand[],
  inbound: readonly InboundStock[],
): PreReservationLookup {
  const remaining = new Map<string, number>();
  const add = (itemNo: string, status: string, warehouse: string, quantity: number) => {
    const key = `${itemNo}\n${status}\n${warehouse}`;
    remaining.set(key, (remaining.get(key) ?? 0) + quantity);
  };
  for (const { itemNo, status, warehouse, quantity } of inbound) add(itemNo, status, warehouse, quantity);
  const promised = new Map<string, number>();
  for (const demand of waiting) {
    const { subject, itemNo, status, warehouses, quantity, pendingTransfer } = demand;
    let wanted = quantity;
    for (const warehouse of warehouses) {
      for (const drawn of acceptableInventoryStatusesOf(demand)) {
        const taken = Math.min(wanted, remaining.get(`${itemNo}\n${drawn}\n${warehouse}`) ?? 0);
        if (taken === 0) continue;
        add(itemNo, drawn, warehouse, -taken);
        wanted -= taken;
      }
      if (wanted === 0) break;
    }
    if (wanted === quantity) continue;
    promised.set(`${subject}\n${itemNo}\n${status}`, quantity - wanted);
    if (pendingTransfer !== undefined)
      add(itemNo, pendingTransfer.status || status, pendingTransfer.warehouse, quantity - wanted);
  }
  return (subject, itemNo, status) => promised.get(`${subject}\n${itemNo}\n${status}`) ?? 0;
}

/** The pre-reservations of all backorders of a customer, read with a fixed number of statements on one snapshot. */
export async function readPreReservations(db: Pick<Db, 'snapshot'>, customerNo: string): Promise<PreReservationLookup> {
  return await db.snapshot((reader) => readPreReservationsOnSnapshot(reader, customerNo));
}

/** `readPreReservations` on a snapshot that the caller has. */
export async function readPreReservationsOnSnapshot(
  reader: DbReader,
  customerNo: string,
): Promise<PreReservationLookup> {
  const pendingTransfer = await readPendingTransfers(reader, customerNo);
  const transferStock = await readPendingTransferStock(reader, customerNo, pendingTransfer);
  const inbound = [
    ...(await readExpectedStock(reader, customerNo)),
    ...transferStock.filter(({ isWaiting }) => !isWaiting),
  ];
  if (inbound.length === 0) return () => 0;
  return computePreReservations(
    await readWaitingDemands(reader, customerNo, [...inbound, ...transferStock], pendingTransfer),
    inbound,
  );
}

/** Stock on purchase orders and in transit: the sums of open expectations, as stored in the balances. */
async function readExpectedStock(reader: DbReader, customerNo: string): Promise<InboundStock[]> {
  return await reader.rows<InboundStock>(
    `select item_no as "itemNo", status, warehouse, expected as quantity
       from balances where customer_no = $1 and expected > 0`,
    [customerNo],
  );
}

/** The demands of pending transfers, as stock at their destination. */
async function readPendingTransferStock(
  reader: DbReader,
  customerNo: string,
  pendingTransfer: ReadonlyMap<string, PendingTransfer>,
): Promise<(InboundStock & { readonly isWaiting: boolean })[]> {
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

/** Backorders for any of these items, in queue order. */
async function readWaitingDemands(
  reader: DbReader,
  customerNo: string,
  wanted: readonly Pick<InboundStock, 'itemNo'>[],
  pendingTransfer: ReadonlyMap<string, PendingTransfer>,
): Promise<WaitingDemand[]> {
  const rows = await reader.rows<{
    subject: string;
    item_no: string;
    status: string;
    statuses: string[] | null;
    warehouse: string;
    choices: string[] | null;
    quantity: number;
  }>(
    `select d.subject, d.item_no, d.status, d.statuses, d.warehouse, d.choices, d.quantity
       from (select distinct item_no from unnest($2::text[]) as i (item_no)) i
       join demands d using (item_no)
      where d.customer_no = $1 and d.state = 'waiting'
      order by d.rank, d.queued_at, d.subject, d.item_no, d.status`,
    [customerNo, wanted.map((row) => row.itemNo)],
  );
  return rows.map((row) => ({
    subject: row.subject,
    itemNo: row.item_no,
    status: row.status,
    statuses: row.statuses ?? undefined,
    warehouses: row.choices ?? [row.warehouse],
    quantity: row.quantity,
    pendingTransfer: pendingTransfer.get(row.subject),
  }));
}
