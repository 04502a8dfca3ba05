/**
 * All SQL of `packages`. Rows are written just before the commit, with their number in the order of commits; a package
 * is written at most once per transaction.
 */
import type { PackageStatus } from '../carriers/index.ts';
import type { Numbered, NumberedWriter, Reader, Tx } from '../platform/db/db.ts';
import type { SalesOrderKey } from '../sales-orders/index.ts';
import type { Package, PackageItem, PackageState } from './package.ts';

const inserts: NumberedWriter<Package> = {
  name: 'packages.insert',
  write: (tx, rows: readonly Numbered<Package>[]) => {
    tx.send(
      `insert into packages (customer_no, package_id, order_id, package_no, leg, status, carrier, service, tracking_no,
                             tracking_url, warehouse, requested_ship_date, estimated_delivery_date, weight_lb, length_in, width_in,
                             height_in, packed_at, last_activity_at, activity_at, activity_seq, first_seq, items,
                             carrier_status, carrier_message, carrier_at, carrier_location)
       select customer_no, package_id, order_id, package_no, leg, status, carrier, service, tracking_no, tracking_url, warehouse,
              requested_ship_date, estimated_delivery_date, weight_lb, length_in, width_in, height_in, packed_at, packed_at,
              array[packed_at], n.last_seq - behind, n.last_seq - behind, items, carrier_status, carrier_message, carrier_at,
              carrier_location
         from unnest($1::text[], $2::uuid[], $3::uuid[], $4::int[], $5::smallint[], $6::text[], $7::text[], $8::text[],
                     $9::text[], $10::text[], $11::text[], $12::date[], $13::date[], $14::numeric[], $15::numeric[],
                     $16::numeric[], $17::numeric[], $18::timestamptz[], $19::bigint[], $20::jsonb[], $21::text[], $22::text[],
                     $23::timestamptz[], $24::text[])
           as p (customer_no, package_id, order_id, package_no, leg, status, carrier, service, tracking_no, tracking_url,
                 warehouse, requested_ship_date, estimated_delivery_date, weight_lb, length_in, width_in, height_in, packed_at,
                 behind, items, carrier_status, carrier_message, carrier_at, carrier_location)
         left join commit_counters n using (customer_no)`,
      [
        rows.map((r) => r.customerNo),
        rows.map((r) => r.packageId),
        rows.map((r) => r.orderId),
        rows.map((r) => r.packageNo),
        rows.map((r) => r.leg),
        rows.map((r) => r.status),
        rows.map((r) => r.carrier),
        rows.map((r) => r.service),
        rows.map((r) => r.trackingNo),
        rows.map((r) => r.trackingUrl),
        rows.map((r) => r.warehouse),
        rows.map((r) => r.requestedShipDate.toString()),
        rows.map((r) => r.estimatedDeliveryDate?.toString() ?? null),
        rows.map((r) => r.weightLb),
        rows.map((r) => r.lengthIn),
        rows.map((r) => r.widthIn),
        rows.map((r) => r.heightIn),
        rows.map((r) => r.packedAt.toString()),
        rows.map((r) => r.seqOffset),
        rows.map((r) => JSON.stringify(r.items)),
        rows.map((r) => r.scan?.code ?? ''),
        rows.map((r) => r.scan?.message ?? ''),
        rows.map((r) => r.scan?.at.toString() ?? null),
        rows.map((r) => r.scan?.location ?? ''),
      ],
    );
  },
};

const updates: NumberedWriter<PackageState> = {
  name: 'packages.update',
  write: (tx, rows: readonly Numbered<PackageState>[]) => {
    tx.send(
      `update packages p
          set leg = c.leg, status = c.status, ship_date = c.ship_date, estimated_delivery_date = c.estimated_delivery_date,
              carrier_status = c.carrier_status, carrier_message = c.carrier_message, carrier_at = c.carrier_at,
              carrier_location = c.carrier_location, last_activity_at = c.last_activity_at,
              activity_at = p.activity_at || string_to_array(c.activity, ' ')::timestamptz[], activity_seq = n.last_seq - c.behind
         from unnest($1::text[], $2::uuid[], $3::smallint[], $4::text[], $5::date[], $6::date[], $7::text[], $8::text[],
                     $9::timestamptz[], $10::text[], $11::timestamptz[], $12::text[], $13::bigint[])
           as c (customer_no, package_id, leg, status, ship_date, estimated_delivery_date, carrier_status,
                 carrier_message, carrier_at, carrier_location, last_activity_at, activity, behind)
         left join commit_counters n using (customer_no)
        where p.customer_no = c.customer_no and p.package_id = c.package_id`,
      [
        rows.map((r) => r.customerNo),
        rows.map((r) => r.packageId),
        rows.map((r) => r.leg),
        rows.map((r) => r.status),
        rows.map((r) => r.shipDate?.toString() ?? null),
        rows.map((r) => r.estimatedDeliveryDate?.toString() ?? null),
        rows.map((r) => r.scan?.code ?? ''),
        rows.map((r) => r.scan?.message ?? ''),
        rows.map((r) => r.scan?.at.toString() ?? null),
        rows.map((r) => r.scan?.location ?? ''),
        rows.map((r) => r.lastActivityAt.toString()),
        rows.map((r) => (r.activity ?? [r.lastActivityAt]).map(String).join(' ')),
        rows.map((r) => r.seqOffset),
      ],
    );
  },
};

/** Inserts packages; they are numbered when the transaction commits. */
export function insertPackages(tx: Tx, packages: readonly Package[]): void {
  for (const each of packages) tx.number(inserts, each);
}

/** Updates the mutable part of packages that the caller has locked, each at most once per transaction. */
export function savePackages(tx: Tx, packages: readonly PackageState[]): void {
  for (const each of packages) tx.number(updates, each);
}

const repacks: NumberedWriter<Package> = {
  name: 'packages.repack',
  write: (tx, rows: readonly Numbered<Package>[]) => {
    tx.send(
      `update packages p
          set status = c.status, carrier = c.carrier, service = c.service, tracking_no = c.tracking_no,
              tracking_url = c.tracking_url, items = c.items, weight_lb = c.weight_lb, length_in = c.length_in,
              width_in = c.width_in, height_in = c.height_in, last_activity_at = c.last_activity_at,
              activity_at = p.activity_at || c.last_activity_at, activity_seq = n.last_seq - c.behind
         from unnest($1::text[], $2::uuid[], $3::text[], $4::jsonb[], $5::numeric[], $6::numeric[], $7::numeric[],
                     $8::numeric[], $9::timestamptz[], $10::bigint[], $11::text[], $12::text[], $13::text[],
                     $14::text[])
           as c (customer_no, package_id, status, items, weight_lb, length_in, width_in, height_in, last_activity_at,
                 behind, carrier, service, tracking_no, tracking_url)
         left join commit_counters n using (customer_no)
        where p.customer_no = c.customer_no and p.package_id = c.package_id`,
      [
        rows.map((r) => r.customerNo),
        rows.map((r) => r.packageId),
        rows.map((r) => r.status),
        rows.map((r) => JSON.stringify(r.items)),
        rows.map((r) => r.weightLb),
        rows.map((r) => r.lengthIn),
        rows.map((r) => r.widthIn),
        rows.map((r) => r.heightIn),
        rows.map((r) => r.lastActivityAt.toString()),
        rows.map((r) => r.seqOffset),
        rows.map((r) => r.carrier),
        rows.map((r) => r.service),
        rows.map((r) => r.trackingNo),
        rows.map((r) => r.trackingUrl),
      ],
    );
  },
};

/** Updates status, contents and label of packages that the caller has locked, each at most once per transaction. */
export function saveRepacked(tx: Tx, packages: readonly Package[]): void {
  for (const each of packages) tx.number(repacks, each);
}

interface StateRow {
  customer_no: string;
  package_id: string;
  order_id: string;
  package_no: number;
  carrier: string;
  leg: number;
  status: PackageStatus;
  ship_date: Temporal.PlainDate | null;
  estimated_delivery_date: Temporal.PlainDate | null;
  carrier_status: string;
  carrier_message: string;
  carrier_at: Temporal.Instant | null;
  carrier_location: string;
  last_activity_at: Temporal.Instant;
}

const stateColumns = `p.customer_no, p.package_id, p.order_id, p.package_no, p.carrier, p.leg, p.status, p.ship_date,
  p.estimated_delivery_date, p.carrier_status, p.carrier_message, p.carrier_at, p.carrier_location, p.last_activity_at`;

function stateOf(row: StateRow): PackageState {
  return {
    customerNo: row.customer_no,
    packageId: row.package_id,
    orderId: row.order_id,
    packageNo: row.package_no,
    carrier: row.carrier,
    leg: row.leg,
    status: row.status,
    shipDate: row.ship_date ?? undefined,
    estimatedDeliveryDate: row.estimated_delivery_date ?? undefined,
    scan:
      row.carrier_at === null
        ? undefined
        : {
            leg: row.leg,
            at: row.carrier_at,
            code: row.carrier_status,
            message: row.carrier_message,
            location: row.carrier_location,
          },
    lastActivityAt: row.last_activity_at,
  };
}

export interface PackageRow extends StateRow {
  service: string;
  tracking_no: string;
  tracking_url: string;
  warehouse: string;
  requested_ship_date: Temporal.PlainDate;
  weight_lb: string;
  length_in: string;
  width_in: string;
  height_in: string;
  packed_at: Temporal.Instant;
  items: PackageItem[];
}

export const packageColumns = `${stateColumns}, p.service, p.tracking_no, p.tracking_url, p.warehouse, p.requested_ship_date, p.weight_lb, p.length_in,
  p.width_in, p.height_in, p.packed_at, p.items`;

/** From `packageColumns`. */
export function packageOf(row: PackageRow): Package {
  return {
    ...stateOf(row),
    service: row.service,
    trackingNo: row.tracking_no,
    trackingUrl: row.tracking_url,
    warehouse: row.warehouse,
    requestedShipDate: row.requested_ship_date,
    weightLb: Number(row.weight_lb),
    lengthIn: Number(row.length_in),
    widthIn: Number(row.width_in),
    heightIn: Number(row.height_in),
    packedAt: row.packed_at,
    items: row.items,
  };
}

/** The packages of these orders, by order and number. */
export async function readPackages(reader: Reader, orders: readonly SalesOrderKey[]): Promise<Package[]> {
  if (orders.length === 0) return [];
  const rows = await reader.rows<PackageRow>(
    `select ${packageColumns}
       from unnest($1::text[], $2::uuid[]) as k (customer_no, order_id)
       join packages p using (customer_no, order_id)
      order by p.customer_no, p.order_id, p.package_no`,
    [orders.map((o) => o.customerNo), orders.map((o) => o.orderId)],
  );
  return rows.map(packageOf);
}

/** Locks the packages of orders that the caller has locked. */
export async function lockPackagesOfOrders(tx: Tx, orders: readonly SalesOrderKey[]): Promise<Package[]> {
  if (orders.length === 0) return [];
  const rows = await tx.rows<PackageRow>(
    `select ${packageColumns}
       from unnest($1::text[], $2::uuid[]) as k (customer_no, order_id)
       join packages p using (customer_no, order_id)
      order by p.customer_no, p.package_id
        for no key update of p`,
    [orders.map((o) => o.customerNo), orders.map((o) => o.orderId)],
  );
  return rows.map(packageOf);
}

/** Locks packages of a customer, sorted by id, and reads their mutable part. Unknown ids are skipped. */
export async function lockPackageStates(
  tx: Tx,
  customerNo: string,
  packageIds: readonly string[],
): Promise<PackageState[]> {
  if (packageIds.length === 0) return [];
  const rows = await tx.rows<StateRow>(
    `select ${stateColumns} from packages p
      where p.customer_no = $1 and p.package_id = any ($2::uuid[])
      order by p.package_id
        for no key update`,
    [customerNo, packageIds],
  );
  return rows.map(stateOf);
}
