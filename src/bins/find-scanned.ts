/**
 * Finds the items that a scanned code stands for at a warehouse, with their bins and a bin to put unplaced units into.
 */
import { createItemCodeMatcher, normalizeItemCode, readScannableCodesOfItems } from '../floor/index.ts';
import {
  type BinContent,
  type Location,
  normalizeLocationCode,
  readBinContentsOfItems,
  readLocations,
} from '../locations/index.ts';
import { readWarehouseWhereOperatorWorks } from '../operator-settings/index.ts';
import type { DbReader } from '../platform/db/db.ts';
import type { OperatorCaller } from '../platform/http/operator-operation.ts';
import {
  computeUnplacedUnits,
  findFreeLocations,
  findScannedItemCandidates,
  type PlacementTotals,
  readPlacementTotalsOfItem,
  sumUnitsByLocation,
} from './list-placement.ts';
import { type PutAwaySuggestion, suggestPutAwayBin } from './put-away.ts';
import { readReplenishmentRulesOfItems } from './replenishment-rule-store.ts';

export interface ScannedItem {
  readonly customerNo: string;
  readonly itemNo: string;
  readonly description: string;
  /** Units that the code stands for: 12 of a case. */
  readonly units: number;
  readonly status: string;
  readonly unplaced: number;
  readonly bins: readonly { readonly content: BinContent; readonly location: Location | undefined }[];
  /** A bin for the unplaced units; undefined when there are none, or none of the considered bins has room. */
  readonly suggestion: PutAwaySuggestion | undefined;
}

/**
 * Maximum number of free locations of each kind that a suggestion considers. More would only help where all of these
 * are too small.
 */
const maxFree = 25;

/**
 * The location that has the code, or else the items that it stands for; neither for an unknown code. Throws `NotFound` for a warehouse
 * that does not exist or that the operator does not work in.
 */
export async function findScannedLocationOrItems(
  reader: DbReader,
  operator: OperatorCaller,
  { Warehouse: warehouse, Code: code }: { readonly Warehouse: string; readonly Code: string },
): Promise<{ readonly location: Location | undefined; readonly items: readonly ScannedItem[] }> {
  await readWarehouseWhereOperatorWorks(reader, operator, warehouse);
  const [location] = await readLocations(reader, [{ warehouse, location: normalizeLocationCode(code) }]);
  return { location, items: location === undefined ? await findScannedItems(reader, warehouse, code) : [] };
}

/**
 * The items that a code stands for, of all customers, one entry for each inventory status with stock, recorded in bins or
 * picked.
 */
export async function findScannedItems(reader: DbReader, warehouse: string, scanned: string): Promise<ScannedItem[]> {
  const text = scanned.trim().toUpperCase();
  const candidates = await findScannedItemCandidates(reader, warehouse, { text, code: normalizeItemCode(scanned) });
  const isScanned = createItemCodeMatcher(scanned);
  const codes = (await readScannableCodesOfItems(reader, candidates)).filter(({ code }) => isScanned(code));
  const items = [...new Map(codes.map((code) => [`${code.customerNo}\n${code.itemNo}`, code])).values()];
  const keys = items.map(({ customerNo, itemNo }) => ({ customerNo, itemNo, warehouse }));
  const placementsOf: PlacementTotals[][] = [];
  for (const key of keys) placementsOf.push(await readPlacementTotalsOfItem(reader, key));
  const [allContents, allFaces] = [
    await readBinContentsOfItems(reader, keys),
    await readReplenishmentRulesOfItems(reader, keys),
  ];
  const free = placementsOf.flat().some((each) => computeUnplacedUnits(each) > 0)
    ? await findFreeLocations(reader, warehouse, maxFree)
    : [];
  const codesOfBins = [...new Set([...allContents, ...allFaces].map(({ location }) => location).concat(free))];
  const allLocations = await readLocations(
    reader,
    codesOfBins.map((location) => ({ warehouse, location })),
  );
  const sums = await sumUnitsByLocation(reader, warehouse, codesOfBins);
  const found: ScannedItem[] = [];
  for (const [i, { customerNo, itemNo, units }] of items.entries()) {
    const isOfItemNo = (each: { readonly customerNo: string; readonly itemNo: string }) =>
      each.customerNo === customerNo && each.itemNo === itemNo;
    const [contents, faces] = [allContents.filter(isOfItemNo), allFaces.filter(isOfItemNo)];
    const ownBins = new Set([...contents, ...faces].map(({ location }) => location).concat(free));
    const locations = allLocations.filter(({ location }) => ownBins.has(location));
    const placements = placementsOf[i] ?? [];
    for (const placement of placements) {
      const own = contents.filter(({ status }) => status === placement.status);
      const ownFaces = faces.filter(({ status }) => status === placement.status);
      const unplaced = computeUnplacedUnits(placement);
      const bins = locations.map((location) => {
        const isAt = (each: { readonly location: string }) => each.location === location.location;
        const units = sums.get(location.location) ?? 0;
        // An emptied location of the reserve is free, or other items lie in it.
        const isEmptied = location.kind === 'reserve' && own.find(isAt)?.quantity === 0;
        const isOfItem = (own.some(isAt) && !isEmptied) || (location.kind === 'pick' && ownFaces.some(isAt));
        return { location, units, isOfItem, isFree: free.includes(location.location) };
      });
      found.push({
        customerNo,
        itemNo,
        units,
        status: placement.status,
        description: placement.description,
        unplaced,
        bins: own.map((content) => ({
          content,
          location: locations.find(({ location }) => location === content.location),
        })),
        suggestion: unplaced > 0 ? suggestPutAwayBin(bins, unplaced) : undefined,
      });
    }
  }
  return found;
}
