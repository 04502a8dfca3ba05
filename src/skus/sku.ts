/**
 * An item of a customer's catalog (SKU): its types and pure decisions. No I/O.
 *
 * The item number is the identity, for good: a retired item keeps it (decision 6).
 */
import { contentHash } from '../lib/canonical-json.ts';
import { type Outcome, refuse } from '../platform/errors.ts';

/** Interface: SKU, ItemCategory. */
export const itemCategories = ['Wine', 'MarketingMaterial', 'Merchandise', 'TastingFee', 'IcePack'] as const;
export type ItemCategory = (typeof itemCategories)[number];

/**
 * Who keeps the stock: the operator, the customer in its own warehouses, or nobody because the item is not a thing
 * that is stored (interface: SKU, InventoryManagementType).
 */
export type Storage = 'service' | 'client' | 'virtual';

export type WineClassification = 'Still' | 'Sparkling';

/** A unit is one of the item's UOM (decision 10). Texts that were not given are ''. */
export interface SkuDraft {
  readonly itemNo: string;
  readonly description: string;
  readonly category: ItemCategory;
  readonly storage: Storage;
  readonly vintage: string;
  readonly varietal: string;
  readonly appellation: string;
  /** Dollars of one unit, a decimal number as sent. */
  readonly value: string;
  /** Per cent, a decimal number as sent; '' when not given. */
  readonly alcoholByVolume: string;
  readonly upcCode: string;
  readonly uom: string;
  /** Units in a wholesale case. */
  readonly bottlesPerCase: number | undefined;
  readonly casesPerPallet: number | undefined;
  readonly classification: WineClassification | '';
  readonly comments: string;
}

/** Who asked for a creation or a change. A person: kept apart, never logged. */
export interface SkuRequestor {
  readonly firstName: string;
  readonly lastName: string;
  readonly emailAddress: string;
  readonly phoneNumber: string;
}

/** What the other slices need to know of an item. */
export interface Sku {
  readonly customerNo: string;
  readonly itemNo: string;
  readonly description: string;
  readonly category: ItemCategory;
  readonly storage: Storage;
  readonly uom: string;
  /** Units in a wholesale case; without it the item cannot be ordered in cases (decision 10). */
  readonly bottlesPerCase: number | undefined;
  /** Dollars of one unit. */
  readonly value: string;
  /** Per cent; '' when unknown. */
  readonly alcoholByVolume: string;
  readonly retired: boolean;
}

/**
 * The hash that tells a repeated creation from another one under the same number (decision 6). Texts that are not set
 * do not take part, so a field that is added later changes no hash.
 */
export function skuContentHash(draft: SkuDraft, requestor: SkuRequestor): Buffer {
  const set = (fields: object) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
  return contentHash({ sku: set(draft), requestor: set(requestor) });
}

/** An item that already stands under the number. */
export interface ExistingSku {
  readonly itemNo: string;
  /** The reference that its creation answered. */
  readonly skuId: string;
  readonly contentHash: Buffer;
  readonly retired: boolean;
}

/** What a creation is told when its item number is taken: the first reference, or 400 `DuplicateItem` naming it. */
export function decideTakenItemNo(existing: ExistingSku, hash: Buffer): Outcome<{ readonly reference: string }> {
  if (existing.contentHash.equals(hash)) return { done: { reference: existing.skuId } };
  const state = existing.retired ? 'a retired item' : 'an item';
  const message = `is the number of ${state} with other content, created under transaction reference ${existing.skuId}`;
  return refuse('DuplicateItem', `item number ${existing.itemNo} ${message}`, [
    { field: 'SKUInfo.ItemNo', code: 'DuplicateItem', message },
  ]);
}

/** An item under its lock. */
export interface LockedSku {
  readonly customerNo: string;
  readonly itemNo: string;
  /** The reference that its creation answered; its subject in the log. */
  readonly skuId: string;
  readonly description: string;
  /** Dollars of one unit. */
  readonly value: string;
  readonly retired: boolean;
}

/** What an update may say of an item; what is undefined stays. */
export interface SkuPatch {
  readonly description: string | undefined;
  readonly value: string | undefined;
}

/** The item when it may be changed. Refusals, in order of precedence: 404 `NotFound`, 403 `StateForbids` when it is retired. */
export function requireChangeable(
  sku: LockedSku | undefined,
  itemNo: string,
  verb: 'updated' | 'retired',
): Outcome<LockedSku> {
  if (sku === undefined) return refuse('NotFound', `there is no item ${itemNo}`);
  if (!sku.retired) return { done: sku };
  return refuse('StateForbids', `item ${itemNo} cannot be ${verb}: it is retired`);
}

/** The names of the fields that an update changes, without their values. */
export function changedSkuFields(sku: LockedSku, patch: SkuPatch): string[] {
  const { description, value } = patch;
  return [
    ...(description === undefined || description === sku.description ? [] : ['SKUInfo.ItemDescription']),
    ...(value === undefined || value === sku.value ? [] : ['SKUInfo.Value']),
  ];
}
