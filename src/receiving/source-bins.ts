/** The bins from which people take what departs (decision 43): a scan names one, and what is scanned after it comes from there. */
import { unitsTakenForTransfersPort } from '../floor/index.ts';
import {
  compareWalkOrder,
  type LocationKey,
  locationCodePattern,
  normalizeLocationCode,
  readBinContentsOfItems,
  readLocations,
} from '../locations/index.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { defineSlicePort } from '../platform/ports.ts';
import type { CountableReceiptItem, Receipt, ReceiptCountResult } from './receipt.ts';

/** Units of one customer that leave a warehouse by a transfer, and the bins from which people took them. */
export interface TransferDeparture {
  readonly customerNo: string;
  readonly warehouse: string;
  /** What the ledger loses. */
  readonly units: readonly { readonly itemNo: string; readonly status: string; readonly units: number }[];
  /** The bins from which people took it, as far as they named them. */
  readonly sources: readonly { readonly itemNo: string; readonly location: string; readonly units: number }[];
}

/** Takes units that leave out of the records of bins. Runs before they are posted, because bins are locked before balances. */
export const unitsDepartingHook =
  defineSlicePort<(tx: Tx, departure: TransferDeparture) => Promise<void>>('the bins of what departs');

/** The bin of the warehouse that a code names, in the form of `normalizeLocationCode`; totes are none. */
export async function findBinByCode(
  reader: DbReader,
  { warehouse, location }: LocationKey,
): Promise<string | undefined> {
  const code = normalizeLocationCode(location);
  if (!locationCodePattern.test(code)) return undefined;
  const [found] = await readLocations(reader, [{ warehouse, location: code }]);
  return found === undefined || found.kind === 'tote' ? undefined : found.location;
}

/**
 * By item of an open, departing transfer, its bins in walk order: those with recorded units that people have not taken for transfers, this
 * one among them. Empty for other receipts.
 */
export async function readSourceBinsByItem(
  reader: DbReader,
  { customerNo, warehouse, kind, state }: Pick<Receipt, 'customerNo' | 'warehouse' | 'kind' | 'state'>,
  items: readonly Pick<CountableReceiptItem, 'itemNo'>[],
): Promise<ReadonlyMap<string, string[]>> {
  if (kind !== 'transfer out' || state !== 'open') return new Map();
  const keys = items.map(({ itemNo }) => ({ customerNo, itemNo, warehouse }));
  const [contents, takenOf] = await Promise.all([
    readBinContentsOfItems(reader, keys),
    reader.ports.get(unitsTakenForTransfersPort)(reader, warehouse, keys),
  ]);
  const filled = contents.filter((content) => content.quantity > takenOf(content));
  const locations = (await readLocations(reader, filled)).toSorted(compareWalkOrder);
  const codesOf = (itemNo: string): string[] => {
    const own = new Set(filled.filter((each) => each.itemNo === itemNo).map(({ location }) => location));
    return locations.filter(({ location }) => own.has(location)).map(({ location }) => location);
  };
  return new Map(items.map(({ itemNo }) => [itemNo, codesOf(itemNo)]));
}

/** The result of scanning a bin. It counts nothing: the station sends the bin with the scans that follow. */
export const createBinScanResult = (receipt: Receipt, location: string): ReceiptCountResult => ({
  receipt,
  kind: 'bin',
  verdict: 'right',
  itemNo: '',
  lot: '',
  units: 0,
  location,
  message: `From ${location}. Scan what leaves.`,
});

/** The rejection of units that are said to come from a bin in which the item is not recorded. */
export const createUnitsNotInBinResult = (
  receipt: Receipt,
  { itemNo }: Pick<CountableReceiptItem, 'itemNo'>,
  location: string,
): ReceiptCountResult => ({
  receipt,
  kind: 'wrong',
  verdict: 'wrong',
  itemNo: '',
  lot: '',
  units: 0,
  location: '',
  message: `${location} has no ${itemNo} on record: scan the bin that it comes from, or press F7 when it comes from none.`,
});
