/**
 * The packing station: every step of packing an order, in a transaction of its own (decision 42). A step locks the order, then the
 * work on it, decides by pure functions, and writes the work. A scan locks nothing else, so it waits for no change of another
 * order, and for the database three times: to lock, to read the items, and to commit; then its reply reads codes of totes.
 */

import { isWillCallCarrier } from '../carriers/index.ts';
import { assertPresent } from '../lib/assert.ts';
import type { ShipperBox } from '../operator-settings/index.ts';
import { recordAudit, reusedUndoScanIdRefusal } from '../operators/index.ts';
import { currentRealTime, readCustomerClock } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuse, refuseState } from '../platform/errors.ts';
import type { OperatorContext } from '../platform/http/operator-operation.ts';
import { appendLog } from '../platform/log.ts';
import {
  describeStandingStops,
  findStandingStops,
  lockSalesOrders,
  readSalesOrders,
  type SalesOrder,
  type SalesOrderKey,
  type StandingStop,
} from '../sales-orders/index.ts';
import { labelPackedOrders } from '../shipping-labels/index.ts';
import { type CarrierMode, isLivePackage, readPackages } from '../warehouse/index.ts';
import {
  insertPackingScans,
  lockFloorWork,
  readFloorWork,
  readPackingScans,
  updatePackingColumns,
} from './floor-store.ts';
import {
  type FloorWork,
  floorWorkAfterLabeling,
  labeledFloorStates,
  packableFloorStates,
  sumBoxUnitsByLine,
  toOrderLabeledLogData,
} from './floor-work.ts';
import type { ItemCode } from './item-code.ts';
import {
  type BoxMeasurements,
  checkPackingComplete,
  decideBoxClosing,
  decidePackingClaim,
  decidePackingClaimRenewal,
  decidePackingScan,
  decidePackingUndo,
  type PackingScanResult,
  type PackingSession,
} from './packing-session.ts';
import { type PackingReplyData, readPackingReplyData } from './packing-session-details.ts';
import type { FloorScanVerdict, Packer } from './station.ts';

/** One step at a station, of one order. */
export interface PackingStep {
  readonly order: SalesOrderKey;
  readonly context: OperatorContext;
  readonly packer: Packer;
  readonly action:
    | { readonly kind: 'open'; readonly takesOver: boolean }
    | { readonly kind: 'scan'; readonly session: PackingSession; readonly scanId: string; readonly code: string }
    | { readonly kind: 'undo'; readonly session: PackingSession; readonly scanId: string }
    | {
        readonly kind: 'finish';
        readonly session: PackingSession;
        readonly box: number;
        readonly measures: BoxMeasurements;
      }
    | { readonly kind: 'label'; readonly session: PackingSession; readonly carriers: CarrierMode };
}

/** The whole state of a session after a step. */
export interface PackingSessionState {
  readonly order: SalesOrder;
  readonly work: FloorWork;
  readonly session: PackingReplyData;
  /** The verdict of this scan or report, also when it is repeated; undefined for other steps. */
  readonly verdict: FloorScanVerdict | undefined;
  readonly message: string;
}

interface EarlierStep {
  readonly kind: 'bottle' | 'undo';
  readonly code: string;
  readonly verdict: FloorScanVerdict;
  readonly message: string;
}

interface StepInput {
  readonly order: SalesOrder;
  readonly work: FloorWork;
  readonly codes: readonly ItemCode[];
  readonly shippers: Iterable<ShipperBox>;
  /** The verdict of the same scan, when it was counted before. */
  readonly earlier: EarlierStep | undefined;
  /** Of an order that is opened. */
  readonly stops: readonly StandingStop[];
  readonly now: Temporal.Instant;
}

interface Decision extends Omit<PackingSessionState, 'session'> {
  readonly scan?: { readonly kind: 'bottle' | 'undo'; readonly code: string; readonly units: number };
  readonly isLabeling?: true;
}

/**
 * Runs one step. Refusals, in order of precedence: `NotFound` for an order that is not on the floor; `StateForbids` for a claim that
 * does not permit the step; `NotFound` for a box number that the order does not have, and the fault `Reused` for an undo with the id
 * of another step; `StateForbids` for a state that does not permit it, and for labels of an order that is not complete or, unless it
 * is will call, while no carrier is connected.
 */
export async function writePackingStep(tx: Tx, step: PackingStep): Promise<Outcome<PackingSessionState>> {
  const { order: key, action } = step;
  // Pipelined in this sequence: the order is locked before its work.
  const [[order], [before], [earlier], at] = await Promise.all([
    lockSalesOrders(tx, [key]),
    lockFloorWork(tx, [key]),
    readPackingScans(tx, 'scanId' in action ? [{ ...key, scanId: action.scanId }] : []),
    readCustomerClock(tx, key.customerNo),
  ]);
  if (order === undefined || before === undefined) {
    return refuse('NotFound', 'This order is not on the floor. Release it first.');
  }
  // The packages of a JIT order are created by the scan that takes it up, in the transaction before this one.
  const isLabeling = action.kind === 'open' && before.state === 'labeling';
  const stops = action.kind === 'open' ? await findStandingStops(tx, [order]) : undefined;
  const [session, packages] = await Promise.all([
    readPackingReplyData(tx, order),
    readPackages(tx, isLabeling ? [key] : []),
  ]);
  const work = floorWorkAfterLabeling(before, packages.filter(isLivePackage));
  const {
    codes,
    packing: { shippers },
  } = session;
  const input = { order, work, codes, shippers: shippers.values(), earlier, now: currentRealTime() };
  const decided = decide(step, { ...input, stops: stops?.get(order.orderId) ?? [] });
  if ('refused' in decided) return decided;
  await write(tx, step, decided.ok, before, at);
  const { verdict, message } = decided.ok;
  return { ok: { order, work: decided.ok.work, session, verdict, message } };
}

function decide({ action, packer }: PackingStep, input: StepInput): Outcome<Decision> {
  const { order, work, codes, shippers, earlier, stops, now } = input;
  const done = (changed: FloorWork, more: Partial<Decision> = {}): Outcome<Decision> => ({
    ok: { order, work: changed, verdict: undefined, message: '', ...more },
  });
  if (action.kind === 'open') {
    const claimed = decidePackingClaim(work, packer, now, action.takesOver);
    if (!('ok' in claimed)) return claimed;
    // Before it is packed for nothing.
    const stopped = `${describeStandingStops(stops)} Put it aside: it gets no label and does not leave.`;
    return done(claimed.ok, { message: stops.length > 0 ? stopped : work.note });
  }
  const resumed = decidePackingClaimRenewal(work, action.session, packer, now);
  if ('refused' in resumed) return resumed;
  const mine = resumed.ok;
  if (action.kind === 'finish') {
    const finished = decideBoxClosing(mine, action.box, action.measures);
    return 'ok' in finished ? done(finished.ok) : finished;
  }
  if (action.kind === 'label') {
    // A repeated request buys nothing: the labels exist, or are being bought.
    if (mine.state === 'labeled' || mine.state === 'labeling') return done(mine);
    if (action.carriers === 'none' && !isWillCallCarrier(order.carrier)) {
      return refuseState(mine.state.toUpperCase(), 'No carrier is connected, so no label can be bought.');
    }
    const complete = checkPackingComplete(mine, order);
    return 'ok' in complete ? done({ ...complete.ok, state: 'labeling' }, { isLabeling: true }) : complete;
  }
  if (earlier !== undefined) {
    const { verdict, message } = earlier;
    const isUndo = earlier.kind === 'undo' && earlier.code === '';
    return action.kind === 'undo' && !isUndo ? reusedUndoScanIdRefusal : done(mine, { verdict, message });
  }
  const kind = action.kind === 'scan' ? 'bottle' : 'undo';
  const code = action.kind === 'scan' ? action.code : '';
  const result: PackingScanResult =
    action.kind === 'scan'
      ? decidePackingScan(mine, order, codes, action.code, shippers)
      : decidePackingUndo(mine, order);
  const { verdict, message, units } = result;
  return done(result.work, { verdict, message, scan: { kind, code, units } });
}

async function write(
  tx: Tx,
  { action, context, packer }: PackingStep,
  { order, work, scan, isLabeling, verdict = 'wrong', message }: Decision,
  before: FloorWork,
  at: Temporal.Instant,
): Promise<void> {
  const { customerNo, orderId } = order;
  for (const { kind, data } of eventsOf(before, work)) {
    appendLog(tx, context.forCustomer(customerNo), { kind, subject: orderId, occurredAt: at, data });
    recordAudit(tx, context, { action: kind, subject: orderId, customerNo, after: data });
  }
  if (scan !== undefined && 'scanId' in action) {
    const { scanId } = action;
    insertPackingScans(tx, [{ customerNo, orderId, scanId, ...scan, verdict, message, person: packer.email }]);
  }
  // Saved before the labels are requested: packages that are created at once change the work to `labeled`.
  // A labeled order that is opened again, to print its labels, was packed before.
  const isReopened = work.state === before.state && labeledFloorStates.includes(before.state);
  updatePackingColumns(tx, [{ ...work, changedAt: isReopened ? before.changedAt : at }]);
  if (isLabeling && action.kind === 'label') {
    const packed = { order, boxes: work.boxes.map((box) => boxContents(box)) };
    await labelPackedOrders(tx, [packed], action.carriers, at);
  }
}

const boxContents = (box: FloorWork['boxes'][number]) => ({
  packageNo: box.box,
  items: sumBoxUnitsByLine(box).map(({ line, units }) => ({ lineNo: line, quantity: units })),
  weightLb: box.weightLb,
  lengthIn: box.lengthIn,
  widthIn: box.widthIn,
  heightIn: box.heightIn,
});

/** The entries of a step in the order's timeline and the audit. Single scans are in `floor_scans` only. Pure. */
function eventsOf(was: FloorWork, now: FloorWork): { kind: string; data: Record<string, unknown> }[] {
  const events: { kind: string; data: Record<string, unknown> }[] = [];
  // The claim of an order that has or waits for labels is not logged.
  if (now.claim !== was.claim && packableFloorStates.includes(now.state)) {
    const from = was.packer === '' ? {} : { from: was.packer };
    events.push({ kind: 'sales_order.floor_packing', data: { person: now.packer, ...from } });
  }
  // An order in `labeling` gets boxes from its packages, which its winery closed: they are not logged.
  for (const box of was.state === 'labeling' ? [] : now.boxes) {
    const earlier = was.boxes.find((each) => each.box === box.box);
    if (!box.isClosed || (earlier?.isClosed && haveSameMeasurements(earlier, box))) continue;
    const { weightLb, lengthIn, widthIn, heightIn, shipper } = box;
    const size = `${lengthIn} × ${widthIn} × ${heightIn} in`;
    const data = { box: box.box, weightLb, size, ...(shipper !== undefined && { shipper }) };
    events.push({ kind: 'sales_order.floor_box_closed', data });
  }
  if (now.state === 'labeling' && was.state !== 'labeling') {
    events.push({ kind: 'sales_order.floor_labels_wanted', data: { boxes: now.boxes.length } });
  }
  // A JIT order becomes `labeled` when it is opened, because its packages exist by then.
  if (now.state === 'labeled' && was.state !== 'labeled') {
    events.push({ kind: 'sales_order.floor_labeled', data: toOrderLabeledLogData(now) });
  }
  return events;
}

const haveSameMeasurements = (one: BoxMeasurements, other: BoxMeasurements): boolean =>
  (['weightLb', 'lengthIn', 'widthIn', 'heightIn', 'shipper'] as const).every((field) => one[field] === other[field]);

/** Reads the state after a step that changed more than the boxes. The verdict is `wrong` when the order has left the floor. */
export async function readPackingSessionState(tx: Tx, key: SalesOrder, message: string): Promise<PackingSessionState> {
  const [order = key] = await readSalesOrders(tx, [key]);
  const [found] = await readFloorWork(tx, [key]);
  const work = assertPresent(found, 'the work on an order');
  const verdict = work.state === 'problem' || work.state === 'stopped' ? 'wrong' : 'right';
  return { order, work, session: await readPackingReplyData(tx, order), verdict, message };
}
