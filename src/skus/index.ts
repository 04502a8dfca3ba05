/** The catalogue, as the other slices see it. */
export { createSkus, type SkuCreated, type SkuCreation, skuCreations } from './create-skus.ts';
export type { ItemCategory, Requestor, Sku, SkuDraft, Storage } from './sku.ts';
export { readSkus, type SkuKey, skuKeyText } from './sku-store.ts';
