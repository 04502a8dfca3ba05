/** Checks and saves the contents of locations that people edit by hand or from a file. Each changed quantity has an audit entry. */
import {
  inventoryStatusesOfCustomer,
  lockInventoryStatusesForShare,
  readOperatorSettings,
  unknownInventoryStatusFault,
} from '../operator-settings/index.ts';
import { recordAudit } from '../operators/index.ts';
import type { Tx } from '../platform/db/db.ts';
import { AppError, type Fault, refuseState } from '../platform/errors.ts';
import type { OperatorContext } from '../platform/http/operator-operation.ts';
import { checkItemEligibility, formatSkuKey, readSkus } from '../skus/index.ts';
import { findFirstBinContentBeingCounted, listBinContents } from './list-locations.ts';
import type { BinContent, BinContentKey, Location } from './location.ts';
import { binContentRecord } from './location-fields.ts';
import { deleteBinContents, lockBinContents, saveBinContents } from './location-store.ts';

/**
 * The faults of contents, one list for each: `UnknownItem`, `ItemNotStored`, `UnknownStatus`, and `WrongKind` for a
 * tote.
 */
export async function checkBinContents(
  tx: Tx,
  contents: readonly BinContent[],
  locationOf: (content: BinContent) => Location | undefined,
): Promise<Fault[][]> {
  const skus = await readSkus(tx, contents);
  const operator = await readOperatorSettings(tx);
  return contents.map((content) => {
    const { customerNo, itemNo, status, location } = content;
    const rules = { areRetiredAllowed: true, isStoredRequired: true };
    const item = checkItemEligibility('ItemNo', itemNo, skus.get(formatSkuKey({ customerNo, itemNo })), rules);
    const faults: Fault[] = item === undefined ? [] : [item];
    if (!inventoryStatusesOfCustomer(operator, customerNo).has(status)) {
      faults.push(unknownInventoryStatusFault('InventoryStatus', status));
    }
    if (locationOf(content)?.kind === 'tote') {
      faults.push({ field: 'Location', code: 'WrongKind', message: `${location} is a tote: no item belongs there` });
    }
    return faults;
  });
}

/** Deletes the contents of 0 units in locations of the reserve: no item belongs there. The caller has locked the locations. */
export async function deleteEmptyReserveContents(tx: Tx, locations: readonly Location[]): Promise<void> {
  const reserve = locations.filter(({ kind }) => kind === 'reserve');
  if (reserve.length === 0) return;
  const isEmpty = ({ quantity }: Pick<BinContent, 'quantity'>) => quantity === 0;
  const contents = await lockBinContents(tx, (await listBinContents(tx, reserve)).filter(isEmpty));
  deleteBinContents(tx, contents.filter(isEmpty));
}

/**
 * Throws `StateForbids` when one of these contents was counted, other places of its count are still to be counted, and its
 * quantity would change. The caller has locked the locations.
 */
export async function assertContentsNotBeingCounted(
  tx: Tx,
  warehouse: string,
  contents: readonly (BinContentKey & { readonly quantity: number | undefined })[],
): Promise<void> {
  const before = new Map((await lockBinContents(tx, contents)).map((each) => [contentKeyText(each), each.quantity]));
  const changed = contents.filter((each) => before.get(contentKeyText(each)) !== each.quantity);
  const [counted] = changed.length === 0 ? [] : await findFirstBinContentBeingCounted(tx, warehouse, changed);
  if (counted === undefined) return;
  const reason = `${counted.itemNo} in ${counted.location} was counted, and its count is not finished. Finish or cancel the count first.`;
  throw new AppError(refuseState('BEING COUNTED', reason).refused);
}

const contentKeyText = ({ customerNo, warehouse, location, itemNo, status }: BinContentKey): string =>
  [customerNo, warehouse, location, itemNo, status].join('\n');

/**
 * Saves contents of locations that the caller has locked, and records each quantity that changes in the audit. Locks their inventory
 * statuses against removal. Throws `Unavailable` for one that was removed a moment ago.
 */
export async function saveBinContentsWithAudit(
  tx: Tx,
  context: OperatorContext,
  contents: readonly BinContent[],
): Promise<void> {
  const before = new Map((await lockBinContents(tx, contents)).map((content) => [contentKeyText(content), content]));
  saveBinContents(tx, contents);
  await lockInventoryStatusesForShare(tx, contents);
  for (const after of contents) {
    const was = before.get(contentKeyText(after));
    if (was?.quantity === after.quantity) continue;
    const { warehouse, location, customerNo } = after;
    recordAudit(tx, context, {
      action: 'bin_content.set',
      subject: `${warehouse} ${location}`,
      customerNo,
      before: was && binContentRecord(was),
      after: binContentRecord(after),
    });
  }
}
