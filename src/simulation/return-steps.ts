/**
 * Steps of simulated returns on the customer's clock: the packages arrive and are received, the lines are inspected on the
 * next working morning, and an hour later the requested dispositions are applied; lines without one wait for DisposeReturn.
 * Returns whose state no longer fits a step are skipped.
 */
import {
  addWorkingDays,
  holidayDateSetOfOperator,
  instantOfLocalTime,
  workCalendarOfWarehouse,
} from '../carriers/index.ts';
import { dateInZone } from '../lib/dates.ts';
import { readOperatorSettings } from '../operator-settings/index.ts';
import { createSystemCommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import type { DueWorkBatch, DueWorkStepHandlers } from '../platform/due-work.ts';
import { type DueWork, scheduleDueWork } from '../platform/due-work-store.ts';
import { okValuesOf } from '../platform/errors.ts';
import { readReturnIdsBeingInspected } from '../return-station/index.ts';
import {
  applyReturnDispositions,
  type Disposition,
  type InspectedReturnLine,
  inspectReturns,
  lockReturnsWithOrders,
  type ReturnFindingSelector,
  receiveReturns,
} from '../returns/index.ts';
import { recordCarrierScans, warehouseByCode } from '../warehouse/index.ts';
import { buildReturnDeliveryScan } from './returned-packages.ts';

/** The plan of a return, as stored in `due_work`. */
export interface SimulatedReturnPlan {
  /** The returned packages, with the leg of the return. */
  readonly packages: readonly { readonly packageId: string; readonly leg: number }[];
  readonly inspection: readonly InspectedReturnLine[];
  /** Dispositions of single lines. */
  readonly dispositions?: readonly LineDisposition[];
  /** Disposition of all other lines. */
  readonly disposition?: Disposition;
}

/** A disposition and the findings that it applies to. */
export interface LineDisposition {
  readonly disposition: Disposition;
  readonly lines: readonly ReturnFindingSelector[];
}

/** When inspections start, in the warehouse's time zone. */
const inspectionTime = '09:00';
const minutesToDisposition = 60;

const planOf = (batch: DueWorkBatch, returnId: string) =>
  batch.items.find(({ subject }) => subject === returnId)?.data as SimulatedReturnPlan;

export const simulatedReturnStepHandlers: DueWorkStepHandlers = {
  'return.arrive': { run: arrive },
  'return.inspect': { run: inspect },
  'return.dispose': { run: dispose },
};

async function arrive(tx: Tx, batch: DueWorkBatch): Promise<void> {
  const { customerNo, now, items } = batch;
  const outcomes = await receiveReturns(
    tx,
    items.map(({ subject }) => ({
      ...createSystemCommandContext(customerNo, 'warehouse'),
      returnId: subject,
      warehouse: undefined,
    })),
  );
  const received = okValuesOf(outcomes);
  const operator = await readOperatorSettings(tx);
  await recordCarrierScans(
    tx,
    { customerNo, at: now },
    received.flatMap(({ returnId, warehouse }) =>
      planOf(batch, returnId).packages.map(({ packageId, leg }) => ({
        packageId,
        scan: buildReturnDeliveryScan(leg, now, warehouseByCode(warehouse, operator)),
      })),
    ),
  );
  scheduleDueWork(
    tx,
    received.map(({ returnId, warehouse }): DueWork => {
      const destination = warehouseByCode(warehouse, operator);
      const day = addWorkingDays(
        workCalendarOfWarehouse(destination, holidayDateSetOfOperator(operator)),
        dateInZone(now, destination.timeZone),
        1,
      );
      const dueAt = instantOfLocalTime(day, inspectionTime, destination.timeZone);
      return { customerNo, dueAt, step: 'return.inspect', subject: returnId, data: planOf(batch, returnId) };
    }),
  );
}

/** Skips returns that people have begun to inspect at the returns station. */
async function inspect(tx: Tx, batch: DueWorkBatch): Promise<void> {
  const { customerNo, now } = batch;
  const keys = batch.items.map(({ subject }) => ({ customerNo, returnId: subject }));
  await lockReturnsWithOrders(tx, keys);
  const theirs = await readReturnIdsBeingInspected(
    tx,
    customerNo,
    keys.map(({ returnId }) => returnId),
  );
  const items = batch.items.filter(({ subject }) => !theirs.has(subject));
  const outcomes = await inspectReturns(
    tx,
    items.map(({ subject }) => ({
      ...createSystemCommandContext(customerNo, 'warehouse'),
      returnId: subject,
      lines: planOf(batch, subject).inspection,
    })),
  );
  const dueAt = now.add({ minutes: minutesToDisposition });
  scheduleDueWork(
    tx,
    outcomes.flatMap((outcome): DueWork[] => {
      if ('refused' in outcome || outcome.ok.status !== 'AWAITING DISPOSITION') return [];
      const data = planOf(batch, outcome.ok.returnId);
      if (dispositionsOf(data).length === 0) return [];
      return [{ customerNo, dueAt, step: 'return.dispose', subject: outcome.ok.returnId, data }];
    }),
  );
}

async function dispose(tx: Tx, batch: DueWorkBatch): Promise<void> {
  const { customerNo, items } = batch;
  await applyReturnDispositions(
    tx,
    items.flatMap(({ subject }) => {
      const plain = { inventoryStatus: undefined, recipient: undefined };
      return dispositionsOf(planOf(batch, subject)).map((decided) => ({
        ...decided,
        ...plain,
        ...createSystemCommandContext(customerNo, 'warehouse'),
        returnId: subject,
      }));
    }),
  );
}

/**
 * The dispositions of single lines, then the one of the rest, which is rejected without effect when nothing is left.
 */
function dispositionsOf({ dispositions = [], disposition }: SimulatedReturnPlan) {
  return [...dispositions, ...(disposition === undefined ? [] : [{ disposition, lines: undefined }])];
}
