/** Opens counts of items, with the places where each item is counted (decision 43). */
import { openCycleCounts } from '../inventory/index.ts';
import { uuidv7 } from '../lib/uuid.ts';
import { lockBinChangesOfItems } from '../locations/index.ts';
import type { Tx } from '../platform/db/db.ts';
import type { OperatorContext } from '../platform/http/operator-operation.ts';
import { type CountPlace, saveCountPlaces } from './count-place-store.ts';
import { listOnePlacePerOpenCount } from './list-counts.ts';
import type { ItemStatusKey } from './list-placement.ts';

export interface ItemToCount extends ItemStatusKey {
  /** Places of the item, at least one; '' for the units in no bin. */
  readonly locations: readonly string[];
}

export const formatItemInStatusKey = ({ customerNo, itemNo, status }: ItemStatusKey): string =>
  [customerNo, itemNo, status].join('\n');

export const isSameItemInStatus = (one: ItemStatusKey, other: ItemStatusKey): boolean =>
  formatItemInStatusKey(one) === formatItemInStatusKey(other);

/** A place of an open count that is not counted yet. */
export const newPlaceOfOpenCount = (
  count: Pick<CountPlace, 'customerNo' | 'countId' | 'warehouse' | 'itemNo' | 'status'>,
  location: string,
): CountPlace => ({
  customerNo: count.customerNo,
  countId: count.countId,
  warehouse: count.warehouse,
  itemNo: count.itemNo,
  status: count.status,
  location,
  isOpen: true,
  round: 1,
  isWhole: false,
  person: '',
});

interface OpenedCounts {
  /** The places of the new counts. */
  readonly places: readonly CountPlace[];
  /** Items that are in an open count without places, which OpenCount opened. */
  readonly taken: readonly ItemStatusKey[];
  /** Items of which no count can be opened, because the catalog or the settings no longer have them or their status. */
  readonly refused: readonly ItemToCount[];
}

/**
 * Opens a count of each item that is in no open count. Items are locked first, so that of several people each sees the counts
 * that the others have opened.
 */
export async function openItemCounts(
  tx: Tx,
  context: OperatorContext,
  warehouse: string,
  items: readonly ItemToCount[],
): Promise<OpenedCounts> {
  lockBinChangesOfItems(
    tx,
    items.map(({ customerNo, itemNo }) => ({ customerNo, itemNo, warehouse })),
  );
  const open = new Set((await listOnePlacePerOpenCount(tx, warehouse, items)).map(formatItemInStatusKey));
  const missing = items.filter((item) => !open.has(formatItemInStatusKey(item)));
  const openings = missing.map(({ customerNo, itemNo, status }) => ({
    ...context.forCustomer(customerNo),
    reference: uuidv7(),
    warehouse,
    items: [itemNo],
    statuses: [status],
  }));
  const outcomes = await openCycleCounts(tx, openings);
  const places = missing.flatMap((item, index) => {
    const outcome = outcomes[index];
    if (outcome === undefined || 'refused' in outcome) return [];
    const { customerNo, itemNo, status } = item;
    const count = { customerNo, itemNo, status, warehouse, countId: outcome.ok.reference };
    return item.locations.map((location) => newPlaceOfOpenCount(count, location));
  });
  saveCountPlaces(tx, places);
  const codeOf = (index: number) => {
    const outcome = outcomes[index];
    return outcome !== undefined && 'refused' in outcome ? outcome.refused.code : undefined;
  };
  const isTaken = (index: number): boolean => codeOf(index) === 'StateForbids';
  return {
    places,
    taken: missing.filter((_, index) => isTaken(index)),
    refused: missing.filter((_, index) => codeOf(index) !== undefined && !isTaken(index)),
  };
}
