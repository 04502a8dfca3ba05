/**
 * The SQL of `skus` by customer, `sku_requestors` and `varietals`. Lists and other slices read `skus` with SQL of their own.
 */
import { column } from '../platform/db/columns.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { Table } from '../platform/db/table.ts';
import { type CacheSource, readCachedValues } from '../platform/versioned-cache.ts';
import { upcMatchesScannedCodeSql } from './item-text.ts';
import type { ExistingSku, LockedSku, Sku, SkuDraft, SkuPatch, SkuRequestor } from './sku.ts';

/** Identifies an item. */
export interface SkuKey {
  readonly customerNo: string;
  readonly itemNo: string;
}

/** The key of an item in maps of items of several customers. */
export function formatSkuKey(key: SkuKey): string {
  return `${key.customerNo}\n${key.itemNo}`;
}

const keyColumns = { customerNo: column.text(), itemNo: column.text() };
const skuColumns = {
  ...keyColumns,
  skuId: column.uuid(),
  contentHash: column.bytes(),
  category: column.text<SkuDraft['category']>(),
  storage: column.text<SkuDraft['storage']>(),
  description: column.text(),
  vintage: column.text(),
  varietal: column.text(),
  hasUnknownVarietal: column.boolean(),
  appellation: column.text(),
  value: column.numeric(),
  alcoholByVolume: column.optional(column.numeric()),
  upcCode: column.text(),
  uom: column.text(),
  bottlesPerCase: column.optional(column.int()),
  casesPerPallet: column.optional(column.int()),
  classification: column.text<SkuDraft['classification']>(),
  comments: column.text(),
  createdAt: column.instant(),
  retiredAt: column.optional(column.instant()),
};
const table = new Table('skus', skuColumns, ['customerNo', 'itemNo']);

/** The rows by `formatSkuKey`, with `retired`. */
const bySkuKey = <Row extends SkuKey & { readonly retiredAt: Temporal.Instant | undefined }>(rows: readonly Row[]) =>
  new Map(rows.map(({ retiredAt, ...row }) => [formatSkuKey(row), { ...row, retired: retiredAt !== undefined }]));

/** The UPC codes of items as they were sent, by `formatSkuKey`; '' for none. */
export async function readUpcCodes(reader: DbReader, keys: readonly SkuKey[]): Promise<Map<string, string>> {
  return new Map((await findUpcCodes(reader, keys)).map((row) => [formatSkuKey(row), row.upcCode]));
}

/**
 * The numbers of a customer's items that have the scanned text as their number or UPC, in any letter case, or this code as
 * their UPC (`upcMatchesScannedCodeSql`). Reads the whole catalog of the customer; at most 100.
 */
export async function findItemNosByCode(
  reader: DbReader,
  customerNo: string,
  scanned: string,
  code: string,
): Promise<string[]> {
  const rows = await reader.rows<{ item_no: string }>(
    `select s.item_no from skus s
      where s.customer_no = $1
        and (upper(s.item_no) = upper($2) or upper(btrim(s.upc_code)) = upper($2) or ${upcMatchesScannedCodeSql('$3')})
      limit 100`,
    [customerNo, scanned, code],
  );
  return rows.map(({ item_no: itemNo }) => itemNo);
}

const findUpcCodes = table.find({ columns: ['customerNo', 'itemNo', 'upcCode'] });

const findSkus = table.find({
  columns: [
    'customerNo',
    'itemNo',
    'description',
    'category',
    'storage',
    'uom',
    'bottlesPerCase',
    'value',
    'alcoholByVolume',
    'retiredAt',
  ],
});

/**
 * The existing items with these keys, including retired ones, by `formatSkuKey`. At most one statement; repeated keys count once.
 */
export async function readSkus(reader: DbReader, keys: readonly SkuKey[]): Promise<Map<string, Sku>> {
  const rows = await findSkus(reader, keys);
  return bySkuKey(rows.map((row) => ({ ...row, alcoholByVolume: row.alcoholByVolume ?? '' })));
}

const skuSource: CacheSource<Sku> = {
  kind: 'item',
  read: (reader, keys) =>
    readSkus(
      reader,
      keys.map(({ customerNo, name }) => ({ customerNo, itemNo: name })),
    ),
  isCacheable: (sku) => !sku.retired,
};

/** Like `readSkus`; from the versioned cache when the transaction is optimistic and the cache has all of them. */
export function getCachedSkus(tx: Tx, keys: readonly SkuKey[]): Promise<ReadonlyMap<string, Sku>> {
  return readCachedValues(
    tx,
    skuSource,
    keys.map(({ customerNo, itemNo }) => ({ customerNo, name: itemNo })),
  );
}

/** An item's number, description and unit, and whether it is retired. */
export type SkuSummary = Pick<Sku, 'itemNo' | 'description' | 'uom' | 'retired'>;

/** All items of a customer, including retired ones, by item number. */
export async function readSkuSummaries(reader: DbReader, customerNo: string): Promise<Map<string, SkuSummary>> {
  const rows = await reader.rows<SkuSummary>(
    'select item_no as "itemNo", description, uom, retired_at is not null as retired from skus where customer_no = $1',
    [customerNo],
  );
  return new Map(rows.map((row) => [row.itemNo, row]));
}

export interface NewSku extends SkuKey {
  /** The reference of its creation. */
  readonly skuId: string;
  readonly contentHash: Buffer;
  readonly draft: SkuDraft;
  readonly hasUnknownVarietal: boolean;
  readonly createdAt: Temporal.Instant;
}

const insertMissing = table.insertMissing();

/**
 * Inserts the items whose number is free and returns their keys. Call it with sorted items: it waits for concurrent transactions
 * that insert the same number.
 */
export const insertSkusIfAbsent = (tx: Tx, skus: readonly NewSku[]): Promise<SkuKey[]> =>
  insertMissing(
    tx,
    skus.map(({ draft, ...sku }) => ({
      ...draft,
      ...sku,
      alcoholByVolume: draft.alcoholByVolume || undefined,
      retiredAt: undefined,
    })),
  );

const findExisting = table.find({ columns: ['customerNo', 'itemNo', 'skuId', 'contentHash', 'retiredAt'] });

/** The existing items with these numbers, by `formatSkuKey`. */
export const readSkusForDuplicateCheck = async (tx: Tx, keys: readonly SkuKey[]): Promise<Map<string, ExistingSku>> =>
  bySkuKey(await findExisting(tx, keys));

const lockRows = table.lock({ columns: ['customerNo', 'itemNo', 'skuId', 'description', 'value', 'retiredAt'] });

/** Locks the items with these numbers in the order of their keys, including retired ones. By `formatSkuKey`. */
export const lockSkus = async (tx: Tx, keys: readonly SkuKey[]): Promise<Map<string, LockedSku>> =>
  bySkuKey(await lockRows(tx, keys));

/** Processes cache items: a change raises the version of its customer's cache. */
function bumpVersions(tx: Tx, changed: readonly SkuKey[]): void {
  for (const { customerNo } of changed) tx.bumpVersion(customerNo);
}

const updateGiven = table.update({ setIfGiven: ['description', 'value'] });

/** Changes locked items, each at most once. */
export function saveSkuChanges(tx: Tx, changes: readonly (SkuKey & { readonly patch: SkuPatch })[]): void {
  bumpVersions(tx, changes);
  updateGiven(
    tx,
    changes.map(({ patch, ...key }) => ({ ...patch, ...key })),
  );
}

const updateRetired = table.update({ set: ['retiredAt'] });

/** Retires locked items. */
export function markSkusRetired(tx: Tx, items: readonly (SkuKey & { readonly retiredAt: Temporal.Instant })[]): void {
  bumpVersions(tx, items);
  updateRetired(tx, items);
}

const updateReinstated = table.update({ set: ['retiredAt', 'description', 'value'] });

/** Reinstates locked items. Their description and value become those of the draft. */
export function markSkusReinstated(tx: Tx, items: readonly (SkuKey & { readonly draft: SkuDraft })[]): void {
  bumpVersions(tx, items);
  updateReinstated(
    tx,
    items.map(({ draft, ...key }) => ({ ...draft, ...key, retiredAt: undefined })),
  );
}

interface SkuRequestorRow extends SkuKey {
  readonly reference: string;
  readonly requestor: SkuRequestor;
}

const requestorTable = new Table(
  'sku_requestors',
  {
    ...keyColumns,
    reference: column.uuid(),
    firstName: column.text(),
    lastName: column.text(),
    emailAddress: column.text(),
    phoneNumber: column.text(),
  },
  ['customerNo', 'reference'],
);
const insertRequestorRows = requestorTable.insert();

/** Saves the requestors separately from the items, so that they can be erased. */
export const insertSkuRequestors = (tx: Tx, requestors: readonly SkuRequestorRow[]): void =>
  insertRequestorRows(
    tx,
    requestors.map(({ requestor, ...row }) => ({ ...requestor, ...row })),
  );

/**
 * Those of `varietals` that are on the operator's list, ignoring case. Compared here, because PostgreSQL's case folding depends on
 * the locale of the database.
 */
export async function readKnownVarietals(reader: DbReader, varietals: readonly string[]): Promise<ReadonlySet<string>> {
  const names = [...new Set(varietals.filter((varietal) => varietal !== ''))];
  if (names.length === 0) return new Set();
  const rows = await reader.rows<{ name: string }>('select name from varietals');
  const known = new Set(rows.map(({ name }) => normalizeVarietal(name)));
  return new Set(names.filter((varietal) => known.has(normalizeVarietal(varietal))));
}

const normalizeVarietal = (varietal: string): string => varietal.normalize('NFC').trim().toLowerCase();
