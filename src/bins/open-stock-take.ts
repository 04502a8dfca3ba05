/** Opens counts of a whole warehouse, or of a zone or winery in it, page by page (decision 43). */
import { lockBinChangesOfItems, lockLocations } from '../locations/index.ts';
import type { Tx } from '../platform/db/db.ts';
import type { OperatorContext } from '../platform/http/operator-operation.ts';
import { type CountPlace, readCountPlaces, saveCountPlaces } from './count-place-store.ts';
import { listOnePlacePerOpenCount } from './list-counts.ts';
import { listStockTakePlaces, type PlaceToCount, type StockTakeScope } from './list-stock-take.ts';
import { lockStockTake } from './move-store.ts';
import { formatItemInStatusKey, type ItemToCount, newPlaceOfOpenCount, openItemCounts } from './open-places.ts';

/** Maximum places of one page. It bounds the statements, the locks and the time of a transaction. */
export const maxStockTakePagePlaces = 1000;

interface OpenedStockTakePage {
  /** The places of new counts, and further places of open ones. */
  readonly places: readonly CountPlace[];
  /** As `OpenedCounts.refused`. */
  readonly refused: readonly ItemToCount[];
  /** The position after which the next page begins; undefined: this was the last one. */
  readonly next: PlaceToCount | undefined;
}

/**
 * Opens counts of the next page of places of a scope. An item that has an open count gets no second one: places that its count does
 * not have are added to it, unless all its places are counted. So a repeat opens nothing twice. One page of a warehouse is opened at a
 * time.
 */
export async function openStockTakePageCounts(
  tx: Tx,
  context: OperatorContext,
  scope: StockTakeScope,
  after: PlaceToCount | undefined,
): Promise<OpenedStockTakePage> {
  const { warehouse } = scope;
  lockStockTake(tx, warehouse);
  const found = await listStockTakePlaces(tx, scope, { after, limit: maxStockTakePagePlaces + 1 });
  const page = wholeItems(found);
  const locations = new Set(page.map(({ location }) => location).filter((location) => location !== ''));
  // A location of an open count cannot be removed, so only locations that exist under their lock become places.
  const locked = await lockLocations(
    tx,
    [...locations].map((location) => ({ warehouse, location })),
  );
  const there = new Set(['', ...locked.map(({ location }) => location)]);
  const items = itemsOf(page.filter(({ location }) => there.has(location)));
  const further = await furtherPlaces(tx, warehouse, items);
  const opened = await openItemCounts(tx, context, warehouse, items);
  saveCountPlaces(tx, further);
  return {
    places: [...opened.places, ...further],
    refused: opened.refused,
    next: found.length > page.length ? page.at(-1) : undefined,
  };
}

/** The places of a page without those of an item that has more; the places of a single item are split. */
function wholeItems(found: readonly PlaceToCount[]): readonly PlaceToCount[] {
  const last = found.at(-1);
  if (found.length <= maxStockTakePagePlaces || last === undefined) return found;
  const whole = found.filter((place) => formatItemInStatusKey(place) !== formatItemInStatusKey(last));
  return whole.length > 0 ? whole : found.slice(0, maxStockTakePagePlaces);
}

function itemsOf(places: readonly PlaceToCount[]): ItemToCount[] {
  return [...Map.groupBy(places, formatItemInStatusKey).values()].flatMap((of) =>
    of.slice(0, 1).map(({ location: _, ...item }) => ({ ...item, locations: of.map(({ location }) => location) })),
  );
}

/** Places that the open counts of items do not have yet. A count of which all places are counted takes no further one. */
async function furtherPlaces(tx: Tx, warehouse: string, items: readonly ItemToCount[]): Promise<CountPlace[]> {
  lockBinChangesOfItems(
    tx,
    items.map(({ customerNo, itemNo }) => ({ customerNo, itemNo, warehouse })),
  );
  const counted = await listOnePlacePerOpenCount(tx, warehouse, items);
  const known = Map.groupBy(await readCountPlaces(tx, counted), ({ countId }) => countId);
  const ofItem = new Map(items.map((item) => [formatItemInStatusKey(item), item]));
  return counted.flatMap((count) => {
    const of = known.get(count.countId) ?? [];
    if (!of.some(({ isOpen }) => isOpen)) return [];
    const has = new Set(of.map(({ location }) => location));
    const { locations = [] } = ofItem.get(formatItemInStatusKey(count)) ?? {};
    return locations.filter((location) => !has.has(location)).map((location) => newPlaceOfOpenCount(count, location));
  });
}
