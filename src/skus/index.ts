/** The public interface of the catalog. */
export { createSkus, type SkuCreation } from './create-skus.ts';
export { checkItemEligibility, type ItemEligibilityOptions } from './item-faults.ts';
export {
  computePossibleUpcSpellings,
  itemTextSql,
  toItemTextLikePattern,
  upcMatchesScannedCodeSql,
} from './item-text.ts';
export { type ItemUseSource, itemUseSourcePort } from './item-use.ts';
export { countSkus, type ListedSku, listSkus, readListedSku, type SkuListFilter } from './list-skus.ts';
export { retireSkus } from './retire-skus.ts';
export { type ItemStockHolder, isForAdults, type Sku } from './sku.ts';
export {
  findItemNosByCode,
  formatSkuKey,
  getCachedSkus,
  readSkuSummaries,
  readSkus,
  readUpcCodes,
  type SkuKey,
  type SkuSummary,
} from './sku-store.ts';
export {
  type ChangeableSkuValues,
  type SkuUpdate,
  type SkuUpdateResult,
  skuUpdateWriter,
  updateSkus,
} from './update-skus.ts';
