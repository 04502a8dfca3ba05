/**
 * Claims of picking tasks (decision 42): a person starts a task with the next orders of a wave, resumes one, or takes one over. When
 * several people want a task, exactly one gets it; the refusal names that person to the others.
 */
import { assertPresent } from '../lib/assert.ts';
import { uuidv7 } from '../lib/uuid.ts';
import { endOfWorkClaim, isWorkClaimed } from '../lib/work-claims.ts';
import { recordAudit } from '../operators/index.ts';
import { currentRealTime, readCustomerClockLookup } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { AppError, notFoundError, refuseState } from '../platform/errors.ts';
import type { OperatorContext } from '../platform/http/operator-operation.ts';
import { appendLog } from '../platform/log.ts';
import type { SalesOrderKey } from '../sales-orders/index.ts';
import { lockSalesOrders } from '../sales-orders/index.ts';
import { lockFloorWork, saveFloorWork } from './floor-store.ts';
import { type FloorWork, unclaimedFloorWorkColumns } from './floor-work.ts';
import {
  decidePickTaskClaim,
  maxPickTaskOrders,
  maxPickTaskUnits,
  noSuchPickTaskMessage,
  type PickTask,
} from './pick-task.ts';
import { finishPickTask, type PickingActor } from './picking-finish.ts';
import { listFloorWorkToPick } from './picking-lists.ts';
import { isPickTaskComplete } from './picking-session.ts';
import { readPickingSnapshot } from './picking-snapshot.ts';
import {
  listUnfinishedPickTasksOfWave,
  lockPickTask,
  lockWaveForNextTask,
  savePickTask,
  savePickTaskParts,
} from './picking-store.ts';
import type { Wave } from './wave-store.ts';

interface ClaimedPickTask {
  readonly taskId: string;
  /** Instructions about tasks that ended with this request, such as bottles to put back; '' for none. */
  readonly message: string;
  /** Nothing of the task was left to pick, so the request ended it. */
  readonly isDone: boolean;
}

/**
 * Claims a task of a wave for the person: the one that the person has, else one whose claim has ended, else a new one of the oldest
 * released orders that are in no task. Ends tasks of these in which nothing is left to pick, and returns one that it ended when it has
 * nothing to claim. Throws `StateForbids` when it ended none: other people pick the last orders (with their names), or nothing is left
 * to pick.
 */
export async function startPicking(
  db: Db,
  { waveId, number, warehouse }: Wave,
  claiming: PickingActor,
): Promise<ClaimedPickTask> {
  return await db.write(async (tx) => {
    const wave = assertPresent(await lockWaveForNextTask(tx, waveId), 'a wave that was read');
    const open = await listUnfinishedPickTasksOfWave(tx, waveId);
    const now = currentRealTime();
    const own = open.filter(({ pickerId }) => pickerId === claiming.person.operatorId);
    const free = open.filter((task) => !own.includes(task) && !isWorkClaimed(task, now));
    const messages: string[] = [];
    const ended = new Set<string>();
    for (const { taskId } of [...own, ...free]) {
      const claimed = await claim(tx, taskId, claiming, false);
      if (!claimed.isDone) return { ...claimed, message: [...messages, claimed.message].join(' ').trim() };
      messages.push(claimed.message);
      ended.add(taskId);
    }
    const works = await lockCandidates(tx, waveId);
    if (works.length > 0) {
      const taskId = await makeTask(tx, { waveId, warehouse, number: wave.nextNumber }, works, claiming);
      return { taskId, message: messages.join(' '), isDone: false };
    }
    const [last] = ended;
    if (last !== undefined) return { taskId: last, message: messages.join(' '), isDone: true };
    const [other] = open;
    if (other !== undefined) {
      const people = [...new Set(open.map(({ picker }) => picker))].join(', ');
      const reason = `All orders of wave ${number} are being picked, by ${people}. A lead may take a task over.`;
      throw new AppError(refuseState('PICKING', reason).refused);
    }
    throw new AppError(refuseState('PICKED', `Wave ${number} has no order that is to be picked.`).refused);
  });
}

/**
 * Claims a task for the person, as it is; ends one in which nothing is left to pick. Throws `NotFound`; then `StateForbids` when the task
 * is done, or when another person has it and `takesOver` is false.
 */
export async function claimPickTask(
  db: Db,
  taskId: string,
  claiming: PickingActor,
  takesOver: boolean,
): Promise<ClaimedPickTask> {
  return await db.write((tx) => claim(tx, taskId, claiming, takesOver));
}

async function claim(
  tx: Tx,
  taskId: string,
  { context, person }: PickingActor,
  takesOver: boolean,
): Promise<ClaimedPickTask> {
  const task = await lockPickTask(tx, taskId);
  if (task === undefined) throw notFoundError(noSuchPickTaskMessage);
  const claimed = decidePickTaskClaim(task, person, currentRealTime(), takesOver);
  if ('refused' in claimed) throw new AppError(claimed.refused);
  const snapshot = await readPickingSnapshot(tx, claimed.ok);
  if (claimed.ok.claim !== task.claim) {
    await logPicking(tx, snapshot.works, context, { person: person.email, task: task.number, from: task.picker });
    recordAudit(tx, context, {
      action: 'pick_task.taken_over',
      subject: taskId,
      before: { Picker: task.picker },
      after: { Picker: person.email },
    });
  }
  if (!isPickTaskComplete(snapshot)) {
    savePickTask(tx, claimed.ok);
    return { taskId, message: '', isDone: false };
  }
  // Its last orders have left the task.
  const returned = await finishPickTask(tx, { context, person }, snapshot);
  return { taskId, message: [`Task ${task.number} is picked.`, ...returned].join(' '), isDone: true };
}

/** Chooses and locks the orders of the next task. The caller has locked the wave. */
async function lockCandidates(tx: Tx, waveId: string): Promise<FloorWork[]> {
  const chosen: SalesOrderKey[] = [];
  let units = 0;
  for (const work of await listFloorWorkToPick(tx, waveId)) {
    if (chosen.length > 0 && (chosen.length >= maxPickTaskOrders || units + work.units > maxPickTaskUnits)) break;
    chosen.push(work);
    units += work.units;
  }
  await lockSalesOrders(tx, chosen);
  const now = currentRealTime();
  return (await lockFloorWork(tx, chosen)).filter(
    ({ state, waveId: wave, claimedUntil }) =>
      state === 'released' &&
      wave === waveId &&
      // A person may have claimed the order for packing after it was found.
      (claimedUntil === undefined || Temporal.Instant.compare(claimedUntil, now) <= 0),
  );
}

async function makeTask(
  tx: Tx,
  { waveId, warehouse, number }: Pick<PickTask, 'waveId' | 'warehouse' | 'number'>,
  works: readonly FloorWork[],
  { context, person }: PickingActor,
): Promise<string> {
  const { operatorId: pickerId, email: picker } = person;
  const taskId = uuidv7();
  const claimedUntil = endOfWorkClaim(currentRealTime());
  savePickTask(tx, { taskId, waveId, warehouse, number, state: 'picking', claim: 1, pickerId, picker, claimedUntil });
  const customers = [...new Set(works.map(({ customerNo }) => customerNo))].sort();
  savePickTaskParts(
    tx,
    customers.map((customerNo) => ({ customerNo, taskId, stop: undefined, picks: [], shorts: [] })),
  );
  const timeOf = await readCustomerClockLookup(tx, customers);
  // Ends sessions of packers who opened an order and left it: their next scan must not take it out of the task.
  saveFloorWork(
    tx,
    works.map((work) => ({
      ...work,
      ...unclaimedFloorWorkColumns,
      claim: work.claim + 1,
      state: 'picking' as const,
      pickTaskId: taskId,
      changedAt: timeOf(work.customerNo),
    })),
  );
  await logPicking(tx, works, context, { person: picker, task: number });
  const after = { Wave: waveId, Number: number, Picker: picker, Orders: works.length };
  recordAudit(tx, context, { action: 'pick_task.started', subject: taskId, after });
  return taskId;
}

async function logPicking(
  tx: Tx,
  works: readonly FloorWork[],
  context: OperatorContext,
  data: { readonly person: string; readonly task: number; readonly from?: string },
): Promise<void> {
  const timeOf = await readCustomerClockLookup(tx, works);
  for (const { customerNo, orderId: subject } of works) {
    const occurredAt = timeOf(customerNo);
    appendLog(tx, context.forCustomer(customerNo), { kind: 'sales_order.floor_picking', subject, occurredAt, data });
  }
}
