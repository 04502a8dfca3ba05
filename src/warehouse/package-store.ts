/**
 * SQL that writes and locks `packages`, and reads them by order. Rows are written just before the commit, with their number
 * in the order of commits; a package is written at most once per transaction, apart from the time at which it stayed behind.
 */
import type { CarrierScan, PackageStatus } from '../carriers/index.ts';
import { column, type RowOf } from '../platform/db/columns.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { Table } from '../platform/db/table.ts';
import type { SalesOrderKey } from '../sales-orders/index.ts';
import type { Package, PackageItem, PackageState } from './package.ts';

const packages = new Table(
  'packages',
  {
    customerNo: column.text(),
    packageId: column.uuid(),
    orderId: column.uuid(),
    packageNo: column.int(),
    leg: column.smallint(),
    status: column.text<PackageStatus>(),
    carrier: column.text(),
    service: column.text(),
    trackingNo: column.text(),
    trackingUrl: column.text(),
    warehouse: column.text(),
    requestedShipDate: column.date(),
    shipDate: column.optional(column.date()),
    estimatedDeliveryDate: column.optional(column.date()),
    weightLb: column.numericNumber(),
    lengthIn: column.numericNumber(),
    widthIn: column.numericNumber(),
    heightIn: column.numericNumber(),
    carrierStatus: column.text(),
    carrierMessage: column.text(),
    carrierAt: column.optional(column.instant()),
    carrierLocation: column.text(),
    packedAt: column.instant(),
    lastActivityAt: column.instant(),
    activityAt: column.instants(),
    activitySeq: column.bigint(),
    firstSeq: column.bigint(),
    items: column.jsonb<readonly PackageItem[]>(),
  },
  ['customerNo', 'packageId'],
);

const scanColumns = (scan: CarrierScan | undefined) => ({
  carrierStatus: scan?.code ?? '',
  carrierMessage: scan?.message ?? '',
  carrierAt: scan?.at,
  carrierLocation: scan?.location ?? '',
});

const inserts = packages.numberedInsert({ seq: ['activitySeq', 'firstSeq'] });

/** Inserts packages; they are numbered when the transaction commits. */
export function insertPackages(tx: Tx, added: readonly Package[]): void {
  for (const each of added) {
    const activity = { lastActivityAt: each.packedAt, activityAt: [each.packedAt] };
    tx.number(inserts, { ...each, ...scanColumns(each.scan), ...activity });
  }
}

/** The columns that a departure or a carrier scan may change. */
const scannedColumns = [
  'leg',
  'status',
  'shipDate',
  'estimatedDeliveryDate',
  'carrierStatus',
  'carrierMessage',
  'carrierAt',
  'carrierLocation',
  'lastActivityAt',
] as const;

const updates = packages.numberedUpdate({
  seq: ['activitySeq'],
  set: scannedColumns,
  append: ['activityAt'],
});

/** Updates the mutable part of packages that the caller has locked, each at most once per transaction. */
export function updatePackageStates(tx: Tx, changed: readonly PackageState[]): void {
  for (const each of changed) {
    const activityAt = each.activity ?? [each.lastActivityAt];
    tx.number(updates, { ...each, ...scanColumns(each.scan), activityAt });
  }
}

/**
 * Records that other packages of their orders departed at `at` without these. It is no activity of the packages, because customers see
 * no change.
 */
export async function markPackagesStayed(
  tx: Tx,
  customerNo: string,
  stayed: readonly Pick<Package, 'packageId'>[],
  at: Temporal.Instant,
): Promise<void> {
  if (stayed.length === 0) return;
  await tx.rows('update packages p set stayed_at = $3 where p.customer_no = $1 and p.package_id = any ($2::uuid[])', [
    customerNo,
    stayed.map(({ packageId }) => packageId),
    at,
  ]);
}

const repacks = packages.numberedUpdate({
  seq: ['activitySeq'],
  set: [
    'status',
    'carrier',
    'service',
    'trackingNo',
    'trackingUrl',
    'items',
    'weightLb',
    'lengthIn',
    'widthIn',
    'heightIn',
    'lastActivityAt',
  ],
  append: ['activityAt'],
});

/** Updates status, contents and label of packages that the caller has locked, each at most once per transaction. */
export function updateRepackedPackages(tx: Tx, changed: readonly Package[]): void {
  for (const each of changed) tx.number(repacks, { ...each, activityAt: [each.lastActivityAt] });
}

const stateColumns = ['customerNo', 'packageId', 'orderId', 'packageNo', 'carrier', ...scannedColumns] as const;

const packageColumns = [
  ...stateColumns,
  'service',
  'trackingNo',
  'trackingUrl',
  'warehouse',
  'requestedShipDate',
  'weightLb',
  'lengthIn',
  'widthIn',
  'heightIn',
  'packedAt',
  'items',
] as const;

type PackageRow = RowOf<typeof packages.columns>;
type StateRow = Pick<PackageRow, (typeof stateColumns)[number]>;

function stateOf<Row extends StateRow>(row: Row) {
  const { carrierStatus: code, carrierMessage: message, carrierAt: at, carrierLocation: location, ...state } = row;
  return { ...state, scan: at === undefined ? undefined : { leg: row.leg, at, code, message, location } };
}

/** The columns of a package in a statement that `runPackageQuery` runs. */
export const packageColumnsSql = packages.select('p', packageColumns);

/** Runs a statement that selects `packageColumnsSql`, and returns the packages. */
export async function runPackageQuery(reader: DbReader, text: string, values: readonly unknown[]): Promise<Package[]> {
  const rows = await packages.rows<Pick<PackageRow, (typeof packageColumns)[number]>>(reader, text, values);
  return rows.map(stateOf);
}
const byOrder = ['customerNo', 'orderId'] as const;
const findByOrder = packages.find({
  by: byOrder,
  columns: packageColumns,
  orderBy: 't.customer_no, t.order_id, t.package_no',
});
const lockByOrder = packages.lock({ by: byOrder, columns: packageColumns });
const lockStates = packages.lock({ columns: stateColumns });

/** The packages of these orders, by order and number. */
export async function readPackages(reader: DbReader, orders: readonly SalesOrderKey[]): Promise<Package[]> {
  return (await findByOrder(reader, orders)).map(stateOf);
}

/** Locks the packages of orders that the caller has locked. */
export async function lockPackagesOfOrders(tx: Tx, orders: readonly SalesOrderKey[]): Promise<Package[]> {
  return (await lockByOrder(tx, orders)).map(stateOf);
}

/** Locks packages of a customer, sorted by id, and reads their mutable part. Unknown ids are skipped. */
export async function lockPackageStates(
  tx: Tx,
  customerNo: string,
  packageIds: readonly string[],
): Promise<PackageState[]> {
  const keys = packageIds.map((packageId) => ({ customerNo, packageId }));
  return (await lockStates(tx, keys)).map(stateOf);
}
