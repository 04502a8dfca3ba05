/**
 * Steps of picking (decision 42), each in one transaction: it locks the task, decides by pure functions, locks the orders whose
 * state changes, then their work, then bins and stock. The last step makes the orders picked, or short.
 */
import { missingReasonFaults, readReasonCodes } from '../inventory/index.ts';
import { assertPresent } from '../lib/assert.ts';
import { uuidv7 } from '../lib/uuid.ts';
import {
  type BinContentKey,
  locationCodeOf,
  lockBinsOfItems,
  readLocations,
  saveBinContents,
} from '../locations/index.ts';
import { recordAudit } from '../operators/index.ts';
import { customerTimes, realTime } from '../platform/clock.ts';
import type { Db, Reader, Tx } from '../platform/db/db.ts';
import { AppError, notFound, validationRefusal } from '../platform/errors.ts';
import type { OperatorContext } from '../platform/http/operator-operation.ts';
import { appendLog } from '../platform/log.ts';
import { lockSalesOrders } from '../sales-orders/index.ts';
import { readItemsCodes } from './codes-of-items.ts';
import { lockFloorWork, saveFloorWork } from './floor-store.ts';
import type { FloorWork } from './floor-work.ts';
import type { Packer, Verdict } from './packing-session.ts';
import { readPickingFacts } from './picking-facts.ts';
import { toteUsedBy } from './picking-lists.ts';
import {
  type BinChange,
  isTaskComplete,
  type PickResult,
  type PickScanContext,
  type PickSession,
  putBack,
  reportShort,
  resumeTask,
  scanPick,
  undoPick,
} from './picking-session.ts';
import { recordMissing } from './picking-shorts.ts';
import { insertPickScans, lockPickTask, readPickScan, savePickParts, savePickTask } from './picking-store.ts';
import { type PickingFacts, type PickTask, wantedItems } from './picking-walk.ts';

export interface PickStep {
  readonly session: PickSession;
  readonly scanId: string;
  readonly context: OperatorContext;
  readonly person: Packer;
  /** Whether the person works in a warehouse. */
  readonly mayWorkIn: (warehouse: string) => boolean;
  readonly action:
    | { readonly kind: 'scan'; readonly code: string }
    | { readonly kind: 'undo' }
    | { readonly kind: 'short'; readonly reasonCode: string };
}

export interface PickDone {
  readonly taskId: string;
  /** Of this scan, also when it is repeated. */
  readonly verdict: Verdict;
  readonly message: string;
}

/**
 * Runs a step once by its scan id: repeated, it changes nothing and keeps its verdict. Throws `NotFound` for an unknown task, and
 * `StateForbids` when another person has it.
 */
export async function runPickStep(db: Db, step: PickStep): Promise<PickDone> {
  return await db.write(async (tx) => {
    const { session, scanId, person, mayWorkIn } = step;
    const { taskId } = session;
    const task = await lockPickTask(tx, taskId);
    if (task === undefined || !mayWorkIn(task.warehouse)) throw notFound('There is no such picking task.');
    const facts = await readPickingFacts(tx, task);
    const customers = facts.parts.map(({ customerNo }) => customerNo);
    const earlier = await readPickScan(tx, customers, { taskId, scanId });
    if (earlier !== undefined) return { taskId, ...earlier };
    const resumed = resumeTask(task, session, person, realTime());
    if ('refused' in resumed) throw new AppError(resumed.refused);
    const mine = { ...facts, task: resumed.ok };
    const result = await decide(tx, step, mine);
    const message = await apply(tx, step, mine, result);
    return { taskId, verdict: result.verdict, message };
  });
}

async function decide(tx: Tx, { action }: PickStep, facts: PickingFacts) {
  if (facts.task.state === 'done') return scanPick({ ...facts, orders: [] }, '', nothingScanned);
  if (action.kind === 'undo') return undoPick(facts);
  if (action.kind === 'short') {
    const faults = missingReasonFaults({ reasons: await readReasonCodes(tx) }, action.reasonCode);
    if (faults.length > 0) throw new AppError(validationRefusal(faults));
    return reportShort(facts, action.reasonCode);
  }
  return scanPick(facts, action.code, await contextOf(tx, facts, action.code));
}

const nothingScanned: PickScanContext = { codesOf: () => [], tote: { isTote: false, usedBy: '' }, isLocation: false };

/** What a code may name. */
async function contextOf(reader: Reader, { task, orders }: PickingFacts, code: string): Promise<PickScanContext> {
  const { warehouse, taskId } = task;
  const wanted = wantedItems(orders, []);
  const codes = Map.groupBy(await readItemsCodes(reader, wanted), ({ customerNo }) => customerNo);
  const tote = locationCodeOf(code);
  const [location] = await readLocations(reader, [{ warehouse, location: tote }]);
  const isTote = location?.kind === 'tote';
  return {
    codesOf: (customerNo) => codes.get(customerNo) ?? [],
    tote: { isTote, usedBy: isTote ? await toteUsedBy(reader, { warehouse, tote, taskId }) : '' },
    isLocation: location !== undefined,
  };
}

/** Writes what a step decided; the last one ends the task. Returns the message for the person. */
async function apply(
  tx: Tx,
  step: PickStep,
  facts: PickingFacts & { readonly works: readonly FloorWork[] },
  result: PickResult & { readonly missing?: { customerNo: string; itemNo: string; units: number } },
): Promise<string> {
  const { action, person, scanId } = step;
  const { task } = facts;
  let { message } = result;
  let after: PickingFacts = { ...facts, parts: result.parts };
  if (result.missing !== undefined && action.kind === 'short') {
    const recorded = await recordMissing(tx, step, after, result.missing, action.reasonCode);
    after = { ...after, orders: recorded.orders };
    message = `${message} ${recorded.message}`.trim();
  }
  const isOver = task.state === 'picking' && result.kind !== 'wrong' && result.kind !== 'undo' && isTaskComplete(after);
  const returned = isOver ? putBack(after) : { parts: after.parts, returned: [] };
  if (isOver) await finishOrders(tx, step, after);
  await changeBins(tx, task, [...result.taken, ...returned.returned]);
  const code = action.kind === 'scan' ? action.code : action.kind === 'short' ? action.reasonCode : '';
  const { taskId } = task;
  const scan = { taskId, person: person.email, verdict: result.verdict };
  insertPickScans(tx, [
    { ...scan, customerNo: result.customerNo, scanId, kind: result.kind, code, units: result.units, message },
    ...returned.returned.map(({ customerNo, itemNo, units }) => ({
      ...{ ...scan, customerNo, scanId: uuidv7(), kind: 'put back' as const, code: itemNo, units },
      message: 'No order wants it any more.',
    })),
  ]);
  if (result.kind !== 'wrong') savePickParts(tx, returned.parts);
  const done = isOver ? { state: 'done' as const, finishedAt: realTime() } : {};
  savePickTask(tx, { ...task, ...done });
  return [message, ...returned.returned.map(putBackSentence)].join(' ');
}

const putBackSentence = ({ itemNo, location, units }: BinChange): string =>
  `Put ${-units} × ${itemNo} back${location === '' ? '' : ` into ${location}`}.`;

/** Makes the orders of a task picked, or short. Orders that have left it meanwhile stay as they are. */
async function finishOrders(tx: Tx, { context, person }: PickStep, { task, orders }: PickingFacts): Promise<void> {
  const locked = new Map((await lockSalesOrders(tx, orders)).map((order) => [order.orderId, order]));
  const works = (await lockFloorWork(tx, orders)).filter(
    ({ state, pickTaskId }) => state === 'picking' && pickTaskId === task.taskId,
  );
  const timeOf = await customerTimes(
    tx,
    works.map(({ customerNo }) => customerNo),
  );
  saveFloorWork(
    tx,
    works.map((work) => {
      const { customerNo, orderId } = work;
      const order = assertPresent(locked.get(orderId), 'the order of a work');
      const short = order.lines.reduce((sum, { shortUnits = 0 }) => sum + shortUnits, 0);
      const [at, state] = [timeOf(customerNo), short > 0 ? ('short' as const) : ('picked' as const)];
      const data = { person: person.email, task: task.number, ...(short > 0 ? { short } : {}) };
      const kind = 'sales_order.floor_picked';
      appendLog(tx, context.forCustomer(customerNo), { kind, subject: orderId, occurredAt: at, data });
      recordAudit(tx, context, { action: kind, subject: orderId, customerNo, after: { State: state, ...data } });
      const note = short > 0 ? `${short} were missing when it was picked.` : work.note;
      return { ...work, state, note, changedAt: at };
    }),
  );
}

/** Takes units out of bins, or puts them back; a claim never falls below 0. Bins that are no longer assigned are left out. */
async function changeBins(tx: Tx, { warehouse }: PickTask, changes: readonly BinChange[]): Promise<void> {
  const placed = changes.filter(({ location }) => location !== '');
  if (placed.length === 0) return;
  const keyOf = ({ customerNo, itemNo, location }: Pick<BinContentKey, 'customerNo' | 'itemNo' | 'location'>) =>
    `${customerNo}\n${itemNo}\n${location}`;
  const items = placed.map(({ customerNo, itemNo }) => ({ customerNo, itemNo, warehouse }));
  const left = new Map<string, number>();
  for (const change of placed) left.set(keyOf(change), (left.get(keyOf(change)) ?? 0) + change.units);
  const changed = (await lockBinsOfItems(tx, items)).flatMap((bin) => {
    const units = left.get(keyOf(bin)) ?? 0;
    const taken = Math.min(bin.quantity, units);
    if (taken === 0) return [];
    left.set(keyOf(bin), units - taken);
    return [{ ...bin, quantity: bin.quantity - taken }];
  });
  saveBinContents(tx, changed);
}
