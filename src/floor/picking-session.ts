/** Decisions about picking: which bin, bottle and tote a scan names. Pure (decision 42). */
import { type BinContent, normalizeLocationCode } from '../locations/index.ts';
import { createItemCodeMatcher, type ItemCode } from './item-code.ts';
import { nameOfPickTask } from './pick-task.ts';
import {
  binChangesOfPick,
  decideInventoryStatusesToPutBack,
  decidePickedInventoryStatuses,
  invertBinChanges,
  pickAfterPutBack,
} from './picked-statuses.ts';
import {
  type BinChange,
  computeCurrentPickStop,
  computeItemsToPick,
  computePickWalk,
  computeSurplusPickedItems,
  type InventoryStatusUnits,
  type ItemToPick,
  itemKeyOf,
  type MissingBottlesReport,
  type PickedUnits,
  type PickingSnapshot,
  type PickTaskPart,
  type PickWalkStop,
  pickableBinsOfItem,
  pickStopsOfItem,
} from './picking-walk.ts';
import { type FloorScanVerdict, tooManyUnitsMessage } from './station.ts';
import type { ToteLeftover } from './tote-leftovers.ts';

export type PickScanKind = 'bin' | 'item' | 'tote' | 'wrong' | 'undo' | 'short';

/** The result of a scan or report. A wrong one changes nothing. */
interface PickScanResult {
  readonly kind: PickScanKind;
  readonly verdict: FloorScanVerdict;
  readonly message: string;
  /** The counted units; negative when a pick is undone. */
  readonly units: number;
  /** The customer whose item is picked. */
  readonly customerNo: string;
  readonly parts: readonly PickTaskPart[];
  readonly taken: readonly BinChange[];
  /** The person has put back what was left in this tote. */
  readonly emptiedTote?: string;
}

export interface ToteOccupancy {
  /** A clause about the work that uses it, as of `readReasonToteIsInUse`; '' for none. */
  readonly usedBy: string;
  /** Units that orders which were taken back have left in it. */
  readonly leftovers: readonly ToteLeftover[];
}

/** The data that a scan is compared with, besides the snapshot. */
export interface PickScanContext {
  readonly codesOf: (customerNo: string) => readonly ItemCode[];
  /** The tote with this code; undefined when the code is no tote of the warehouse. */
  readonly tote: ToteOccupancy | undefined;
  /** Whether the code is a location of the warehouse. */
  readonly isLocation: boolean;
}

const named = ({ description, itemNo }: ItemToPick): string => (description === '' ? itemNo : description);
const placeOf = ({ location }: PickWalkStop): string => location?.location ?? '';

/** Decides what a scan of a bin, a bottle, a case or a tote does to the current stop. A `wrong` scan changes nothing. Pure. */
export function decidePickScan(snapshot: PickingSnapshot, scanned: string, context: PickScanContext): PickScanResult {
  const walk = computePickWalk(snapshot);
  const { next, stop, inHand } = computeCurrentPickStop(snapshot, walk);
  const customerNo = stop?.customerNo ?? (snapshot.parts[0] as PickTaskPart).customerNo;
  const wrong = (message: string) => wrongPick(snapshot, customerNo, message);
  if (stop === undefined || next === 'none') {
    return { ...wrong('Everything is picked.'), kind: 'bin', verdict: 'done' };
  }
  const code = normalizeLocationCode(scanned);
  if (context.tote !== undefined) {
    const { usedBy, leftovers } = context.tote;
    if (inHand === 0) return wrong(next === 'bin' ? `Scan the bin ${placeOf(stop)} first.` : 'Scan a bottle first.');
    if (usedBy !== '') return wrong(`Tote ${code} is in use: ${usedBy}. Take another one.`);
    if (leftovers.length === 0) return intoTote(snapshot, code, customerNo);
    const orders = [...new Set(leftovers.map(({ orderNo }) => orderNo))].join(', ');
    return wrong(
      `Tote ${code} is not empty: order ${orders} was taken back. Put its bottles back, or take another tote.`,
    );
  }
  const counted = countItem(snapshot, stop, scanned, context);
  if (counted !== undefined) {
    if (next === 'bin') return wrong(`Scan the bin ${placeOf(stop)} first.`);
    if (typeof counted === 'string') return wrong(counted);
    return pickUnits(snapshot, stop, counted.units);
  }
  if (inHand > 0 && (next === 'tote' || context.isLocation)) return wrong('Scan a tote for what you carry.');
  const there = walk.find((each) => each.location?.location === code);
  if (there !== undefined) return goTo(snapshot, there);
  if (context.isLocation)
    return wrong(stop.location === undefined ? 'No bin: look for the name.' : `Wrong bin. Go to ${placeOf(stop)}.`);
  if (next === 'bin') return wrong(`This is not the bin ${placeOf(stop)}.`);
  return wrong(`Wrong bottle. Take ${named(stop)}.`);
}

function wrongPick({ parts }: PickingSnapshot, customerNo: string, message: string): PickScanResult {
  return { kind: 'wrong', verdict: 'wrong', message, units: 0, customerNo, parts, taken: [] };
}

/**
 * The units that a code of the stop's item counts, or a message why it is not counted. Undefined when no item of the customer
 * in the task has the code.
 */
function countItem(
  snapshot: PickingSnapshot,
  stop: PickWalkStop,
  scanned: string,
  { codesOf }: PickScanContext,
): { readonly units: number } | string | undefined {
  const isScanned = createItemCodeMatcher(scanned);
  const found = codesOf(stop.customerNo).filter(({ code }) => isScanned(code));
  if (found.length === 0) return undefined;
  if (new Set(found.map(({ itemNo }) => itemNo)).size > 1) return 'Several items have this code: scan the item number.';
  const [match] = found as [ItemCode];
  if (match.itemNo !== stop.itemNo) {
    const other = computeItemsToPick(snapshot.orders, []).find(
      (each) => each.customerNo === stop.customerNo && each.itemNo === match.itemNo,
    );
    return `Wrong bottle: this is ${other === undefined ? match.itemNo : named(other)}. Take ${named(stop)}.`;
  }
  const left = stop.units - stop.picked;
  if (left <= 0) return `One too many: ${named(stop)}.`;
  return match.units > left ? tooManyUnitsMessage(match.units, left) : { units: match.units };
}

function changePart(
  parts: readonly PickTaskPart[],
  customerNo: string,
  change: (part: PickTaskPart) => PickTaskPart,
): readonly PickTaskPart[] {
  return parts.map((part) => (part.customerNo === customerNo ? change(part) : part));
}

const lastN = (parts: readonly PickTaskPart[]): number =>
  Math.max(0, ...parts.flatMap(({ picks, shorts }) => [...picks, ...shorts].map(({ n }) => n)));

/** The parts with this stop as the current one; the stops of other customers are cleared. */
const stoodAt = (
  parts: readonly PickTaskPart[],
  customerNo: string,
  stop: PickTaskPart['stop'],
): readonly PickTaskPart[] =>
  parts.map((part) => ({ ...part, stop: part.customerNo === customerNo ? stop : undefined }));

function goTo(snapshot: PickingSnapshot, stop: PickWalkStop): PickScanResult {
  const { customerNo, itemNo } = stop;
  const parts = stoodAt(snapshot.parts, customerNo, { itemNo, location: placeOf(stop) });
  const message = `Take ${stop.left} × ${named(stop)}.`;
  return { kind: 'bin', verdict: 'right', message, units: 0, customerNo, parts, taken: [] };
}

function pickUnits(snapshot: PickingSnapshot, stop: PickWalkStop, units: number): PickScanResult {
  const { customerNo, itemNo } = stop;
  const location = placeOf(stop);
  const place = { customerNo, itemNo, location };
  const { recorded, drawn } = decidePickedInventoryStatuses(snapshot, place, units);
  const counted = { n: lastN(snapshot.parts) + 1, itemNo, location, tote: '', units };
  const pick: PickedUnits = drawn.length === 0 ? counted : { ...counted, drawn };
  const parts = changePart(stoodAt(snapshot.parts, customerNo, { itemNo, location }), customerNo, (part) => ({
    ...part,
    picks: [...part.picks, pick],
  }));
  const taken = binChangesOfPick(place, units, recorded);
  const result = { kind: 'item' as const, units, customerNo, parts, taken };
  const here = Math.max(0, stop.left - units);
  if (here > 0) return { ...result, verdict: 'right', message: `${named(stop)}. ${here} left here.` };
  if (snapshot.hasTotes) return { ...result, verdict: 'right', message: 'Now scan the tote.' };
  return { ...result, ...decideNextPickInstruction({ ...snapshot, parts }) };
}

function intoTote(snapshot: PickingSnapshot, tote: string, customerNo: string): PickScanResult {
  const parts = snapshot.parts.map((part) => ({
    ...part,
    picks: part.picks.map((pick) => (pick.tote === '' ? { ...pick, tote } : pick)),
  }));
  return {
    kind: 'tote',
    units: 0,
    customerNo,
    parts,
    taken: [],
    ...decideNextPickInstruction({ ...snapshot, parts }, `In tote ${tote}.`),
  };
}

/** Decides the report that a tote is empty: if its leftovers are the expected ones, or gone, they are in their bins, and the hand goes into it. */
export function decideToteEmptying(
  snapshot: PickingSnapshot,
  scanned: string,
  { tote, isExpected }: { readonly tote: ToteOccupancy | undefined; readonly isExpected: boolean },
): PickScanResult {
  const { stop, inHand } = computeCurrentPickStop(snapshot);
  const customerNo = stop?.customerNo ?? (snapshot.parts[0] as PickTaskPart).customerNo;
  const code = normalizeLocationCode(scanned);
  if (tote === undefined) return wrongPick(snapshot, customerNo, `${code} is no tote of this warehouse.`);
  if (tote.usedBy !== '') return wrongPick(snapshot, customerNo, `Tote ${code} is in use: ${tote.usedBy}.`);
  const unexpected = `Other bottles are left in tote ${code} than were listed. Put back those that are listed now.`;
  if (!isExpected) return wrongPick(snapshot, customerNo, unexpected);
  if (inHand > 0) return { ...intoTote(snapshot, code, customerNo), emptiedTote: code };
  const result = { kind: 'tote' as const, units: 0, customerNo, parts: snapshot.parts, taken: [] };
  return { ...result, verdict: 'right', message: `Tote ${code} is empty.`, emptiedTote: code };
}

/** The verdict of a step that counted, and the next instruction after the text `before`, by the bins after it. */
export function decideNextPickInstruction(
  snapshot: PickingSnapshot,
  before = '',
): Pick<PickScanResult, 'verdict' | 'message'> {
  const { next, stop } = computeCurrentPickStop(snapshot);
  const prefix = before === '' ? '' : `${before} `;
  if (next === 'tote') return { verdict: 'right', message: `${prefix}Now scan the tote.` };
  if (stop === undefined) return { verdict: 'done', message: `${prefix}Everything is picked.`.trim() };
  if (next === 'bin') return { verdict: 'right', message: `${prefix}Go to ${placeOf(stop)}.` };
  return { verdict: 'right', message: `${prefix}Take ${stop.left} × ${named(stop)}.` };
}

/** The `wrong` result of a step of a task that has ended. */
export const scanResultOfEndedTask = (snapshot: PickingSnapshot): PickScanResult => {
  const message = `${nameOfPickTask(snapshot.task)} is done. Choose the next wave.`;
  return wrongPick(snapshot, (snapshot.parts[0] as PickTaskPart).customerNo, message);
};

type CustomerReport = MissingBottlesReport & Pick<PickTaskPart, 'customerNo'>;

/** The report that an undo takes back; undefined when the last step was another one. */
export const findReportToUndo = (parts: readonly PickTaskPart[]): CustomerReport | undefined =>
  parts
    .flatMap(({ customerNo, shorts }) => shorts.map((short) => ({ ...short, customerNo })))
    .find(({ n }) => n === lastN(parts));

/**
 * Undoes the last pick or short report: picked units go back into their bin, and a bin that was reported empty is as it was before, but
 * for units that are on record elsewhere now or no longer in stock (`unplaced`: the units of the reported item that are in stock and on no
 * record). Refuses picks of a task that is done, and reports whose units have left the stock.
 */
export function decidePickUndo(snapshot: PickingSnapshot, unplaced: readonly InventoryStatusUnits[]): PickScanResult {
  const short = findReportToUndo(snapshot.parts);
  if (short !== undefined) return undoShort(snapshot, short, unplaced);
  const n = lastN(snapshot.parts);
  for (const { customerNo, picks } of snapshot.parts) {
    const pick = picks.find((each) => each.n === n);
    if (pick !== undefined && snapshot.task.state === 'done') {
      return wrongPick(snapshot, customerNo, `Not undone: ${nameOfPickTask(snapshot.task).toLowerCase()} is picked.`);
    }
    if (pick !== undefined) return undoUnits(snapshot, customerNo, pick);
  }
  return wrongPick(snapshot, (snapshot.parts[0] as PickTaskPart).customerNo, 'There is nothing to undo.');
}

function undoShort(
  snapshot: PickingSnapshot,
  short: CustomerReport,
  unplaced: readonly InventoryStatusUnits[],
): PickScanResult {
  const { customerNo, itemNo, location, units, reasonCode, recorded, isMissing, n } = short;
  if (isMissing) {
    const left = `${units} × ${itemNo} ${units === 1 ? 'has' : 'have'} left the stock (${reasonCode})`;
    const found = 'What is found again comes back by an adjustment of the stock.';
    return wrongPick(snapshot, customerNo, `Not undone: ${left}. ${found}`);
  }
  const isDone = snapshot.task.state === 'done';
  const stood = isDone ? snapshot.parts : stoodAt(snapshot.parts, customerNo, { itemNo, location });
  const isOther = (each: MissingBottlesReport): boolean => each.n !== n;
  const parts = changePart(stood, customerNo, (part) => ({ ...part, shorts: part.shorts.filter(isOther) }));
  let gone = 0;
  // Colleagues may have put some of them into other bins meanwhile, or bins had more on record than the stock.
  const taken = recorded.map(({ status, units: most }) => {
    const back = Math.min(most, unplaced.find((each) => each.status === status)?.units ?? 0);
    gone += most - back;
    return { customerNo, itemNo, location, status, units: -back };
  });
  const without = gone === 0 ? '' : `, without ${gone} × ${itemNo}, now recorded elsewhere or no longer in stock`;
  const goBack = `Go back to ${location}: ${itemNo} is picked there.`;
  const message = isDone || gone > 0 ? `The record of ${location} is as it was before${without}.` : goBack;
  return { kind: 'undo', verdict: 'right', message, units: 0, customerNo, parts, taken };
}

function undoUnits(snapshot: PickingSnapshot, customerNo: string, last: PickedUnits): PickScanResult {
  const { itemNo, location, units, tote } = last;
  const stop = { itemNo, location };
  const parts = changePart(stoodAt(snapshot.parts, customerNo, stop), customerNo, (each) => ({
    ...each,
    picks: each.picks.filter((pick) => pick !== last),
  }));
  const from = tote === '' ? '' : ` out of tote ${tote}`;
  const message = `Put ${units} × ${itemNo}${from} back${location === '' ? '' : ` into ${location}`}.`;
  const taken = invertBinChanges(binChangesOfPick({ customerNo, itemNo, location }, units, last.drawn));
  return { kind: 'undo', verdict: 'right', message, units: -units, customerNo, parts, taken };
}

/** The result of a report of missing bottles. */
export interface MissingBottlesResult extends PickScanResult {
  /** Units that are in no other bin either; absent when another bin is offered, or nothing is short. */
  readonly missing?: { readonly customerNo: string; readonly itemNo: string; readonly units: number };
}

/** The stop that a person reports. */
export interface ReportedStop {
  readonly customerNo: string;
  readonly itemNo: string;
  /** '' for an item that is picked by name. */
  readonly location: string;
}

/**
 * Reports that the rest of a stop is not there: offers another bin, then the units in no bin that the orders draw, or counts the rest as
 * missing. Refuses a stop that is not the current one.
 */
export function decideMissingBottlesReport(
  snapshot: PickingSnapshot,
  at: ReportedStop,
  reasonCode: string,
  unitsInNoBin: number,
): MissingBottlesResult {
  const { next, stop } = computeCurrentPickStop(snapshot);
  const customerNo = stop?.customerNo ?? (snapshot.parts[0] as PickTaskPart).customerNo;
  if (stop === undefined || next === 'none' || next === 'tote' || stop.left <= 0) {
    return wrongPick(snapshot, customerNo, 'Nothing is short here.');
  }
  const { itemNo, left } = stop;
  const location = placeOf(stop);
  if (at.customerNo !== customerNo || at.itemNo !== itemNo || at.location !== location) {
    const now = `${named(stop)}${location === '' ? '' : ` in ${location}`}`;
    return wrongPick(snapshot, customerNo, `You are at ${now} now. Report it again if it is missing there.`);
  }
  // Damaged bottles beside them are not what was looked for.
  const bins = pickableBinsOfItem(snapshot, stop);
  const here = bins.find((bin) => bin.location.location === location);
  const recorded = [...(here?.recorded ?? [])].flatMap(([status, units]) => (units === 0 ? [] : [{ status, units }]));
  const isMissing = bins.every((bin) => bin === here) && (location === '' || unitsInNoBin <= 0);
  const short = { n: lastN(snapshot.parts) + 1, itemNo, location, units: left, reasonCode, recorded, isMissing };
  const reported = (part: PickTaskPart) => ({ ...part, stop: undefined, shorts: [...part.shorts, short] });
  const parts = changePart(snapshot.parts, customerNo, reported);
  const taken = recorded.map((units) => ({ customerNo, itemNo, location, ...units }));
  const result = { kind: 'short' as const, verdict: 'right' as const, units: 0, customerNo, parts, taken };
  if (!isMissing) {
    const isHere = (bin: BinContent) => itemKeyOf(bin) === itemKeyOf(stop) && bin.location === location;
    const after = { ...snapshot, parts, bins: snapshot.bins.filter((bin) => !isHere(bin)) };
    const [other] = pickStopsOfItem(after, stop);
    // Bottles in hand go into the tote first, as the station shows.
    const first = computeCurrentPickStop(after).next === 'tote' ? 'scan the tote, then ' : '';
    const place = other === undefined ? '' : placeOf(other);
    if (place === '') return { ...result, message: `Some stands in no bin: ${first}look for it.` };
    return { ...result, message: `Another bin has it: ${first}go to ${place}.` };
  }
  const units = stop.units - stop.picked;
  const message = `${units} × ${named(stop)} ${units === 1 ? 'is' : 'are'} missing.`;
  return { ...result, message, missing: { customerNo, itemNo, units } };
}

/** Units of one pick that go back into their bin. */
interface UnitsPutBack {
  readonly customerNo: string;
  readonly itemNo: string;
  readonly location: string;
  readonly units: number;
  readonly drawn: readonly InventoryStatusUnits[];
}

/** Computes the end of a task: picks without the units that no order wants any more, and the return of those units to their bins. */
export function planPutBack(snapshot: PickingSnapshot): {
  readonly parts: readonly PickTaskPart[];
  readonly returned: readonly UnitsPutBack[];
} {
  let { parts } = snapshot;
  const returned: UnitsPutBack[] = [];
  for (const { customerNo, itemNo, units, picked } of computeSurplusPickedItems(snapshot)) {
    let surplus = picked - units;
    for (const pick of picksOf(parts, customerNo, itemNo).toReversed()) {
      const back = Math.min(pick.units, surplus);
      if (back === 0) break;
      surplus -= back;
      const drawn = decideInventoryStatusesToPutBack({ ...snapshot, parts }, customerNo, pick, back);
      returned.push({ customerNo, itemNo, location: pick.location, units: back, drawn });
      parts = changePart(parts, customerNo, (part) => ({
        ...part,
        picks: part.picks.flatMap((each) =>
          each !== pick ? [each] : back === pick.units ? [] : [pickAfterPutBack(pick, back, drawn)],
        ),
      }));
    }
  }
  return { parts, returned };
}

const picksOf = (parts: readonly PickTaskPart[], customerNo: string, itemNo: string): PickedUnits[] =>
  parts
    .filter((part) => part.customerNo === customerNo)
    .flatMap(({ picks }) => picks.filter((pick) => pick.itemNo === itemNo));

/** Whether everything is picked and, in a warehouse with totes, in totes; or all orders have left the task. */
export const isPickTaskComplete = (snapshot: PickingSnapshot): boolean =>
  snapshot.orders.length === 0 || computeCurrentPickStop(snapshot).next === 'none';
