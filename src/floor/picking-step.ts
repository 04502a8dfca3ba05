/**
 * Steps of picking (decision 42), each in one transaction of its own: it locks the task and a scanned tote, decides by pure functions, and
 * locks what the decision changes in the fixed order (architecture: Lock order). The last step ends the task.
 */
import { checkMissingStockReason, lockBackorderQueues, readReasonCodes } from '../inventory/index.ts';
import { assertPresent } from '../lib/assert.ts';
import { lockBinChangesOfItems, lockLocations, normalizeLocationCode, readLocations } from '../locations/index.ts';
import { reusedUndoScanIdRefusal } from '../operators/index.ts';
import { currentRealTime } from '../platform/clock.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { AppError, notFoundError, validationRefusal } from '../platform/errors.ts';
import type { OperatorContext } from '../platform/http/operator-operation.ts';
import { changeBinContents } from './bin-changes.ts';
import { readScannableCodesOfItems } from './codes-of-items.ts';
import { sumUnits } from './floor-work.ts';
import type { PickTask } from './pick-task.ts';
import { decidePickTaskClaimRenewal, noSuchPickTaskMessage, type PickSession } from './pick-task.ts';
import { finishPickTask, lockOrdersOfPickTask } from './picking-finish.ts';
import { listToteLeftovers, readReasonToteIsInUse } from './picking-lists.ts';
import {
  decideMissingBottlesReport,
  decideNextPickInstruction,
  decidePickScan,
  decidePickUndo,
  decideToteEmptying,
  findReportToUndo,
  isPickTaskComplete,
  type MissingBottlesResult,
  type PickScanContext,
  type ReportedStop,
  scanResultOfEndedTask,
  type ToteOccupancy,
} from './picking-session.ts';
import { recordMissingUnits } from './picking-shorts.ts';
import { readBinsOfOrders, readPickingSnapshot, unitsInNoBinPort } from './picking-snapshot.ts';
import { insertPickScans, lockPickTask, readPickScan, savePickTask, savePickTaskParts } from './picking-store.ts';
import {
  computeItemsToPick,
  type InventoryStatusUnits,
  isBinContentDrawnByOrders,
  type PickingSnapshot,
} from './picking-walk.ts';
import { takeToteLeftoversAsBinChanges, toteLeftoversVersionOf } from './put-back.ts';
import type { FloorScanVerdict, StationPerson } from './station.ts';
import type { ToteLeftover } from './tote-leftovers.ts';

export interface PickStep {
  readonly session: PickSession;
  readonly scanId: string;
  readonly context: OperatorContext;
  readonly person: StationPerson;
  /** Whether the person works in a warehouse. */
  readonly mayWorkIn: (warehouse: string) => boolean;
  readonly action:
    | { readonly kind: 'scan'; readonly code: string }
    | { readonly kind: 'undo' }
    /** The person has put the leftovers of a tote back. */
    /** `expected`: the version of the leftovers that were put back; undefined: whatever is left in the tote. */
    | { readonly kind: 'empty'; readonly code: string; readonly expected: string | undefined }
    | { readonly kind: 'short'; readonly at: ReportedStop; readonly reasonCode: string };
}

interface PickStepResult {
  readonly taskId: string;
  /** The task after the step; undefined when the step changed more than parts and bins, so that the caller reads the task again. */
  readonly after: PickingSnapshot | undefined;
  /** The verdict of this step, also when it is repeated. */
  readonly verdict: FloorScanVerdict;
  readonly message: string;
  /** The tote of a wrong scan in which orders that were taken back left bottles, when no other work uses it. */
  readonly fullTote?: OccupiedTote;
}

/** A tote with the units that orders that were taken back left in it. */
export interface OccupiedTote {
  readonly tote: string;
  readonly leftovers: readonly ToteLeftover[];
}

/**
 * Runs a step once for each scan id: a repeated step changes nothing and returns the verdict of the first. Throws `NotFound` for an
 * unknown task or one of a warehouse where the person does not work, then `ValidationFailed` for an undo with the id of another
 * step, then `StateForbids` when another person has it, then `ValidationFailed` for an invalid reason.
 */
export async function writePickStep(tx: Tx, step: PickStep): Promise<PickStepResult> {
  const { session, scanId, person, mayWorkIn } = step;
  const { taskId } = session;
  const task = await lockPickTask(tx, taskId);
  if (task === undefined || !mayWorkIn(task.warehouse)) throw notFoundError(noSuchPickTaskMessage);
  const snapshot = await readPickingSnapshot(tx, task);
  const customers = snapshot.parts.map(({ customerNo }) => customerNo);
  const [earlier, context] = await Promise.all([
    readPickScan(tx, customers, { taskId, scanId }),
    'code' in step.action ? contextOf(tx, snapshot, step.action.code) : undefined,
  ]);
  const full = fullToteOf(step, context);
  if (earlier !== undefined) {
    const { code, verdict, message } = earlier;
    // Every other step has a code, or a reason.
    if (step.action.kind === 'undo' && code !== '') throw new AppError(reusedUndoScanIdRefusal.refused);
    return { taskId, verdict, message, ...(verdict === 'wrong' && full), after: snapshot };
  }
  const resumed = decidePickTaskClaimRenewal(task, session, person, currentRealTime());
  if ('refused' in resumed) throw new AppError(resumed.refused);
  const mine = { ...snapshot, task: resumed.ok };
  const first = await decide(tx, step, mine, context);
  if (first.missing === undefined) {
    return { taskId, ...(await apply(tx, step, mine, first)), ...(first.kind === 'wrong' && full) };
  }
  // Decided again under the locks of the orders: those that have left the task since the snapshot miss nothing.
  lockBackorderQueues(tx, [first.customerNo]);
  const locked = { ...mine, orders: (await lockOrdersOfPickTask(tx, mine)).orders };
  return { taskId, ...(await apply(tx, step, locked, await decide(tx, step, locked, context))) };
}

function fullToteOf({ action }: PickStep, context: PickScanContext | undefined): { readonly fullTote?: OccupiedTote } {
  const { leftovers = [], usedBy = '' } = context?.tote ?? {};
  // A tote that is in use is not emptied: it has bottles of other orders too.
  if (!('code' in action) || leftovers.length === 0 || usedBy !== '') return {};
  return { fullTote: { tote: normalizeLocationCode(action.code), leftovers } };
}

async function decide(
  tx: Tx,
  { action }: PickStep,
  snapshot: PickingSnapshot,
  context: PickScanContext | undefined,
): Promise<MissingBottlesResult> {
  if (action.kind === 'undo') return decidePickUndo(snapshot, await readUnplacedUnits(tx, snapshot));
  if (snapshot.task.state === 'done') return scanResultOfEndedTask(snapshot);
  if (action.kind === 'short') {
    const faults = checkMissingStockReason({ reasons: await readReasonCodes(tx) }, action.reasonCode);
    if (faults.length > 0) throw new AppError(validationRefusal(faults));
    const unitsInNoBin = await readFreeUnits(tx, snapshot, action.at);
    return decideMissingBottlesReport(snapshot, action.at, action.reasonCode, unitsInNoBin);
  }
  const known = assertPresent(context, 'what a code may name');
  if (action.kind === 'scan') return decidePickScan(snapshot, action.code, known);
  const { expected } = action;
  const leftovers = known.tote?.leftovers ?? [];
  // Without leftovers, another person has recorded that they are in their bins.
  const isExpected = expected === undefined || leftovers.length === 0 || expected === toteLeftoversVersionOf(leftovers);
  return decideToteEmptying(snapshot, action.code, { tote: known.tote, isExpected });
}

/**
 * The units of an item in no bin, in the statuses that the orders draw, without those that people reported as not in its bins during this
 * task: the records of these bins were lowered by them. Colleagues may have put some of them away, so at most the units that are in no bin
 * are deducted in each status.
 */
async function readFreeUnits(
  tx: Tx,
  { task, parts, statuses }: PickingSnapshot,
  { customerNo, itemNo }: ReportedStop,
): Promise<number> {
  const outside = await tx.ports.get(unitsInNoBinPort)(tx, task.warehouse, { customerNo, itemNo });
  const shorts = parts.filter((part) => part.customerNo === customerNo).flatMap((part) => part.shorts);
  const sought = shorts.filter((short) => short.itemNo === itemNo).flatMap(({ recorded }) => recorded);
  return outside
    .filter(({ status }) => isBinContentDrawnByOrders(statuses, { customerNo, itemNo, status }))
    .reduce((total, { status, free }) => {
      const missing = sumUnits(sought.filter((each) => each.status === status));
      return total + Math.max(0, free - missing);
    }, 0);
}

/** The units in no bin of the item whose report an undo takes back: none are put away or taken until the transaction ends. */
async function readUnplacedUnits(tx: Tx, snapshot: PickingSnapshot): Promise<readonly InventoryStatusUnits[]> {
  const { task, parts } = snapshot;
  const report = findReportToUndo(parts);
  if (report === undefined || report.isMissing) return [];
  // A report changes no picks, so its undo ends the task when nothing is left to pick: its orders are locked before bins.
  if (task.state === 'picking' && isPickTaskComplete(snapshot)) await lockOrdersOfPickTask(tx, snapshot);
  lockBinChangesOfItems(tx, [{ ...report, warehouse: task.warehouse }]);
  const outside = await tx.ports.get(unitsInNoBinPort)(tx, task.warehouse, report);
  return outside.map(({ status, unplaced: units }) => ({ status, units }));
}

/** Reads everything that a scanned code may name: items of the task, a tote, or a location. */
async function contextOf(tx: Tx, { task, orders }: PickingSnapshot, code: string): Promise<PickScanContext> {
  const { warehouse } = task;
  const wanted = computeItemsToPick(orders, []);
  const tote = normalizeLocationCode(code);
  const [itemCodes, [location]] = await Promise.all([
    readScannableCodesOfItems(tx, wanted),
    readLocations(tx, [{ warehouse, location: tote }]),
  ]);
  // A tote into which bottles go is not removed meanwhile, nor does another task begin to use it.
  const [locked] = location?.kind === 'tote' ? await lockLocations(tx, [location]) : [location];
  const codes = Map.groupBy(itemCodes, ({ customerNo }) => customerNo);
  return {
    codesOf: (customerNo) => codes.get(customerNo) ?? [],
    tote: locked?.kind === 'tote' ? await readTote(tx, task, tote) : undefined,
    isLocation: locked !== undefined,
  };
}

async function readTote(reader: DbReader, { warehouse, taskId }: PickTask, tote: string): Promise<ToteOccupancy> {
  const usedBy = await readReasonToteIsInUse(reader, { warehouse, tote, taskId });
  return { usedBy, leftovers: await listToteLeftovers(reader, { warehouse, totes: [tote] }) };
}

/** Writes the decision of a step; the last step ends the task. Returns the verdict and the message for the person. */
async function apply(
  tx: Tx,
  step: PickStep,
  snapshot: PickingSnapshot,
  result: MissingBottlesResult,
): Promise<Omit<PickStepResult, 'taskId'>> {
  const { action, person, scanId } = step;
  const { task } = snapshot;
  const messages = [result.message];
  let after: PickingSnapshot = { ...snapshot, parts: result.parts };
  if (result.missing !== undefined && action.kind === 'short') {
    const recorded = await recordMissingUnits(tx, step, after, result.missing, action.reasonCode);
    after = { ...after, orders: recorded.orders };
    messages.push(recorded.message);
  }
  const { emptiedTote: tote } = result;
  const returned =
    tote === undefined ? [] : await takeToteLeftoversAsBinChanges(tx, { warehouse: task.warehouse, tote });
  const taken = [...result.taken, ...returned];
  const isOver = task.state === 'picking' && isPickTaskComplete(after);
  if (isOver) {
    if (result.verdict !== 'done') messages.push('Everything is picked.');
    messages.push(...(await finishPickTask(tx, step, after, taken)));
  } else {
    await changeBinContents(tx, task, taken, snapshot.statuses);
    if (result.missing !== undefined) messages.push(decideNextPickInstruction(after).message);
    if (result.kind !== 'wrong') savePickTaskParts(tx, result.parts);
    savePickTask(tx, task);
  }
  const { kind, units, customerNo } = result;
  const code = 'code' in action ? action.code : action.kind === 'short' ? action.reasonCode : '';
  const verdict = isOver && result.verdict === 'right' ? 'done' : result.verdict;
  const message = messages.filter((text) => text !== '').join(' ');
  const scan = { customerNo, taskId: task.taskId, scanId, kind, code, units };
  insertPickScans(tx, [{ ...scan, verdict, message, person: person.email }]);
  if (isOver || result.missing !== undefined) return { verdict, message, after: undefined };
  const bins = taken.length === 0 ? after.bins : await readBinsOfOrders(tx, task.warehouse, after.orders);
  return { verdict, message, after: { ...after, bins } };
}
