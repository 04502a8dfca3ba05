/**
 * The SQL that writes and locks `locations`, which are the operator's, and `bin_contents`, which are the customers', and reads
 * them by key. Lists and other slices read them with SQL of their own.
 */
import { column } from '../platform/db/columns.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { Table } from '../platform/db/table.ts';
import type { BinContent, BinContentKey, Location, LocationKey, LocationKind } from './location.ts';
import { isWeightText } from './tote-code.ts';

const locations = new Table(
  'locations',
  {
    warehouse: column.text(),
    location: column.text(),
    zone: column.text(),
    walkOrder: column.int(),
    kind: column.text<LocationKind>(),
    capacity: column.int(),
  },
  ['warehouse', 'location'],
);

export const readLocations: (reader: DbReader, keys: readonly LocationKey[]) => Promise<Location[]> = locations.find();

/**
 * Locks the existing locations with these keys, before locks on customers' rows. Moves, counts and edits lock the locations
 * that they name; picking, taking back, damage and departing transfers change contents under locks on the contents alone.
 */
export const lockLocations: (tx: Tx, keys: readonly LocationKey[]) => Promise<Location[]> = locations.lock();

/** Serializes Locations/Set and Locations/Import of a warehouse, also for locations that do not exist yet. */
export async function lockLocationEdits(tx: Tx, warehouse: string): Promise<void> {
  await tx.rows("select pg_advisory_xact_lock(hashtext('dray locations ' || $1))", [warehouse]);
}

export const saveLocations = locations.upsert();

export const deleteLocations = locations.delete();

/** Deletes the locations of a warehouse, and the contents that these customers have in them. */
export async function deleteLocationsOfWarehouse(
  tx: Tx,
  customerNos: readonly string[],
  warehouse: string,
): Promise<void> {
  await tx.rows('delete from locations where warehouse = $1', [warehouse]);
  await tx.rows('delete from bin_contents where customer_no = any ($1::text[]) and warehouse = $2', [
    customerNos,
    warehouse,
  ]);
}

/** Deletes the records of what these customers have in bins in an inventory status. */
export async function deleteBinContentsInStatus(tx: Tx, customerNos: readonly string[], status: string): Promise<void> {
  await tx.rows('delete from bin_contents where customer_no = any ($1::text[]) and status = $2', [customerNos, status]);
}

/** Whether a warehouse has totes. */
export async function hasTotes(reader: DbReader, warehouse: string): Promise<boolean> {
  const rows = await reader.rows("select 1 from locations where warehouse = $1 and kind = 'tote' limit 1", [warehouse]);
  return rows.length > 0;
}

/**
 * The codes of a warehouse's totes that a packing station could read as a weight. Only older totes have such codes; new ones are
 * refused. Every scan at a packing station reads this, so a partial index holds only totes whose codes are numbers.
 */
export async function readWeightLikeToteCodes(reader: DbReader, warehouse: string): Promise<string[]> {
  const rows = await reader.rows<{ location: string }>(
    `select location from locations
      where warehouse = $1 and kind = 'tote' and location ~ '^[0-9]{1,3}([.][0-9]{0,2})?$' order by location`,
    [warehouse],
  );
  return rows.map(({ location }) => location).filter(isWeightText);
}

const contents = new Table(
  'bin_contents',
  {
    customerNo: column.text(),
    warehouse: column.text(),
    location: column.text(),
    itemNo: column.text(),
    status: column.text(),
    quantity: column.int(),
  },
  ['customerNo', 'warehouse', 'location', 'itemNo', 'status'],
);

/** Locks the existing contents with these keys. */
export const lockBinContents: (tx: Tx, keys: readonly BinContentKey[]) => Promise<BinContent[]> = contents.lock();

/** The contents of these items in a warehouse, in any location and status. */
export const readBinContentsOfItems: (
  reader: DbReader,
  items: readonly Pick<BinContentKey, 'customerNo' | 'itemNo' | 'warehouse'>[],
) => Promise<BinContent[]> = contents.find({ by: ['customerNo', 'itemNo', 'warehouse'] });

/** `readBinContentsOfItems` under a lock. */
export const lockBinContentsOfItems: (
  tx: Tx,
  items: readonly Pick<BinContentKey, 'customerNo' | 'itemNo' | 'warehouse'>[],
) => Promise<BinContent[]> = contents.lock({ by: ['customerNo', 'itemNo', 'warehouse'] });

/**
 * Locks the bins of items at warehouses, in one order and by one statement, so that moves, counts and put-backs of an item wait for
 * each other, even where there is no row to lock. Call it after locking locations and documents, before locking contents of bins.
 */
export function lockBinChangesOfItems(
  tx: Tx,
  items: readonly Pick<BinContentKey, 'customerNo' | 'itemNo' | 'warehouse'>[],
): void {
  if (items.length === 0) return;
  const texts = items.map(({ customerNo, itemNo, warehouse }) => `bins ${warehouse} ${customerNo} ${itemNo}`);
  tx.send('select pg_advisory_xact_lock(hashtextextended(t, 0)) from unnest($1::text[]) as t', [
    [...new Set(texts)].sort(),
  ]);
}

/**
 * `lockBinContentsOfItems` for changes of the contents with these keys. Where one is not recorded, it is read again: a transaction that
 * was waited for may have inserted it. A key with the location '' names no content: of it only the item is locked.
 */
export async function lockBinContentsOfChangedItems(tx: Tx, keys: readonly BinContentKey[]): Promise<BinContent[]> {
  const found = await lockBinContentsOfItems(tx, keys);
  const textOf = ({ customerNo, location, itemNo, status }: BinContentKey) =>
    `${customerNo}\n${location}\n${itemNo}\n${status}`;
  const known = new Set(found.map(textOf));
  const isComplete = keys.every((key) => key.location === '' || known.has(textOf(key)));
  return isComplete ? found : await lockBinContentsOfItems(tx, keys);
}

const lockRowsOfWarehouse = locations.lock({ by: ['warehouse'] });
const lockContentsOfWarehouse = contents.lock({ by: ['customerNo', 'warehouse'] });

/** Locks the locations of a warehouse, then the contents that these customers have in them. */
export async function lockLocationsOfWarehouse(
  tx: Tx,
  customerNos: readonly string[],
  warehouse: string,
): Promise<void> {
  await lockRowsOfWarehouse(tx, [{ warehouse }]);
  await lockContentsOfWarehouse(
    tx,
    customerNos.map((customerNo) => ({ customerNo, warehouse })),
  );
}

const lockContentsInStatus = contents.lock({ by: ['customerNo', 'status'] });

/** Locks the records of what these customers have in bins in an inventory status. */
export async function lockBinContentsInStatus(tx: Tx, customerNos: readonly string[], status: string): Promise<void> {
  await lockContentsInStatus(
    tx,
    customerNos.map((customerNo) => ({ customerNo, status })),
  );
}

export const saveBinContents = contents.upsert();

export const deleteBinContents = contents.delete();
