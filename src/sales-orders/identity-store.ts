/**
 * SQL of `sales_order_identities`: the names that identify an order (decision 6). They are claimed before all other locks (those
 * of a reshipment after the locks of its return) and sorted, so that concurrent requests for the same order wait for each other
 * here, in any process.
 */
import { column } from '../platform/db/columns.ts';
import type { Tx } from '../platform/db/db.ts';
import { createRowSetSql } from '../platform/db/row-set-sql.ts';
import { Table } from '../platform/db/table.ts';

/** 1: OrderNo and ShipmentKey, released when the order is canceled. 2: TransmissionId, permanent. */
type SalesOrderIdentityKind = 1 | 2;

/** A name that identifies one order of a customer: an OrderNo with its ShipmentKey, or a TransmissionId. */
export interface SalesOrderIdentity {
  readonly customerNo: string;
  readonly kind: SalesOrderIdentityKind;
  readonly name: string;
  /** '' for a TransmissionId. */
  readonly shipmentKey: string;
  readonly orderId: string;
}

/** A claimed name with its order. */
export interface TakenSalesOrderIdentity extends SalesOrderIdentity {
  /** 64 hex digits. */
  readonly contentHash: string;
  readonly orderNo: string;
}

/** The name of an identity as a text, for keys of Maps. The order id is not part of it. */
export function formatSalesOrderIdentityKey(identity: Omit<SalesOrderIdentity, 'orderId'>): string {
  return `${identity.customerNo}\n${identity.kind}\n${identity.name}\n${identity.shipmentKey}`;
}

/** Sorted, so that concurrent claims of the same names do not deadlock. */
const sortIdentities = (identities: readonly SalesOrderIdentity[]): SalesOrderIdentity[] =>
  identities.toSorted(
    (a, b) =>
      compareTexts(a.customerNo, b.customerNo) ||
      a.kind - b.kind ||
      compareTexts(a.name, b.name) ||
      compareTexts(a.shipmentKey, b.shipmentKey),
  );

const compareTexts = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

const nameColumns = {
  customerNo: column.text(),
  kind: column.smallint<SalesOrderIdentityKind>(),
  name: column.text(),
  shipmentKey: column.text(),
};

const identities = new Table('sales_order_identities', { ...nameColumns, orderId: column.uuid() }, [
  'customerNo',
  'kind',
  'name',
  'shipmentKey',
]);

const insertIdentities = identities.insert();
const insertMissing = identities.insertMissing();
const names = createRowSetSql(nameColumns);

/** Claims names that are assumed to be free (`Tx.optimistic`). A conflict fails the transaction, which runs again. */
export function claimSalesOrderIdentitiesOptimistically(tx: Tx, claimed: readonly SalesOrderIdentity[]): void {
  insertIdentities(tx, sortIdentities(claimed));
}

/** Maximum attempts to claim a name that is released between the two statements of a round. More than one is rare. */
const maxRounds = 10;

/**
 * Claims names for new orders and returns those that were taken, with their orders, by `formatSalesOrderIdentityKey`. Waits for a
 * transaction that claims or releases one of them. Throws when a name stays taken and belongs to no order.
 */
export async function claimSalesOrderIdentities(
  tx: Tx,
  requested: readonly SalesOrderIdentity[],
): Promise<Map<string, TakenSalesOrderIdentity>> {
  const taken = new Map<string, TakenSalesOrderIdentity>();
  let open = sortIdentities(requested);
  for (let round = 1; open.length > 0; round += 1) {
    if (round > maxRounds) throw new Error(`the name ${open[0]?.name} belongs to no order and cannot be claimed`);
    const claimed = new Set((await insertMissing(tx, open)).map(formatSalesOrderIdentityKey));
    open = open.filter((identity) => !claimed.has(formatSalesOrderIdentityKey(identity)));
    if (open.length === 0) break;
    for (const identity of await readTaken(tx, open)) taken.set(formatSalesOrderIdentityKey(identity), identity);
    // A name whose order was canceled between the two statements is free now: it is claimed again.
    open = open.filter((identity) => !taken.has(formatSalesOrderIdentityKey(identity)));
  }
  return taken;
}

/**
 * The names that have an order. `materialized` makes PostgreSQL look each name up by its key. Without statistics, as in a new
 * database, it would otherwise read all orders of the customer first, which took a second at 800 orders.
 */
async function readTaken(tx: Tx, sorted: readonly SalesOrderIdentity[]): Promise<TakenSalesOrderIdentity[]> {
  const rows = await identities.rows<Omit<TakenSalesOrderIdentity, 'contentHash'> & { readonly contentHash: Buffer }>(
    tx,
    `with taken as materialized (
       select i.* from ${names.from('k')} join sales_order_identities i on ${names.match('i', 'k')})
     select ${identities.select('i')}, o.content_hash as "contentHash", o.order_no as "orderNo"
       from taken i join sales_orders o on o.order_id = i.order_id and ${names.match('o', 'i', ['customerNo'])}`,
    names.values(sorted),
  );
  return rows.map((row) => ({ ...row, contentHash: row.contentHash.toString('hex') }));
}

const orderNumbers = createRowSetSql({ customerNo: column.text(), name: column.text() });

/** The shipment keys that live orders have, of these order numbers. */
export async function readTakenShipmentKeys(
  tx: Tx,
  orders: readonly { readonly customerNo: string; readonly orderNo: string }[],
): Promise<{ customerNo: string; orderNo: string; shipmentKey: string }[]> {
  return await tx.rows(
    `select i.customer_no as "customerNo", i.name as "orderNo", i.shipment_key as "shipmentKey"
       from ${orderNumbers.from('k')}
       join sales_order_identities i on i.kind = 1 and ${orderNumbers.match('i', 'k')}`,
    orderNumbers.values(orders.map(({ customerNo, orderNo }) => ({ customerNo, name: orderNo }))),
  );
}

/** Releases names of drafts that are not created, and of canceled orders. */
export const releaseSalesOrderIdentities: (tx: Tx, released: readonly SalesOrderIdentity[]) => void = identities.delete(
  {
    by: ['customerNo', 'kind', 'name', 'shipmentKey', 'orderId'],
  },
);

/** Sets the order of existing names to their `orderId`. */
export const reassignSalesOrderIdentities: (tx: Tx, reassigned: readonly SalesOrderIdentity[]) => void =
  identities.update({
    set: ['orderId'],
  });
