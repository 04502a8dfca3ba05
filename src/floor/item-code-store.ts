/** SQL that writes, locks and reads `item_codes` by customer. */
import { column } from '../platform/db/columns.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { Table } from '../platform/db/table.ts';
import type { SkuKey } from '../skus/index.ts';
import type { ItemCode } from './item-code.ts';

/** A code in the form of `normalizeItemCode`; an item may have several, and several items one. */
export interface ItemCodeKey extends SkuKey {
  readonly code: string;
}

export interface SavedItemCode extends ItemCodeKey, ItemCode {}

const codes = new Table(
  'item_codes',
  { customerNo: column.text(), code: column.text(), itemNo: column.text(), units: column.int() },
  ['customerNo', 'code', 'itemNo'],
);

/** The codes that were added to items; those of the catalog are not included. */
export const readAddedItemCodes: (reader: DbReader, items: readonly SkuKey[]) => Promise<SavedItemCode[]> = codes.find({
  by: ['customerNo', 'itemNo'],
});

/** Serializes ItemCodes/Set and ItemCodes/Import of a winery, also for codes that do not exist yet. Before the locks of codes. */
export async function lockItemCodeEdits(tx: Tx, customerNo: string): Promise<void> {
  await tx.rows("select pg_advisory_xact_lock(hashtextextended('item codes ' || $1, 0))", [customerNo]);
}

/** Locks and returns these codes; codes that do not exist are left out. */
export const lockItemCodes: (tx: Tx, keys: readonly ItemCodeKey[]) => Promise<SavedItemCode[]> = codes.lock();

export const saveItemCodes = codes.upsert();

export const deleteItemCodes = codes.delete();

/** The numbers of at most 100 items of a winery to which one of these codes was added. */
export async function listItemNosOfCodes(
  reader: DbReader,
  customerNo: string,
  added: readonly string[],
): Promise<string[]> {
  const rows = await codes.rows<{ itemNo: string }>(
    reader,
    `select ${codes.select('c', ['itemNo'])} from item_codes c where c.customer_no = $1 and c.code = any ($2) limit 100`,
    [customerNo, added],
  );
  return rows.map(({ itemNo }) => itemNo);
}
