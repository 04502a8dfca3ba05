/** The public interface of the catalog. */
export { createSkus, type SkuCreated, type SkuCreation, skuCreations } from './create-skus.ts';
export { type ItemRules, itemFault } from './item-faults.ts';
export { itemText, itemTextPattern } from './item-text.ts';
export { type ItemUseSource, itemUseSource } from './item-use.ts';
export { countSkus, type ListedSku, listSkus, readListedSku, type SkuListFilter } from './list-skus.ts';
export { retireSkus, type SkuRetirement, skuRetirements } from './retire-skus.ts';
export type { ItemCategory, Sku, SkuDraft, SkuRequestor, Storage } from './sku.ts';
export {
  findSkusByCode,
  getCachedSkus,
  readSkuLabels,
  readSkus,
  readUpcCodes,
  type SkuKey,
  type SkuLabel,
  skuKeyText,
} from './sku-store.ts';
export { type SkuUpdate, type SkuUpdated, type SkuValues, skuUpdates, updateSkus } from './update-skus.ts';
