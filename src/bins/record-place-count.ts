/**
 * Records the counts of a place (decision 43). Blind: no reply has an expected quantity.
 *
 * An item of a count is counted in each of its places. The units found there are added to the records of other bins, to
 * the unplaced units when these are no place of the count, and to the picked units (`PlacementTotals`). The sum is compared
 * with the ledger by the decisions of counts. Unless it agrees or differs as it did in the round before, every place is
 * counted again, by another person than the one who counted it. Once it is confirmed, the found units become the records of
 * the bins; a count that agrees closes, and a difference changes the ledger when a lead approves.
 */
import { approveCycleCounts, lockBalances, lockCycleCounts, recordCycleCounts } from '../inventory/index.ts';
import { canonicalJson } from '../lib/canonical-json.ts';
import {
  type BinContent,
  checkBinContents,
  type Location,
  listBinContents,
  lockBinChangesOfItems,
  lockBinContentsOfChangedItems,
  lockLocations,
  saveBinContents,
  unknownLocationError,
} from '../locations/index.ts';
import { publishChangedTopics, recordAudit, valueOrThrowAppError } from '../operators/index.ts';
import { currentRealTime } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { AppError, refuseState, validationRefusal } from '../platform/errors.ts';
import type { OperatorCaller, OperatorContext } from '../platform/http/operator-operation.ts';
import {
  type CountPlace,
  type CountSheet,
  insertCountSheet,
  lockCountSheetId,
  readCountPlaces,
  readCountSheet,
  saveCountPlaces,
} from './count-place-store.ts';
import { readPickedTransferUnitsBySource } from './departing-units.ts';
import { listOnePlacePerOpenCount, listPlacesToCountAt } from './list-counts.ts';
import {
  computeUnplacedUnits,
  type ItemStatusKey,
  type PlacementTotals,
  readPlacementTotals,
  readUnitsPackedWithoutPicking,
} from './list-placement.ts';
import { lockUnplacedCounting } from './move-store.ts';
import { formatItemInStatusKey, isSameItemInStatus, newPlaceOfOpenCount, openItemCounts } from './open-places.ts';

interface SubmittedCountLine extends ItemStatusKey {
  readonly quantity: number;
}

interface SubmittedCountSheet {
  readonly sheetId: string;
  readonly warehouse: string;
  /** '' for the units in no bin: then `lines` contains items that are to be counted there. */
  readonly location: string;
  readonly lines: readonly SubmittedCountLine[];
}

/**
 * `recount`: another person counts it again. `counted`: it is done for this person. `waiting`: it was counted here already with another
 * result, or is in a count without places; nothing is recorded, and it is counted again after that count is approved or canceled.
 */
interface CountSheetLineResult extends ItemStatusKey {
  readonly state: 'counted' | 'recount' | 'waiting';
}

interface Recording {
  readonly context: OperatorContext;
  readonly operator: OperatorCaller;
  readonly sheet: SubmittedCountSheet;
}

/**
 * Records the counts of a place. A sheet that was recorded before, by its id, changes nothing and has the same reply. An item that
 * the bin should have and the sheet does not list counts as 0; for stock in no bin only the listed items are counted. Throws, in order of
 * precedence: `StateForbids` when the id is of another sheet; `NotFound` for an unknown location; the faults of `checkBinContents`, then,
 * for stock in no bin, `NotInCount`; `StateForbids` when the operator has counted one of the places before.
 */
export async function recordPlaceCount(tx: Tx, recording: Recording): Promise<readonly CountSheetLineResult[]> {
  const { operator, sheet, context } = recording;
  const { warehouse, location } = sheet;
  lockCountSheetId(tx, sheet);
  const earlier = await readCountSheet(tx, sheet.sheetId);
  if (earlier !== undefined) return repeat(earlier, sheet);
  const at = location === '' ? undefined : (await lockLocations(tx, [{ warehouse, location }]))[0];
  if (location !== '' && at === undefined) throw unknownLocationError(warehouse, location);
  if (at === undefined) lockUnplacedCounting(tx, warehouse);
  await refuseLines(tx, sheet, at);
  const found = foundUnits(sheet.lines);
  const { places, waiting } = await placesOf(tx, recording, at, found);
  const own = places.find(({ personId }) => personId === operator.operatorId);
  if (own !== undefined) {
    const reason = `You have counted ${own.itemNo} here. Another person counts it again. Count another place.`;
    throw new AppError(refuseState('COUNTED BY YOU', reason).refused);
  }
  const recorded = await recordFound(tx, recording, places, found);
  const lines = [...recorded, ...waiting.map((item): CountSheetLineResult => ({ ...item, state: 'waiting' }))];
  const { operatorId: personId, email: person } = operator;
  insertCountSheet(tx, { ...sheet, reply: lines, personId, person });
  recordAudit(tx, context, {
    action: 'count.recorded',
    subject: `${warehouse} ${location}`.trim(),
    after: { Items: sheet.lines.length, Recount: lines.filter(({ state }) => state === 'recount').length },
  });
  publishChangedTopics(tx, ['floor']);
  return lines;
}

/** The reply to a sheet that was recorded. Throws `StateForbids` for another sheet with its id. */
function repeat(earlier: CountSheet, sheet: SubmittedCountSheet): readonly CountSheetLineResult[] {
  const { warehouse, location, lines } = sheet;
  const content = { warehouse: earlier.warehouse, location: earlier.location, lines: earlier.lines };
  if (canonicalJson(content) === canonicalJson({ warehouse, location, lines }))
    return earlier.reply as readonly CountSheetLineResult[];
  const [recorded, sent] = [earlier, sheet].map((of) => of.location || 'what is in no bin');
  const reason = `This sheet was recorded before, as another count of ${recorded}. Count ${sent} again.`;
  throw new AppError(refuseState('OTHER SHEET', reason).refused);
}

async function refuseLines(tx: Tx, { warehouse, location, lines }: SubmittedCountSheet, at: Location | undefined) {
  const contents = lines.map((line) => ({ ...line, warehouse, location }));
  const faults = (await checkBinContents(tx, contents, () => at)).flatMap((each, index) =>
    each.map((fault) => ({ ...fault, field: `Lines[${index}].${fault.field}` })),
  );
  if (faults.length > 0) throw new AppError(validationRefusal(faults));
}

function foundUnits(lines: readonly SubmittedCountLine[]): ReadonlyMap<string, SubmittedCountLine> {
  const found = new Map<string, SubmittedCountLine>();
  for (const line of lines) {
    const before = found.get(formatItemInStatusKey(line))?.quantity ?? 0;
    found.set(formatItemInStatusKey(line), { ...line, quantity: before + line.quantity });
  }
  return found;
}

/**
 * The places that the sheet counts: open places there, and new places, of open or of new counts, for items whose found units
 * differ from the records, without those that were removed or whose status was: no count of these can be opened. `waiting`: items that an
 * open count has counted there already, with another result, or that are in a count without places.
 */
async function placesOf(
  tx: Tx,
  { context, sheet: { warehouse, location } }: Recording,
  at: Location | undefined,
  found: ReadonlyMap<string, SubmittedCountLine>,
): Promise<{ readonly places: readonly CountPlace[]; readonly waiting: readonly ItemStatusKey[] }> {
  const read = async () => {
    const open = await listPlacesToCountAt(tx, warehouse, location);
    return { open, contents: at === undefined ? [] : await listBinContents(tx, [at]) };
  };
  // Outside bins only the items of the sheet are counted, of thousands that may be open.
  const before = at === undefined ? { open: [], contents: [] } : await read();
  // Counts of other places of these items are recorded before or after this one, never at the same time.
  lockBinChangesOfItems(
    tx,
    [...before.open, ...before.contents, ...found.values()].map(({ customerNo, itemNo }) => {
      return { customerNo, itemNo, warehouse };
    }),
  );
  // A count of other places may have been confirmed meanwhile, which sets the records of all its places.
  const { open, contents } = await read();
  if (at === undefined) {
    const named = open.filter((place) => found.has(formatItemInStatusKey(place)));
    const other = [...found.values()].find((line) => !named.some((place) => isSameItemInStatus(place, line)));
    if (other === undefined) return { places: named, waiting: [] };
    const message = `${other.itemNo} in ${other.status} is not to be counted outside bins`;
    throw new AppError(validationRefusal([{ field: 'Lines', code: 'NotInCount', message }]));
  }
  const listed = new Set(open.map(formatItemInStatusKey));
  const recorded = new Map(contents.map((content) => [formatItemInStatusKey(content), content]));
  const others = [...new Map<string, ItemStatusKey>([...recorded, ...found]).entries()]
    .filter(([text]) => !listed.has(text))
    .map(([, { customerNo, itemNo, status }]) => ({ customerNo, itemNo, status, locations: [location] }));
  const unitsOf = (units: ReadonlyMap<string, { readonly quantity: number }>, item: ItemStatusKey): number =>
    units.get(formatItemInStatusKey(item))?.quantity ?? 0;
  const differing = others.filter((item) => unitsOf(found, item) !== unitsOf(recorded, item));
  const counts = await listOnePlacePerOpenCount(tx, warehouse, others);
  const known = await readCountPlaces(tx, counts);
  const isCounting = (countId: string) => known.some((place) => place.countId === countId && place.isOpen);
  // A count without open places takes no further one: its difference is confirmed and waits for approval, or it has no places.
  const joined = counts
    .filter((count) => isCounting(count.countId))
    .filter((count) => !known.some((place) => place.countId === count.countId && place.location === location))
    .filter((count) => differing.some((item) => isSameItemInStatus(item, count)))
    .map((count) => newPlaceOfOpenCount(count, location));
  const closed = known.filter((place) => place.location === location && !place.isOpen);
  // When a count is confirmed, the found units become the records of the bins; later moves are in both.
  const surplusOf = ({ countId, counted = 0, claimed = 0, ...item }: CountPlace): number =>
    unitsOf(found, item) - unitsOf(recorded, item) - (isCounting(countId) ? counted - claimed : 0);
  const unequal = closed.filter((place) => surplusOf(place) !== 0);
  const departing = await readPickedTransferUnitsBySource(tx, warehouse, unequal);
  const waiting = unequal
    .filter((place) => surplusOf(place) + departing.outOfBin(place, location) !== 0)
    .map(({ customerNo, itemNo, status }) => ({ customerNo, itemNo, status }));
  const opened = await openItemCounts(tx, context, warehouse, differing);
  return { places: [...open, ...joined, ...opened.places], waiting: [...waiting, ...opened.taken] };
}

async function recordFound(
  tx: Tx,
  { context, operator, sheet }: Recording,
  places: readonly CountPlace[],
  found: ReadonlyMap<string, SubmittedCountLine>,
): Promise<CountSheetLineResult[]> {
  if (places.length === 0) return [];
  const sorted = [...places].sort((a, b) => (formatItemInStatusKey(a) < formatItemInStatusKey(b) ? -1 : 1));
  lockBinChangesOfItems(tx, sorted);
  await lockCycleCounts(tx, sorted);
  const stored = await readCountPlaces(tx, sorted);
  const bins = await lockBinContentsOfChangedItems(tx, [...sorted, ...stored]);
  await lockBalances(tx, sorted);
  const { warehouse } = sheet;
  const totals = await readPlacementTotals(tx, warehouse, sorted);
  const placements = new Map(totals.map((each) => [formatItemInStatusKey(each), each]));
  const departing = await readPickedTransferUnitsBySource(tx, warehouse, sorted);
  const packed = new Map(
    (await readUnitsPackedWithoutPicking(tx, warehouse, sorted)).map((each) => [
      formatItemInStatusKey(each),
      each.units,
    ]),
  );
  const counts: CountedPlaces[] = [];
  for (const place of sorted) {
    const placement = placements.get(formatItemInStatusKey(place)) ?? nowhere;
    const isOutside = place.location === '';
    const recorded = contentOf(bins, place, place.location)?.quantity ?? 0;
    const claimed = isOutside ? computeUnplacedUnits(placement) : recorded - departing.outOfBin(place, place.location);
    const counted: CountPlace = {
      ...place,
      isOpen: false,
      counted: found.get(formatItemInStatusKey(place))?.quantity ?? 0,
      claimed,
      personId: operator.operatorId,
      person: operator.email,
      countedAt: currentRealTime(),
    };
    const others = stored.filter(({ countId, location }) => countId === place.countId && location !== place.location);
    const aside = (packed.get(formatItemInStatusKey(place)) ?? 0) + departing.fromElsewhere(place);
    counts.push({ places: [counted, ...others], placement, aside });
  }
  const isOver = ({ places: all }: CountedPlaces) => all.every(({ isOpen }) => !isOpen);
  const compared = await compare(tx, context, counts.filter(isOver), bins);
  const results = counts.map(
    (count): Compared => compared.get(count) ?? { places: [count.places[0]], isConfirmed: true },
  );
  saveCountPlaces(
    tx,
    results.flatMap(({ places: all }) => all),
  );
  const lines = counts.map(({ places: [{ customerNo, itemNo, status }] }, index): CountSheetLineResult => {
    return { customerNo, itemNo, status, state: results[index]?.isConfirmed === true ? 'counted' : 'recount' };
  });
  return lines.filter((line) => line.state === 'recount' || sheet.lines.some((each) => isSameItemInStatus(each, line)));
}

const contentOf = (bins: readonly BinContent[], item: ItemStatusKey, location: string): BinContent | undefined =>
  bins.find((bin) => isSameItemInStatus(bin, item) && bin.location === location);

type Units = Pick<PlacementTotals, 'onHand' | 'picked' | 'binned'>;

/** Of an item without a row in the placements: nothing on hand, in bins or picked. */
const nowhere: Units = { onHand: 0, picked: 0, binned: 0 };

/** The places of a count, first the one that is recorded now, and where the units of its item are. */
interface CountedPlaces {
  readonly places: readonly [CountPlace, ...CountPlace[]];
  readonly placement: Units;
  /** Units that people have taken from places that are not known, for orders and transfers that have not left. */
  readonly aside: number;
}

interface Compared {
  readonly places: readonly CountPlace[];
  readonly isConfirmed: boolean;
}

/**
 * Compares counts, all of whose places were counted, with the ledger, in a fixed number of statements. The units of a place are
 * compared with the record that the place had at that time, so bottles that move between two counts are neither missed nor counted
 * twice.
 */
async function compare(
  tx: Tx,
  context: OperatorContext,
  counts: readonly CountedPlaces[],
  bins: readonly BinContent[],
): Promise<ReadonlyMap<CountedPlaces, Compared>> {
  if (counts.length === 0) return new Map();
  const totals = counts.map((count) => {
    const { places, placement, aside } = count;
    const differing = places.reduce((sum, { counted = 0, claimed = 0 }) => sum + counted - claimed, 0);
    // They came out of one of the places, if these are all; otherwise as many as are not found count as taken.
    const taken = coversItem(count, bins) ? aside : Math.min(aside, Math.max(0, -differing));
    return Math.max(0, placement.binned + placement.picked + computeUnplacedUnits(placement) + differing + taken);
  });
  const requests = counts.map(({ places: [first] }) => ({
    ...context.forCustomer(first.customerNo),
    countId: first.countId,
  }));
  const records = counts.map(({ places: [{ itemNo, status }] }, index) => ({
    ...(requests[index] as (typeof requests)[number]),
    lines: [{ itemNo, status, counted: totals[index] ?? 0 }],
  }));
  const outcomes = await recordCycleCounts(tx, records);
  const confirmed = outcomes.map((outcome) => valueOrThrowAppError(outcome).lines[0]?.isConfirmed === true);
  setBins(
    tx,
    counts.filter((_, index) => confirmed[index]).flatMap(({ places }) => places),
    bins,
  );
  // A count that agrees with the ledger needs no approval, because nothing is posted.
  const agreeing = requests.filter((_, index) => confirmed[index] && totals[index] === counts[index]?.placement.onHand);
  if (agreeing.length > 0) for (const outcome of await approveCycleCounts(tx, agreeing)) valueOrThrowAppError(outcome);
  return new Map(
    counts.map((count, index): [CountedPlaces, Compared] => {
      const { places } = count;
      if (confirmed[index]) {
        const isWhole = coversItem(count, bins);
        return [count, { places: places.map((place) => ({ ...place, isWhole })), isConfirmed: true }];
      }
      const again = places.map((place) => ({ ...place, isOpen: true, round: place.round + 1 }));
      return [count, { places: again, isConfirmed: false }];
    }),
  );
}

/** Whether a count has all bins where units of its item are recorded, and the units in no bin where there are any. */
function coversItem({ places, placement }: CountedPlaces, bins: readonly BinContent[]): boolean {
  const filled = bins.filter((bin) => bin.quantity > 0 && isSameItemInStatus(bin, places[0]));
  const outside = computeUnplacedUnits(placement) > 0 ? [''] : [];
  return [...filled.map(({ location }) => location), ...outside].every((location) =>
    places.some((place) => place.location === location),
  );
}

/** Saves the found units, with later moves, as the records of the bins. */
function setBins(tx: Tx, places: readonly CountPlace[], bins: readonly BinContent[]): void {
  const contents = places
    .filter(({ location }) => location !== '')
    .map(({ customerNo, warehouse, location, itemNo, status, counted = 0, claimed = 0 }) => {
      const key = { customerNo, warehouse, location, itemNo, status };
      const before = contentOf(bins, key, location);
      return { ...key, before, quantity: Math.max(0, (before?.quantity ?? 0) + counted - claimed) };
    });
  const isGone = ({ before, quantity }: (typeof contents)[number]) => before === undefined && quantity === 0;
  saveBinContents(
    tx,
    contents.filter((content) => !isGone(content)),
  );
}
