/** Changes of the recorded units of bins, as bottles are taken out of them and put back. */
import { primaryInventoryStatus } from '../contract/operator-settings.ts';
import { type BinContent, lockBinChangesOfItems, lockBinContentsOfItems, saveBinContents } from '../locations/index.ts';
import type { Tx } from '../platform/db/db.ts';
import type { PickTask } from './pick-task.ts';
import { type BinChange, itemKeyOf } from './picking-walk.ts';

/** The inventory statuses that orders draw, by item; an item that is not there is drawn from `primaryInventoryStatus`. */
type DrawnStatuses = ReadonlyMap<string, Pick<ReadonlySet<string>, 'has'>>;

/**
 * Takes units out of the records of bins, or adds them again (negative units). A recorded quantity never falls below 0. A change
 * without a status is of the statuses that the item is drawn from, then of others. Bins that are no longer assigned to the item, in any
 * status, are skipped. A caller that locks bins of these items before units come back must call
 * `lockBinChangesOfItems` before that.
 */
export async function changeBinContents(
  tx: Tx,
  { warehouse }: Pick<PickTask, 'warehouse'>,
  changes: readonly BinChange[],
  drawn: DrawnStatuses = new Map(),
): Promise<void> {
  const placed = changes.filter(({ location }) => location !== '');
  if (placed.length === 0) return;
  const items = placed.map(({ customerNo, itemNo }) => ({ customerNo, itemNo, warehouse }));
  // Units that come back may insert a content: two such changes of an item wait for each other before they lock its bins.
  lockBinChangesOfItems(
    tx,
    items.filter((_, index) => (placed[index] as BinChange).units < 0),
  );
  const bins = await lockBinContentsOfItems(tx, items);
  const changed = binsAfterChanges(bins, placed, drawn);
  const isNew = changed.some((each) =>
    bins.every(
      (bin) => itemKeyOf(bin) !== itemKeyOf(each) || bin.location !== each.location || bin.status !== each.status,
    ),
  );
  // Another transaction may have inserted the same content before it released its locks: read again.
  saveBinContents(tx, isNew ? binsAfterChanges(await lockBinContentsOfItems(tx, items), placed, drawn) : changed);
}

/** The contents of bins that these changes change, as they are afterward; also new ones, of a status that a bin did not hold. Pure. */
export function binsAfterChanges(
  bins: readonly BinContent[],
  changes: readonly BinChange[],
  drawn: DrawnStatuses,
): BinContent[] {
  const keyOf = ({ customerNo, itemNo, location, status = '' }: Omit<BinChange, 'units'>) =>
    `${customerNo}\n${itemNo}\n${location}\n${status}`;
  const isDrawn = (bin: BinContent): boolean =>
    drawn.get(itemKeyOf(bin))?.has(bin.status) ?? bin.status === primaryInventoryStatus;
  const left = new Map<string, number>();
  for (const change of changes) left.set(keyOf(change), (left.get(keyOf(change)) ?? 0) + change.units);
  const changed = [...bins.filter(isDrawn), ...bins.filter((bin) => !isDrawn(bin))].flatMap((bin) => {
    let { quantity } = bin;
    for (const key of [keyOf(bin), keyOf({ ...bin, status: '' })]) {
      const taken = Math.min(quantity, left.get(key) ?? 0);
      left.set(key, (left.get(key) ?? 0) - taken);
      quantity -= taken;
    }
    return quantity === bin.quantity ? [] : [{ ...bin, quantity }];
  });
  const added = changes.flatMap((change): BinContent[] => {
    const { status } = change;
    const quantity = -(left.get(keyOf(change)) ?? 0);
    const assigned = bins.find((bin) => keyOf({ ...bin, status: '' }) === keyOf({ ...change, status: '' }));
    if (status === undefined || quantity <= 0 || assigned === undefined) return [];
    left.set(keyOf(change), 0);
    return [{ ...assigned, status, quantity }];
  });
  return [...changed, ...added];
}
