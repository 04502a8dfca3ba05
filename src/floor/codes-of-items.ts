/** The codes that scanners read of items: those of the catalog, and those that were added. */
import type { DbReader } from '../platform/db/db.ts';
import { findItemNosByCode, formatSkuKey, readUpcCodes, type SkuKey } from '../skus/index.ts';
import { catalogCodesOfItem, type ItemCode, itemCodeCandidatesOfScan, normalizeItemCode } from './item-code.ts';
import { listItemNosOfCodes, readAddedItemCodes } from './item-code-store.ts';

/** The codes of these items, item by item. Several items may have the same code. */
export async function readScannableCodesOfItems(
  reader: DbReader,
  items: readonly SkuKey[],
): Promise<(ItemCode & { readonly customerNo: string })[]> {
  const keys = [
    ...new Map(
      items.map(({ customerNo, itemNo }) => [formatSkuKey({ customerNo, itemNo }), { customerNo, itemNo }]),
    ).values(),
  ];
  const [upcs, added] = await Promise.all([readUpcCodes(reader, keys), readAddedItemCodes(reader, keys)]);
  const addedOf = Map.groupBy(added, formatSkuKey);
  return keys.flatMap((key) => [
    ...catalogCodesOfItem(key.itemNo, upcs.get(formatSkuKey(key)) ?? '').map((code) => ({
      ...code,
      customerNo: key.customerNo,
    })),
    ...(addedOf.get(formatSkuKey(key)) ?? []),
  ]);
}

/** The items of a winery that a code may name: by number, by UPC, or by a code that was added. */
export async function findItemsByCode(reader: DbReader, customerNo: string, scanned: string): Promise<SkuKey[]> {
  const code = normalizeItemCode(scanned);
  const [ofCatalog, added] = await Promise.all([
    findItemNosByCode(reader, customerNo, scanned.trim(), code),
    listItemNosOfCodes(reader, customerNo, itemCodeCandidatesOfScan(scanned)),
  ]);
  return [...new Set([...ofCatalog, ...added])].map((itemNo) => ({ customerNo, itemNo }));
}
