/**
 * Takes what departs out of the records of bins (decision 43). What people took out of a named bin lowers that bin. Of the rest, what
 * did not stand outside bins must have come out of one: it lowers the only bin that has it; where several have it, no bin is lowered and
 * the item is listed to be counted, because its bins then hold more than the ledger.
 */
import { type BinContent, lockBinContentsOfItems, saveBinContents } from '../locations/index.ts';
import type { Tx } from '../platform/db/db.ts';
import type { TransferDeparture } from '../receiving/index.ts';
import { type PlacementTotals, readPlacementTotals } from './list-placement.ts';

type Placed = Pick<PlacementTotals, 'itemNo' | 'status' | 'onHand' | 'binned' | 'picked'>;

/** Lowers the bins that a departure takes units out of. The caller has locked its order, and posts the departure after it. */
export async function lowerBinsForDeparture(tx: Tx, departure: TransferDeparture): Promise<void> {
  const { customerNo, warehouse, units } = departure;
  const items = [...new Set(units.map(({ itemNo }) => itemNo))].map((itemNo) => ({ customerNo, itemNo, warehouse }));
  if (items.length === 0) return;
  const bins = await lockBinContentsOfItems(tx, items);
  if (bins.every(({ quantity }) => quantity === 0)) return;
  saveBinContents(tx, binsAfterDeparture(departure, bins, await readPlacementTotals(tx, warehouse, items)));
}

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
