/**
 * Takes what departs out of the records of bins (decision 43). What people took out of a named bin lowers that bin. Of the rest, what
 * did not stand outside bins must have come out of one: it lowers the only bin that has it; where several have it, no bin is lowered and
 * the item is listed to be counted, because its bins hold more than the ledger, at the latest when picked orders have left.
 */
import {
  type BinContent,
  lockBinContentsOfItems,
  readBinContentsOfItems,
  saveBinContents,
} from '../locations/index.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { readPendingTransferDepartures, type TransferDeparture } from '../receiving/index.ts';
import { type ItemStatusKey, type PlacementTotals, readPlacementTotals } from './list-placement.ts';
import { formatItemInStatusKey } from './open-places.ts';

type Placed = Pick<PlacementTotals, 'itemNo' | 'status' | 'onHand' | 'binned' | 'picked'>;

/** Lowers the bins that a departure takes units out of. The caller has locked its order, and posts the departure after it. */
export async function deductDepartedUnitsFromBins(tx: Tx, departure: TransferDeparture): Promise<void> {
  const { customerNo, warehouse, units } = departure;
  const items = [...new Set(units.map(({ itemNo }) => itemNo))].map((itemNo) => ({ customerNo, itemNo, warehouse }));
  if (items.length === 0) return;
  const bins = await lockBinContentsOfItems(tx, items);
  if (bins.every(({ quantity }) => quantity === 0)) return;
  saveBinContents(tx, binsAfterDeparture(departure, bins, await readPlacementTotals(tx, warehouse, items)));
}

/** Units that were picked for transfers that have not departed. The ledger and the records of bins include them until the departure. */
interface PickedTransferUnitsBySource {
  /** Those by which the departure will lower the record of a bin. */
  readonly outOfBin: (item: ItemStatusKey, location: string) => number;
  /** The others: they stood outside bins, in one of several bins of which none was named, or in a bin that has fewer on record. */
  readonly fromElsewhere: (item: ItemStatusKey) => number;
}

/** Reads the units of items that were taken for transfers that have not departed from a warehouse. */
export async function readPickedTransferUnitsBySource(
  reader: DbReader,
  warehouse: string,
  items: readonly Pick<ItemStatusKey, 'customerNo' | 'itemNo'>[],
): Promise<PickedTransferUnitsBySource> {
  const customers = [...new Set(items.map(({ customerNo }) => customerNo))];
  const departures = Map.groupBy(
    customers.length === 0 ? [] : await readPendingTransferDepartures(reader, customers, warehouse),
    ({ customerNo }) => customerNo,
  );
  const leaving = items.filter(({ customerNo }) => departures.has(customerNo)).map((item) => ({ ...item, warehouse }));
  const bins = leaving.length === 0 ? [] : await readBinContentsOfItems(reader, leaving);
  const placements = leaving.length === 0 ? [] : await readPlacementTotals(reader, warehouse, leaving);
  const [lowered, elsewhere] = [new Map<string, number>(), new Map<string, number>()];
  for (const [customerNo, own] of departures) {
    const isOwn = (each: { readonly customerNo: string }) => each.customerNo === customerNo;
    const units = own.flatMap((departure) => departure.units);
    for (const each of units) {
      const key = formatItemInStatusKey({ customerNo, ...each });
      elsewhere.set(key, (elsewhere.get(key) ?? 0) + each.units);
    }
    const before = bins.filter(isOwn);
    const sources = own.flatMap((departure) => departure.sources);
    const after = binsAfterDeparture({ units: sumByStatus(units), sources }, before, placements.filter(isOwn));
    for (const bin of after) {
      const was = before.find(
        ({ itemNo, status, location }) => itemNo === bin.itemNo && status === bin.status && location === bin.location,
      );
      const taken = (was?.quantity ?? 0) - bin.quantity;
      const key = formatItemInStatusKey(bin);
      lowered.set(`${key}\n${bin.location}`, taken);
      elsewhere.set(key, (elsewhere.get(key) ?? 0) - taken);
    }
  }
  return {
    outOfBin: (item, location) => lowered.get(`${formatItemInStatusKey(item)}\n${location}`) ?? 0,
    fromElsewhere: (item) => elsewhere.get(formatItemInStatusKey(item)) ?? 0,
  };
}

const sumByStatus = (units: TransferDeparture['units']): TransferDeparture['units'] =>
  [...Map.groupBy(units, ({ itemNo, status }) => `${itemNo}\n${status}`).values()].map((same) => ({
    ...(same[0] as (typeof same)[number]),
    units: same.reduce((sum, each) => sum + each.units, 0),
  }));

/** The bins whose recorded units a departure changes, after it. A recorded quantity never falls below 0. Pure. */
export function binsAfterDeparture(
  { units, sources }: Pick<TransferDeparture, 'units' | 'sources'>,
  bins: readonly BinContent[],
  placements: readonly Placed[],
): BinContent[] {
  const held = bins.map(({ quantity }) => quantity);
  const left = units.map((each) => each.units);
  const takeOut = (bin: number, unit: number, wanted: number): number => {
    const taken = Math.min(wanted, held[bin] ?? 0);
    held[bin] = (held[bin] ?? 0) - taken;
    left[unit] = (left[unit] ?? 0) - taken;
    return taken;
  };
  const indexesOf = (unit: (typeof units)[number] | undefined, isWanted: (bin: BinContent) => boolean) =>
    bins.flatMap((bin, index) =>
      bin.itemNo === unit?.itemNo && bin.status === unit.status && isWanted(bin) ? [index] : [],
    );
  for (const source of sources) {
    let wanted = source.units;
    for (const [nth, unit] of units.entries()) {
      if (unit.itemNo !== source.itemNo) continue;
      const [bin] = indexesOf(unit, ({ location }) => location === source.location);
      if (bin !== undefined) wanted -= takeOut(bin, nth, Math.min(wanted, left[nth] ?? 0));
    }
    // More came out of the bin than it had on record: these units came from no other place.
    for (const [nth, unit] of units.entries()) {
      if (unit.itemNo !== source.itemNo) continue;
      const unrecorded = Math.min(wanted, left[nth] ?? 0);
      left[nth] = (left[nth] ?? 0) - unrecorded;
      wanted -= unrecorded;
    }
  }
  for (const [nth, unit] of units.entries()) {
    const placed = placements.find(({ itemNo, status }) => itemNo === unit.itemNo && status === unit.status);
    const outside = placed === undefined ? 0 : placed.onHand - placed.binned - placed.picked;
    const [bin, ...others] = indexesOf(unit, (each) => (held[bins.indexOf(each)] ?? 0) > 0);
    const fromBins = (left[nth] ?? 0) - Math.max(0, outside);
    if (bin !== undefined && others.length === 0 && fromBins > 0) takeOut(bin, nth, fromBins);
  }
  return bins.flatMap((bin, index) => {
    const quantity = held[index] ?? 0;
    return quantity === bin.quantity ? [] : [{ ...bin, quantity }];
  });
}
