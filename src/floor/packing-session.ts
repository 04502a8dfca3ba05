/** Decisions at the packing station: claims of orders, and which bottle goes into which box. Pure (decision 42). */

import { endOfWorkClaim, formatWorkClaim, isWorkClaimed, parseCustomerWorkClaim } from '../lib/work-claims.ts';
import type { ShipperBox } from '../operator-settings/index.ts';
import { type Outcome, refuse, refuseState } from '../platform/errors.ts';
import { computeLineUnitsToShip, isPackableLine, type OrderLine, type SalesOrder } from '../sales-orders/index.ts';
import { selectLinesToPack } from '../warehouse/index.ts';
import {
  type BoxItem,
  type FloorBox,
  type FloorWork,
  orderNotOnFloorRefusal,
  packableFloorStates,
  sumPackedUnitsByLine,
} from './floor-work.ts';
import { createItemCodeMatcher, type ItemCode } from './item-code.ts';
import { type FloorScanVerdict, type Packer, type StationPerson, tooManyUnitsMessage } from './station.ts';

/** A claim of an order, which requests send as `Session`. */
export interface PackingSession {
  readonly customerNo: string;
  readonly orderId: string;
  readonly claim: number;
}

export const formatPackingSession = ({ customerNo, orderId, claim }: PackingSession): string =>
  formatWorkClaim({ customerNo, id: orderId, claim });

/** The claim that a text names; undefined for any other text. */
export function parsePackingSession(text: string): PackingSession | undefined {
  const named = parseCustomerWorkClaim(text);
  return named && { customerNo: named.customerNo, orderId: named.id, claim: named.claim };
}

/**
 * Claims the order for the person, with its boxes as they are. Refuses an order that has left the floor. Unless `takesOver` is true,
 * also refuses one in a picking task, even the person's own, that the person has not taken over before; then one that another person has.
 */
export function decidePackingClaim(
  work: FloorWork,
  { operatorId, email }: StationPerson,
  now: Temporal.Instant,
  takesOver: boolean,
): Outcome<FloorWork> {
  const gone = refuseGone(work);
  if (gone !== undefined) return gone;
  const { orderNo, state } = work;
  if (state === 'picking' && work.packerId !== operatorId && !takesOver) {
    const reason = `Order ${orderNo} is being picked. Take it over to pack it without its picking task.`;
    return refuseState('PICKING', reason);
  }
  const until = { claimedUntil: endOfWorkClaim(now) };
  if (work.packerId !== undefined && isWorkClaimed(work, now)) {
    if (work.packerId === operatorId) return { ok: { ...work, ...until } };
    if (!takesOver) {
      const reason = `${work.packer} is working on order ${orderNo}. Take it over, or choose another one.`;
      return refuseState(state.toUpperCase(), reason);
    }
  }
  const claim = { claim: work.claim + 1, packerId: operatorId, packer: email };
  return { ok: { ...work, ...claim, ...until } };
}

/** The refusal of an order that has left the floor; undefined while it is there. */
function refuseGone({ orderNo, state, note }: FloorWork) {
  if (state === 'problem') return refuseState('PROBLEM', `Order ${orderNo} is a problem: ${note || 'no reason given'}`);
  if (state === 'departed') return refuseState('DEPARTED', `Order ${orderNo} has departed.`);
  if (state !== 'stopped') return undefined;
  return refuseState('STOPPED', `Order ${orderNo} was taken back: ${note || 'no reason given'}`);
}

/**
 * Renews the claim of the order's current session, whatever the order's state. Refuses a person who does not work in its warehouse any
 * more, then an earlier session with the reason.
 */
export function decidePackingClaimRenewal(
  work: FloorWork,
  { claim }: PackingSession,
  { operatorId, mayWorkIn }: Packer,
  now: Temporal.Instant,
): Outcome<FloorWork> {
  if (!mayWorkIn(work.warehouse)) return orderNotOnFloorRefusal;
  if (work.claim === claim && work.packerId === operatorId)
    return { ok: { ...work, claimedUntil: endOfWorkClaim(now) } };
  const gone = refuseGone(work);
  if (gone !== undefined) return gone;
  const who = work.packer === '' ? 'No one' : work.packer;
  return refuseState(work.state.toUpperCase(), `${who} has order ${work.orderNo} now. Scan the order again.`);
}

/** The sentence about an order whose boxes cannot be changed any more. */
export const boxesClosedMessage = ({ orderNo, state }: Pick<FloorWork, 'orderNo' | 'state'>): string =>
  `Order ${orderNo} is ${state}: its boxes are closed.`;

export interface PackingScanResult {
  readonly work: FloorWork;
  readonly verdict: FloorScanVerdict;
  readonly message: string;
  /** The counted units; negative when bottles are taken out by undo, 0 for every other step. */
  readonly units: number;
}

/** An open box without contents. */
export const newOpenBox = (box: number): FloorBox => ({
  box,
  items: [],
  isClosed: false,
  trackingNo: '',
  stagedBy: '',
  weightLb: 0,
  lengthIn: 0,
  widthIn: 0,
  heightIn: 0,
});

/** The box that bottles go into: the first one that is open, since a damaged bottle opens its box again. */
const openBoxOf = ({ boxes }: FloorWork): FloorBox | undefined => boxes.find(({ isClosed }) => !isClosed);

/** The units of each line that are left to pack; negative when more are packed than the order ships. */
export function computeUnitsLeftToPackByLine(work: FloorWork, order: SalesOrder): Map<number, number> {
  const packed = sumPackedUnitsByLine(work);
  return new Map(
    selectLinesToPack(order).map((line) => [line.line, computeLineUnitsToShip(line) - (packed.get(line.line) ?? 0)]),
  );
}

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);

const notInOrderMessage = 'This is not in the order. To open another order, put this one aside (Esc).';

/**
 * Counts the bottles of a scanned code into the open box; opens a box first if none is open. A code that no bottle of the order has may be
 * that of a shipper, and chooses it for the open box. Returns the verdict `wrong` with a message, and the work unchanged, for any other
 * code, one of several items, bottles that the order does not miss, a shipper without an open box, and boxes that are closed for labels.
 */
export function decidePackingScan(
  work: FloorWork,
  order: SalesOrder,
  codes: readonly ItemCode[],
  scanned: string,
  shippers: Iterable<ShipperBox>,
): PackingScanResult {
  const wrong = (message: string): PackingScanResult => ({ work, verdict: 'wrong', message, units: 0 });
  if (!packableFloorStates.includes(work.state)) return wrong(boxesClosedMessage(work));
  const isScanned = createItemCodeMatcher(scanned);
  const found = codes.filter(({ code }) => isScanned(code));
  if (found.length === 0) return chooseShipper(work, scanned, shippers) ?? wrong(notInOrderMessage);
  const missing = computeUnitsLeftToPackByLine(work, order);
  const candidates = found.flatMap((each) =>
    selectLinesToPack(order).flatMap((line) => (line.itemNo === each.itemNo ? [{ line, units: each.units }] : [])),
  );
  if (new Set(candidates.map(({ line }) => line.itemNo)).size > 1)
    return wrong('Several items of the order have this code: scan the item number.');
  const [first] = candidates;
  if (first === undefined) return wrong(notInOrderMessage);
  const lines = [...new Set(candidates.map(({ line }) => line))];
  const room = sum(lines.map(({ line }) => Math.max(0, missing.get(line) ?? 0)));
  const counted = candidates.find(({ units }) => units <= room);
  if (counted === undefined)
    return wrong(room === 0 ? `One too many: ${nameOf(first.line)}.` : tooManyUnitsMessage(first.units, room));
  const { line, units } = counted;
  const box = openBoxOf(work) ?? newOpenBox(work.boxes.length + 1);
  const filled = { ...box, items: [...box.items, ...divideUnits(units, lines, missing)] };
  const boxes = [...work.boxes.slice(0, box.box - 1), filled, ...work.boxes.slice(box.box)];
  // An order that is packed while it is picked leaves its task, which puts its bottles back.
  const pickTaskId = work.state === 'picking' ? undefined : work.pickTaskId;
  const after: FloorWork = { ...work, state: 'packing', pickTaskId, boxes };
  const balance = computeUnitsLeftToPackByLine(after, order);
  const left = sum([...balance.values()].map((units) => Math.max(0, units)));
  const surplus = packedSurplusMessage(after, order);
  const isDone = left === 0 && surplus === '';
  const message = isDone ? 'Complete. Weigh the box.' : `${nameOf(line)}. ${left} left. ${surplus}`.trim();
  return { work: after, verdict: isDone ? 'done' : 'right', message, units };
}

/**
 * Divides the units of a scan among lines of one item, which miss at least as many in all: the first line that misses them all gets
 * them, otherwise each line in turn gets what it misses.
 */
function divideUnits(units: number, lines: readonly OrderLine[], missing: ReadonlyMap<number, number>): BoxItem[] {
  const missingOf = ({ line }: OrderLine): number => Math.max(0, missing.get(line) ?? 0);
  const whole = lines.find((line) => missingOf(line) >= units);
  if (whole !== undefined) return [{ line: whole.line, units }];
  let left = units;
  const parts = lines.flatMap((line): BoxItem[] => {
    const taken = Math.min(left, missingOf(line));
    left -= taken;
    return taken === 0 ? [] : [{ line: line.line, units: taken }];
  });
  return parts.map((part, index) => (index === 0 ? part : { ...part, isSameScan: true }));
}

/** Chooses the scanned shipper for the open box. Undefined when the code is not that of a shipper in use. */
function chooseShipper(
  work: FloorWork,
  scanned: string,
  shippers: Iterable<ShipperBox>,
): PackingScanResult | undefined {
  const shipper = matchShipperByCode(scanned, shippers);
  if (shipper === undefined) return undefined;
  const box = openBoxOf(work);
  if (box === undefined) {
    return { work, verdict: 'wrong', message: 'Scan a bottle first, then the shipper of its box.', units: 0 };
  }
  const shipperScans = [...(box.shipperScans ?? []), { shipper: shipper.code, afterItems: box.items.length }];
  const boxes = work.boxes.map((each) => (each === box ? { ...box, shipper: shipper.code, shipperScans } : each));
  return {
    work: { ...work, boxes },
    verdict: 'right',
    message: `Box ${box.box}: shipper ${shipper.code}, ${shipper.name}.`,
    units: 0,
  };
}

/** The shipper in use that a person names by its code or scan code. */
export function matchShipperByCode(text: string, shippers: Iterable<ShipperBox>): ShipperBox | undefined {
  const name = text.trim().toUpperCase();
  return [...shippers].find(({ code, scanCode, isInUse }) => isInUse && (code === name || scanCode === name));
}

/** What the person does about units in boxes that the order no longer ships, because it has become shorter; '' when there are none. */
export function packedSurplusMessage(work: FloorWork, order: SalesOrder): string {
  const left = computeUnitsLeftToPackByLine(work, order);
  const surplus = [...sumPackedUnitsByLine(work)].flatMap(([line, packed]) => {
    const units = left.has(line) ? -(left.get(line) ?? 0) : packed;
    return units > 0 ? [`${units} × ${nameOfLine(order, line)}`] : [];
  });
  if (surplus.length === 0) return '';
  return `The order has become shorter: take out ${surplus.join(' and ')} by Undo (F4), and scan again what is right.`;
}

/** The lines of an order at the station: what is to be packed, and what is in its boxes. */
export function toStationOrderLines(work: FloorWork, order: SalesOrder): OrderLine[] {
  const packed = sumPackedUnitsByLine(work);
  return order.lines.filter(
    (line) =>
      isPackableLine(order.orderType, line) && (computeLineUnitsToShip(line) > 0 || (packed.get(line.line) ?? 0) > 0),
  );
}

const nameOf = ({ itemNo, description }: OrderLine): string => (description === '' ? itemNo : description);

function nameOfLine({ lines }: SalesOrder, number: number): string {
  const line = lines.find((each) => each.line === number);
  return line === undefined ? `line ${number}` : nameOf(line);
}

/**
 * Undoes the last scan of the open box: takes its bottles out, or restores the shipper before. Without an open box, opens the last one
 * again. The verdict is `wrong` when no box is left, or the boxes are closed for labels.
 */
export function decidePackingUndo(work: FloorWork, order: SalesOrder): PackingScanResult {
  const wrong = (message: string): PackingScanResult => ({ work, verdict: 'wrong', message, units: 0 });
  if (!packableFloorStates.includes(work.state)) return wrong(boxesClosedMessage(work));
  const open = openBoxOf(work);
  if (open === undefined) {
    const last = work.boxes.at(-1);
    if (last === undefined) return wrong('There is nothing to undo.');
    const boxes = [...work.boxes.slice(0, -1), { ...last, ...newOpenBox(last.box), items: last.items }];
    return { work: { ...work, boxes }, verdict: 'right', message: `Box ${last.box} is open again.`, units: 0 };
  }
  const earlierScans = open.shipperScans?.slice(0, -1) ?? [];
  const lastShipper = open.shipperScans?.at(-1);
  if (lastShipper !== undefined && lastShipper.afterItems >= open.items.length) {
    const { shipper: _, shipperScans: __, ...unchosen } = open;
    const before = earlierScans.at(-1)?.shipper;
    const box = before === undefined ? unchosen : { ...unchosen, shipper: before, shipperScans: earlierScans };
    const boxes = work.boxes.map((each) => (each === open ? box : each));
    const message = `Shipper ${lastShipper.shipper} of box ${open.box} is undone.${before === undefined ? '' : ` It is ${before} again.`}`;
    return { work: { ...work, boxes }, verdict: 'right', message, units: 0 };
  }
  const kept = open.items.slice(
    0,
    Math.max(
      0,
      open.items.findLastIndex(({ isSameScan = false }) => !isSameScan),
    ),
  );
  const [undone] = open.items.slice(kept.length);
  const units = sum(kept.map((item) => item.units)) - sum(open.items.map((item) => item.units));
  const item = undone === undefined ? '' : ` × ${nameOfLine(order, undone.line)}`;
  const boxes = renumberNonEmptyBoxes(work.boxes.map((box) => (box === open ? { ...open, items: kept } : box)));
  return {
    work: { ...work, boxes },
    verdict: 'right',
    message: `Take ${-units}${item} out of box ${open.box}.`,
    units,
  };
}

/** Boxes that have bottles, numbered from 1. */
export const renumberNonEmptyBoxes = (boxes: readonly FloorBox[]): FloorBox[] =>
  boxes.filter(({ items }) => items.length > 0).map((box, index) => ({ ...box, box: index + 1 }));

/** The weight and size of a box; without `shipper`, it is none of the operator's shippers. */
export type BoxMeasurements = Pick<FloorBox, 'weightLb' | 'lengthIn' | 'widthIn' | 'heightIn' | 'shipper'>;

/** Closes a box with its weight and size; one that is closed gets the new values. Refuses an unknown box, then boxes closed for labels. */
export function decideBoxClosing(work: FloorWork, number: number, measures: BoxMeasurements): Outcome<FloorWork> {
  const box = work.boxes.find((each) => each.box === number);
  if (box === undefined) return refuse('NotFound', `Order ${work.orderNo} has no box ${number}.`);
  if (!packableFloorStates.includes(work.state)) {
    return refuseState(work.state.toUpperCase(), boxesClosedMessage(work));
  }
  const { shipper: _, shipperScans, ...sized } = box;
  // The shipper of `measures` replaces a scanned one.
  const isScanned = measures.shipper !== undefined && shipperScans?.at(-1)?.shipper === measures.shipper;
  const closed = { ...sized, ...(isScanned && { shipperScans }), ...measures, isClosed: true };
  return { ok: { ...work, boxes: work.boxes.map((each) => (each === box ? closed : each)) } };
}

/** Refuses an order whose labels cannot be bought yet: every unit must be in a box, none too many, and every box closed. */
export function checkPackingComplete(work: FloorWork, order: SalesOrder): Outcome<FloorWork> {
  const state = work.state.toUpperCase();
  if (!packableFloorStates.includes(work.state)) {
    return refuseState(state, `Order ${work.orderNo} is ${work.state}; its labels cannot be bought.`);
  }
  const surplus = packedSurplusMessage(work, order);
  if (surplus !== '') return refuseState(state, surplus);
  const missing = sum(computeUnitsLeftToPackByLine(work, order).values());
  if (missing > 0) return refuseState(state, `Order ${work.orderNo} is not complete: ${missing} are missing.`);
  const open = openBoxOf(work);
  if (open !== undefined) return refuseState(state, `Box ${open.box} of order ${work.orderNo} is not weighed.`);
  return { ok: work };
}
