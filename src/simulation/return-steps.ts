/**
 * How simulated returns go on by themselves, each on the customer's clock: the packages arrive and are received, the lines
 * are inspected the next working morning, and an hour later the dispositions are applied that were asked for; what has
 * none waits for a call. What has moved on meanwhile is passed over.
 */
import { addWorkingDays, calendarOf, instantAt, operatorHolidays } from '../carriers/index.ts';
import { dateIn } from '../lib/dates.ts';
import { readOperatorSettings } from '../operator-settings/index.ts';
import { systemContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import type { DueBatch, StepHandlers } from '../platform/due-work.ts';
import { type DueWork, scheduleDueWork } from '../platform/due-work-store.ts';
import {
  type Disposition,
  type DispositionTarget,
  disposeReturns,
  type InspectedLine,
  inspectReturns,
  receiveReturns,
} from '../returns/index.ts';
import { recordScans, warehouseOf } from '../warehouse/index.ts';
import { handedBack } from './returned-packages.ts';

/** What the simulation does with a return, as it waits in `due_work`. */
export interface ReturnPlan {
  /** The packages that come back, with the leg on which they do. */
  readonly packages: readonly { readonly packageId: string; readonly leg: number }[];
  readonly inspection: readonly InspectedLine[];
  /** Of single lines. */
  readonly dispositions?: readonly LineDisposition[];
  /** Of all the others. */
  readonly disposition?: Disposition;
}

/** What the inspector does with some of what was found. */
export interface LineDisposition {
  readonly disposition: Disposition;
  readonly lines: readonly DispositionTarget[];
}

/** When inspections begin, on the warehouse's clock. */
const inspectionTime = '09:00';
const minutesToDisposition = 60;

const planOf = (wave: DueBatch, returnId: string) =>
  wave.items.find(({ subject }) => subject === returnId)?.data as ReturnPlan;

export const returnSteps: StepHandlers = {
  'return.arrive': { run: arrive },
  'return.inspect': { run: inspect },
  'return.dispose': { run: dispose },
};

async function arrive(tx: Tx, wave: DueBatch): Promise<void> {
  const { customerNo, now, items } = wave;
  const outcomes = await receiveReturns(
    tx,
    items.map(({ subject }) => ({
      ...systemContext(customerNo, 'warehouse'),
      returnId: subject,
      warehouse: undefined,
    })),
  );
  const received = outcomes.flatMap((outcome) => ('ok' in outcome ? [outcome.ok] : []));
  const operator = await readOperatorSettings(tx);
  await recordScans(
    tx,
    { customerNo, at: now },
    received.flatMap(({ returnId, warehouse }) =>
      planOf(wave, returnId).packages.map(({ packageId, leg }) => ({
        packageId,
        scan: handedBack(leg, now, warehouseOf(warehouse, operator)),
      })),
    ),
  );
  await scheduleDueWork(
    tx,
    received.map(({ returnId, warehouse }): DueWork => {
      const place = warehouseOf(warehouse, operator);
      const day = addWorkingDays(calendarOf(place, operatorHolidays(operator)), dateIn(now, place.timeZone), 1);
      const dueAt = instantAt(day, inspectionTime, place.timeZone);
      return { customerNo, dueAt, step: 'return.inspect', subject: returnId, data: planOf(wave, returnId) };
    }),
  );
}

async function inspect(tx: Tx, wave: DueBatch): Promise<void> {
  const { customerNo, now, items } = wave;
  const outcomes = await inspectReturns(
    tx,
    items.map(({ subject }) => ({
      ...systemContext(customerNo, 'warehouse'),
      returnId: subject,
      lines: planOf(wave, subject).inspection,
    })),
  );
  const dueAt = now.add({ minutes: minutesToDisposition });
  await scheduleDueWork(
    tx,
    outcomes.flatMap((outcome): DueWork[] => {
      if ('refused' in outcome || outcome.ok.status !== 'AWAITING DISPOSITION') return [];
      const data = planOf(wave, outcome.ok.returnId);
      if (dispositionsOf(data).length === 0) return [];
      return [{ customerNo, dueAt, step: 'return.dispose', subject: outcome.ok.returnId, data }];
    }),
  );
}

async function dispose(tx: Tx, wave: DueBatch): Promise<void> {
  const { customerNo, items } = wave;
  await disposeReturns(
    tx,
    items.flatMap(({ subject }) => {
      const plain = { inventoryStatus: undefined, recipient: undefined };
      return dispositionsOf(planOf(wave, subject)).map((decided) => ({
        ...decided,
        ...plain,
        ...systemContext(customerNo, 'warehouse'),
        returnId: subject,
      }));
    }),
  );
}

/** First of single lines, then of what is left; where nothing is left that is refused and changes nothing. */
function dispositionsOf({ dispositions = [], disposition }: ReturnPlan) {
  return [...dispositions, ...(disposition === undefined ? [] : [{ disposition, lines: undefined }])];
}
