/**
 * An item of a customer's catalog (SKU): types and decisions. Pure.
 * The item number is the permanent identity: a retired item keeps it, and can be reinstated (decision 6).
 */
import { hashCanonicalJson } from '../lib/canonical-json.ts';
import { type Outcome, refuse, refuseState } from '../platform/errors.ts';

export const noSuchItemMessage = 'There is no such item.';

/** Interface: SKU, ItemCategory. */
export const itemCategories = ['Wine', 'MarketingMaterial', 'Merchandise', 'TastingFee', 'IcePack'] as const;
export type ItemCategory = (typeof itemCategories)[number];

/**
 * Where stock is held: by the operator, by the client, or not at all, for items such as tasting fees (interface: SKU,
 * InventoryManagementType).
 */
export type ItemStockHolder = 'service' | 'client' | 'virtual';

export type WineClassification = 'Still' | 'Sparkling';

/** A unit is one of the item's UOM (decision 10). Absent texts are ''. */
export interface SkuDraft {
  readonly itemNo: string;
  readonly description: string;
  readonly category: ItemCategory;
  readonly storage: ItemStockHolder;
  readonly vintage: string;
  readonly varietal: string;
  readonly appellation: string;
  /** Dollars of one unit, as `normalizeAmountText` writes it. */
  readonly value: string;
  /** Percent, as `normalizeDecimalText` writes it; '' when absent. */
  readonly alcoholByVolume: string;
  readonly upcCode: string;
  readonly uom: string;
  /** Units in a wholesale case. */
  readonly bottlesPerCase: number | undefined;
  readonly casesPerPallet: number | undefined;
  readonly classification: WineClassification | '';
  readonly comments: string;
}

/** The person who requested a creation or a change. Stored separately and never logged. */
export interface SkuRequestor {
  readonly firstName: string;
  readonly lastName: string;
  readonly emailAddress: string;
  readonly phoneNumber: string;
}

/** An item as other slices use it. */
export interface Sku {
  readonly customerNo: string;
  readonly itemNo: string;
  readonly description: string;
  readonly category: ItemCategory;
  readonly storage: ItemStockHolder;
  readonly uom: string;
  /** Units in a wholesale case; without it the item cannot be ordered in cases (decision 10). */
  readonly bottlesPerCase: number | undefined;
  /** Dollars of one unit. */
  readonly value: string;
  /** Percent; '' when unknown. */
  readonly alcoholByVolume: string;
  readonly retired: boolean;
}

/**
 * The hash by which a repeated creation is recognized (decision 6). Empty texts are omitted, so a field that is added later does not
 * change existing hashes.
 */
export function hashSkuContent(draft: SkuDraft, requestor: SkuRequestor): Buffer {
  const set = (fields: object) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
  return hashCanonicalJson({ sku: set(draft), requestor: set(requestor) });
}

/** An existing item with the same number. */
export interface ExistingSku {
  readonly itemNo: string;
  /** The reference of its creation. */
  readonly skuId: string;
  readonly contentHash: Uint8Array;
  readonly retired: boolean;
}

/**
 * The outcome of a creation whose item number is taken: the first reference when the content is the same, which reinstates a
 * retired item; otherwise 400 `DuplicateItem`.
 */
export function decideDuplicateSku(existing: ExistingSku, hash: Buffer): Outcome<{ readonly reference: string }> {
  if (hash.equals(existing.contentHash)) return { ok: { reference: existing.skuId } };
  const [state, remedy] = existing.retired
    ? ['a retired item', '; to reinstate that item, send the same content and requestor as when it was created']
    : ['an item', '; to change its description or value, use UpdateSKU'];
  const message = `is the number of ${state} with different content, created with transaction reference ${existing.skuId}${remedy}`;
  return refuse('DuplicateItem', `Item number ${existing.itemNo} ${message}.`, [
    { field: 'SKUInfo.ItemNo', code: 'DuplicateItem', message },
  ]);
}

/** A locked item. */
export interface LockedSku {
  readonly customerNo: string;
  readonly itemNo: string;
  /** The reference of its creation, and its subject in the log. */
  readonly skuId: string;
  readonly description: string;
  /** Dollars of one unit. */
  readonly value: string;
  readonly retired: boolean;
}

/** The changes of an update; undefined keeps the value. */
export interface SkuPatch {
  readonly description: string | undefined;
  readonly value: string | undefined;
}

/** The item if it can be changed. Refusals, in order of precedence: 404 `NotFound`, 403 `StateForbids` when it is retired. */
export function checkSkuChangeable(
  sku: LockedSku | undefined,
  itemNo: string,
  verb: 'updated' | 'retired',
): Outcome<LockedSku> {
  if (sku === undefined) return refuse('NotFound', `There is no item ${itemNo}.`);
  if (!sku.retired) return { ok: sku };
  return refuseState('RETIRED', `Item ${itemNo} cannot be ${verb}: it is retired.`);
}

/** The names of the fields that an update changes. */
export function computeChangedSkuFields(sku: LockedSku, patch: SkuPatch): string[] {
  const { description, value } = patch;
  return [
    ...(description === undefined || description === sku.description ? [] : ['SKUInfo.ItemDescription']),
    ...(value === undefined || value === sku.value ? [] : ['SKUInfo.Value']),
  ];
}

/** Whether an item may be given to adults only: wine of any strength, anything with alcohol, and unknown items. */
export function isForAdults(sku: Sku | undefined): boolean {
  return sku === undefined || sku.category === 'Wine' || Number(sku.alcoholByVolume || 0) > 0;
}
