/**
 * SQL of `sales_order_identities`: the names that identify an order (decision 6). They are claimed before all other locks and
 * sorted, so that concurrent requests for the same order wait for each other here, in any process.
 */
import { smallints, texts, uuids } from '../platform/db/arrays.ts';
import { copyTarget, smallint, text, uuid } from '../platform/db/copy.ts';
import type { Tx } from '../platform/db/db.ts';
import type { OrderStatus } from './order.ts';

/** 1: OrderNo and ShipmentKey, released when the order is canceled. 2: TransmissionId, permanent. */
export type IdentityKind = 1 | 2;

export interface SalesOrderIdentity {
  readonly customerNo: string;
  readonly kind: IdentityKind;
  readonly name: string;
  /** '' for a TransmissionId. */
  readonly shipmentKey: string;
  readonly orderId: string;
}

/** A claimed name with its order. */
export interface TakenIdentity extends SalesOrderIdentity {
  /** 64 hex digits. */
  readonly contentHash: string;
  readonly orderNo: string;
  readonly status: OrderStatus;
}

export function identityKey(identity: Omit<SalesOrderIdentity, 'orderId'>): string {
  return `${identity.customerNo}\n${identity.kind}\n${identity.name}\n${identity.shipmentKey}`;
}

const columns = (identities: readonly SalesOrderIdentity[]) => [
  texts(identities, (i) => i.customerNo),
  smallints(identities, (i) => i.kind),
  texts(identities, (i) => i.name),
  texts(identities, (i) => i.shipmentKey),
];

/** Sorted, so that concurrent claims of the same names do not deadlock. */
const sortIdentities = (wanted: readonly SalesOrderIdentity[]): SalesOrderIdentity[] =>
  wanted.toSorted(
    (a, b) =>
      compareTexts(a.customerNo, b.customerNo) ||
      a.kind - b.kind ||
      compareTexts(a.name, b.name) ||
      compareTexts(a.shipmentKey, b.shipmentKey),
  );

const compareTexts = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

const freeNames = copyTarget<SalesOrderIdentity>('sales_order_identities', {
  customer_no: text((i) => i.customerNo),
  kind: smallint((i) => i.kind),
  name: text((i) => i.name),
  shipment_key: text((i) => i.shipmentKey),
  order_id: uuid((i) => i.orderId),
});

/** Claims names that are assumed to be free (`Tx.optimistic`). A conflict fails the transaction, which runs again. */
export function claimIdentitiesOptimistically(tx: Tx, wanted: readonly SalesOrderIdentity[]): void {
  tx.copy(freeNames, sortIdentities(wanted));
}

/** Claims names for new orders and returns those that were taken, by `identityKey`. */
export async function claimIdentities(
  tx: Tx,
  wanted: readonly SalesOrderIdentity[],
): Promise<Map<string, TakenIdentity>> {
  const sorted = sortIdentities(wanted);
  const [claimed] = await tx.rows<{ count: number }>(
    `with claimed as (
       insert into sales_order_identities (customer_no, kind, name, shipment_key, order_id)
       select * from unnest($1::text[], $2::smallint[], $3::text[], $4::text[], $5::uuid[])
           on conflict do nothing returning 1)
     select count(*) as count from claimed`,
    [...columns(sorted), uuids(sorted, (i) => i.orderId)],
  );
  if (claimed?.count === sorted.length) return new Map();
  // Names claimed by this statement have no order yet, so the join omits them.
  const rows = await tx.rows<{
    customer_no: string;
    kind: IdentityKind;
    name: string;
    shipment_key: string;
    order_id: string;
    content_hash: Buffer;
    order_no: string;
    status: OrderStatus;
  }>(
    `select i.customer_no, i.kind, i.name, i.shipment_key, i.order_id, o.content_hash, o.order_no, o.status
       from unnest($1::text[], $2::smallint[], $3::text[], $4::text[]) as k (customer_no, kind, name, shipment_key)
       join sales_order_identities i using (customer_no, kind, name, shipment_key)
       join sales_orders o using (customer_no, order_id)`,
    columns(sorted),
  );
  return new Map(
    rows.map((r) => {
      const taken: TakenIdentity = {
        customerNo: r.customer_no,
        kind: r.kind,
        name: r.name,
        shipmentKey: r.shipment_key,
        orderId: r.order_id,
        contentHash: r.content_hash.toString('hex'),
        orderNo: r.order_no,
        status: r.status,
      };
      return [identityKey(taken), taken];
    }),
  );
}

/** Releases names of rejected drafts and canceled orders. */
export async function releaseIdentities(tx: Tx, identities: readonly SalesOrderIdentity[]): Promise<void> {
  if (identities.length === 0) return;
  await tx.rows(
    `delete from sales_order_identities i
      using unnest($1::text[], $2::smallint[], $3::text[], $4::text[], $5::uuid[])
         as k (customer_no, kind, name, shipment_key, order_id)
      where (i.customer_no, i.kind, i.name, i.shipment_key, i.order_id)
          = (k.customer_no, k.kind, k.name, k.shipment_key, k.order_id)`,
    [...columns(identities), uuids(identities, (i) => i.orderId)],
  );
}

/** Reassigns names to the order `to`. */
export async function reassignIdentities(
  tx: Tx,
  reassigned: readonly (SalesOrderIdentity & { readonly to: string })[],
): Promise<void> {
  if (reassigned.length === 0) return;
  await tx.rows(
    `update sales_order_identities i set order_id = k.order_id
       from unnest($1::text[], $2::smallint[], $3::text[], $4::text[], $5::uuid[])
         as k (customer_no, kind, name, shipment_key, order_id)
      where (i.customer_no, i.kind, i.name, i.shipment_key) = (k.customer_no, k.kind, k.name, k.shipment_key)`,
    [...columns(reassigned), uuids(reassigned, (j) => j.to)],
  );
}
