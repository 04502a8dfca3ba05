/** Edits of the contents of locations, by hand or from a file, with one audit entry each. */
import { inventoryStatusesFor, readOperatorSettings, unknownStatusFault } from '../operator-settings/index.ts';
import { recordAudit } from '../operators/index.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Fault } from '../platform/errors.ts';
import type { OperatorContext } from '../platform/http/operator-operation.ts';
import { itemFault, readSkus, skuKeyText } from '../skus/index.ts';
import { listContents } from './list-locations.ts';
import type { BinContent, Location } from './location.ts';
import { contentRecord } from './location-fields.ts';
import { deleteBinContents, lockBinContents, saveBinContents } from './location-store.ts';

/**
 * The faults of contents, one list for each: `UnknownItem`, `ItemNotStored`, `UnknownStatus`, and `WrongKind` for a
 * tote.
 */
export async function contentFaults(
  tx: Tx,
  contents: readonly BinContent[],
  locationOf: (content: BinContent) => Location | undefined,
): Promise<Fault[][]> {
  const skus = await readSkus(tx, contents);
  const operator = await readOperatorSettings(tx);
  return contents.map((content) => {
    const { customerNo, itemNo, status, location } = content;
    const rules = { areRetiredAllowed: true, isStoredRequired: true };
    const item = itemFault('ItemNo', itemNo, skus.get(skuKeyText({ customerNo, itemNo })), rules);
    const faults: Fault[] = item === undefined ? [] : [item];
    if (!inventoryStatusesFor(operator, customerNo).has(status)) {
      faults.push(unknownStatusFault('InventoryStatus', status));
    }
    if (locationOf(content)?.kind === 'tote') {
      faults.push({ field: 'Location', code: 'WrongKind', message: `${location} is a tote: no item belongs there` });
    }
    return faults;
  });
}

/** Deletes the records of emptied locations of the reserve: no item belongs there. The caller has locked them. */
export async function deleteEmptiedContents(tx: Tx, locations: readonly Location[]): Promise<void> {
  const reserve = locations.filter(({ kind }) => kind === 'reserve');
  if (reserve.length === 0) return;
  const isEmpty = ({ quantity }: Pick<BinContent, 'quantity'>) => quantity === 0;
  const contents = await lockBinContents(tx, (await listContents(tx, reserve)).filter(isEmpty));
  deleteBinContents(tx, contents.filter(isEmpty));
}

/** Saves contents of locations that the caller has locked, and records each quantity that changes in the audit. */
export async function setContents(tx: Tx, context: OperatorContext, contents: readonly BinContent[]): Promise<void> {
  const keyOf = ({ customerNo, warehouse, location, itemNo, status }: BinContent) =>
    [customerNo, warehouse, location, itemNo, status].join('\n');
  const before = new Map((await lockBinContents(tx, contents)).map((content) => [keyOf(content), content]));
  saveBinContents(tx, contents);
  for (const after of contents) {
    const was = before.get(keyOf(after));
    if (was?.quantity === after.quantity) continue;
    const { warehouse, location, customerNo } = after;
    recordAudit(tx, context, {
      ...{ action: 'bin_content.set', subject: `${warehouse} ${location}`, customerNo },
      ...{ before: was && contentRecord(was), after: contentRecord(after) },
    });
  }
}
