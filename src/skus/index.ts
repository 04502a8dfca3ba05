/** The public interface of the catalog. */
export { createSkus, type SkuCreation } from './create-skus.ts';
export { type ItemFaultOptions, itemFault } from './item-faults.ts';
export { itemTextLikePattern, itemTextSql, upcIsCodeSql, upcSpellings } from './item-text.ts';
export { type ItemUseSource, itemUseSource } from './item-use.ts';
export { countSkus, type ListedSku, listSkus, readListedSku, type SkuListFilter } from './list-skus.ts';
export { retireSkus } from './retire-skus.ts';
export { type ItemStockHolder, isForAdults, type Sku } from './sku.ts';
export {
  findItemNosByCode,
  getCachedSkus,
  readSkuSummaries,
  readSkus,
  readUpcCodes,
  type SkuKey,
  type SkuSummary,
  skuKeyText,
} from './sku-store.ts';
export {
  type ChangeableSkuValues,
  type SkuUpdate,
  type SkuUpdateResult,
  skuUpdateWriter,
  updateSkus,
} from './update-skus.ts';
