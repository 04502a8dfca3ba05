/** All SQL of `skus`, `sku_requestors` and `varietals`. */
import { texts } from '../platform/db/arrays.ts';
import type { Reader, Tx } from '../platform/db/db.ts';
import { type CacheSource, getCached } from '../platform/versioned-cache.ts';
import type { ExistingSku, ItemCategory, LockedSku, Sku, SkuDraft, SkuPatch, SkuRequestor, Storage } from './sku.ts';

/** Identifies an item. */
export interface SkuKey {
  readonly customerNo: string;
  readonly itemNo: string;
}

/** The key of an item in the maps that this store returns. */
export function skuKeyText(key: SkuKey): string {
  return `${key.customerNo}\n${key.itemNo}`;
}

const keyColumns = (keys: readonly SkuKey[]) => [texts(keys, (k) => k.customerNo), texts(keys, (k) => k.itemNo)];

interface SkuRow {
  /** Which of the keys, from 1. */
  nth: number;
  description: string;
  category: ItemCategory;
  storage: Storage;
  uom: string;
  bottles_per_case: number | null;
  value: string;
  alcohol_by_volume: string | null;
  retired: boolean;
}

/** The existing items with these keys, including retired ones, by `skuKeyText`. One statement; repeated keys count once. */
export async function readSkus(reader: Reader, keys: readonly SkuKey[]): Promise<Map<string, Sku>> {
  const unique = [...new Map(keys.map((key) => [skuKeyText(key), key]))];
  if (unique.length === 0) return new Map();
  const rows = await reader.rows<SkuRow>(
    `select k.nth::int, s.description, s.category, s.storage, s.uom, s.bottles_per_case, s.value, s.alcohol_by_volume,
            s.retired_at is not null as retired
       from unnest($1::text[], $2::text[]) with ordinality as k (customer_no, item_no, nth)
       join skus s using (customer_no, item_no)`,
    keyColumns(unique.map(([, key]) => key)),
  );
  return new Map(
    rows.map((r) => {
      const [text, { customerNo, itemNo }] = unique[r.nth - 1] as [string, SkuKey];
      const sku: Sku = {
        customerNo,
        itemNo,
        description: r.description,
        category: r.category,
        storage: r.storage,
        uom: r.uom,
        bottlesPerCase: r.bottles_per_case ?? undefined,
        value: r.value,
        alcoholByVolume: r.alcohol_by_volume ?? '',
        retired: r.retired,
      };
      return [text, sku];
    }),
  );
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

/** Like `readSkus`, from the versioned cache when the transaction is optimistic. */
export function getCachedSkus(tx: Tx, keys: readonly SkuKey[]): Promise<ReadonlyMap<string, Sku>> {
  return getCached(
    tx,
    skuSource,
    keys.map(({ customerNo, itemNo }) => ({ customerNo, name: itemNo })),
  );
}

/** An item's name and unit, and whether it is retired. */
export type SkuLabel = Pick<Sku, 'itemNo' | 'description' | 'uom' | 'retired'>;

/** All items of a customer, including retired ones, by item number. */
export async function readSkuLabels(reader: Reader, customerNo: string): Promise<Map<string, SkuLabel>> {
  const rows = await reader.rows<SkuLabel>(
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
  readonly varietalFlagged: boolean;
  readonly createdAt: Temporal.Instant;
}

/**
 * Inserts the items whose number is free and returns their keys. Call it with sorted items: it waits for concurrent transactions
 * that insert the same number.
 */
export async function insertSkus(tx: Tx, skus: readonly NewSku[]): Promise<SkuKey[]> {
  const rows = await tx.rows<{ customer_no: string; item_no: string }>(
    `insert into skus (customer_no, item_no, sku_id, content_hash, category, storage, description, vintage, varietal,
                       has_unknown_varietal, appellation, value, alcohol_by_volume, upc_code, uom, bottles_per_case,
                       cases_per_pallet, classification, comments, created_at)
     select * from unnest($1::text[], $2::text[], $3::uuid[], $4::bytea[], $5::text[], $6::text[], $7::text[],
                          $8::text[], $9::text[], $10::boolean[], $11::text[], $12::numeric[], $13::numeric[],
                          $14::text[], $15::text[], $16::int[], $17::int[], $18::text[], $19::text[],
                          $20::timestamptz[])
         on conflict (customer_no, item_no) do nothing
     returning customer_no, item_no`,
    [
      skus.map((s) => s.customerNo),
      skus.map((s) => s.itemNo),
      skus.map((s) => s.skuId),
      skus.map((s) => s.contentHash),
      skus.map((s) => s.draft.category),
      skus.map((s) => s.draft.storage),
      skus.map((s) => s.draft.description),
      skus.map((s) => s.draft.vintage),
      skus.map((s) => s.draft.varietal),
      skus.map((s) => s.varietalFlagged),
      skus.map((s) => s.draft.appellation),
      skus.map((s) => s.draft.value),
      skus.map((s) => s.draft.alcoholByVolume || null),
      skus.map((s) => s.draft.upcCode),
      skus.map((s) => s.draft.uom),
      skus.map((s) => s.draft.bottlesPerCase ?? null),
      skus.map((s) => s.draft.casesPerPallet ?? null),
      skus.map((s) => s.draft.classification),
      skus.map((s) => s.draft.comments),
      skus.map((s) => s.createdAt),
    ],
  );
  return rows.map((r) => ({ customerNo: r.customer_no, itemNo: r.item_no }));
}

/** The existing items with these numbers, by `skuKeyText`. */
export async function readExistingSkus(tx: Tx, keys: readonly SkuKey[]): Promise<Map<string, ExistingSku>> {
  if (keys.length === 0) return new Map();
  const rows = await tx.rows<{
    customer_no: string;
    item_no: string;
    sku_id: string;
    content_hash: Buffer;
    retired: boolean;
  }>(
    `select s.customer_no, s.item_no, s.sku_id, s.content_hash, s.retired_at is not null as retired
       from unnest($1::text[], $2::text[]) as k (customer_no, item_no)
       join skus s using (customer_no, item_no)`,
    keyColumns(keys),
  );
  return new Map(
    rows.map((r) => [
      skuKeyText({ customerNo: r.customer_no, itemNo: r.item_no }),
      { itemNo: r.item_no, skuId: r.sku_id, contentHash: r.content_hash, retired: r.retired },
    ]),
  );
}

/** Locks the items with these numbers in the order of their keys, including retired ones. By `skuKeyText`. */
export async function lockSkus(tx: Tx, keys: readonly SkuKey[]): Promise<Map<string, LockedSku>> {
  const rows = await tx.rows<{
    customer_no: string;
    item_no: string;
    sku_id: string;
    description: string;
    value: string;
    retired: boolean;
  }>(
    `select s.customer_no, s.item_no, s.sku_id, s.description, s.value, s.retired_at is not null as retired
       from skus s
      where (s.customer_no, s.item_no) in (select * from unnest($1::text[], $2::text[]))
      order by s.customer_no, s.item_no
        for no key update of s`,
    keyColumns(keys),
  );
  return new Map(
    rows.map((r) => {
      const key = { customerNo: r.customer_no, itemNo: r.item_no };
      const { description, value, retired } = r;
      return [skuKeyText(key), { ...key, skuId: r.sku_id, description, value, retired }];
    }),
  );
}

/** Changes locked items, each at most once. */
export async function saveSkuChanges(
  tx: Tx,
  changes: readonly (SkuKey & { readonly patch: SkuPatch })[],
): Promise<void> {
  if (changes.length === 0) return;
  for (const { customerNo } of changes) tx.bumpVersion(customerNo);
  await tx.rows(
    `update skus s set description = coalesce(k.description, s.description), value = coalesce(k.value, s.value)
       from unnest($1::text[], $2::text[], $3::text[], $4::numeric[]) as k (customer_no, item_no, description, value)
      where (s.customer_no, s.item_no) = (k.customer_no, k.item_no)`,
    [
      ...keyColumns(changes),
      changes.map((c) => c.patch.description ?? null),
      changes.map((c) => c.patch.value ?? null),
    ],
  );
}

/** Retires locked items. */
export async function markRetired(
  tx: Tx,
  items: readonly (SkuKey & { readonly at: Temporal.Instant })[],
): Promise<void> {
  if (items.length === 0) return;
  for (const { customerNo } of items) tx.bumpVersion(customerNo);
  await tx.rows(
    `update skus s set retired_at = k.at
       from unnest($1::text[], $2::text[], $3::timestamptz[]) as k (customer_no, item_no, at)
      where (s.customer_no, s.item_no) = (k.customer_no, k.item_no)`,
    [...keyColumns(items), items.map((item) => item.at)],
  );
}

/** Reinstates locked items. Their description and value become those of the draft. */
export async function markReinstated(tx: Tx, items: readonly (SkuKey & { readonly draft: SkuDraft })[]): Promise<void> {
  if (items.length === 0) return;
  for (const { customerNo } of items) tx.bumpVersion(customerNo);
  await tx.rows(
    `update skus s set retired_at = null, description = k.description, value = k.value
       from unnest($1::text[], $2::text[], $3::text[], $4::numeric[]) as k (customer_no, item_no, description, value)
      where (s.customer_no, s.item_no) = (k.customer_no, k.item_no)`,
    [...keyColumns(items), items.map(({ draft }) => draft.description), items.map(({ draft }) => draft.value)],
  );
}

export interface RequestorRow extends SkuKey {
  readonly reference: string;
  readonly requestor: SkuRequestor;
}

/** Saves the requestors separately from the items, so that they can be erased. */
export async function insertRequestors(tx: Tx, requestors: readonly RequestorRow[]): Promise<void> {
  if (requestors.length === 0) return;
  await tx.rows(
    `insert into sku_requestors (customer_no, reference, item_no, first_name, last_name, email_address, phone_number)
     select * from unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])`,
    [
      requestors.map((r) => r.customerNo),
      requestors.map((r) => r.reference),
      requestors.map((r) => r.itemNo),
      requestors.map((r) => r.requestor.firstName),
      requestors.map((r) => r.requestor.lastName),
      requestors.map((r) => r.requestor.emailAddress),
      requestors.map((r) => r.requestor.phoneNumber),
    ],
  );
}

/**
 * Those of `varietals` that are on the operator's list, ignoring case. Compared here, because PostgreSQL's case folding depends on
 * the locale of the database.
 */
export async function readKnownVarietals(reader: Reader, varietals: readonly string[]): Promise<ReadonlySet<string>> {
  const names = [...new Set(varietals.filter((varietal) => varietal !== ''))];
  if (names.length === 0) return new Set();
  const rows = await reader.rows<{ name: string }>('select name from varietals');
  const known = new Set(rows.map(({ name }) => normalizeVarietal(name)));
  return new Set(names.filter((varietal) => known.has(normalizeVarietal(varietal))));
}

const normalizeVarietal = (varietal: string): string => varietal.normalize('NFC').trim().toLowerCase();
