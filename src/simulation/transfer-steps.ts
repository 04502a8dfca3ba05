/**
 * Steps of transfer orders on the customer's clock (decision 2): picking starts on the morning of the first working day from
 * the requested date, they ship at noon, or at once if that is past, arrive within seven days, and are closed an hour
 * later. Orders whose state no longer fits a step are skipped.
 */
import {
  addWorkingDays,
  computeGroundTransitDays,
  findTransitDaysInTable,
  holidayDateSetOfOperator,
  instantOfLocalTime,
  workCalendarOfWarehouse,
} from '../carriers/index.ts';
import { lockBackorderQueues } from '../inventory/index.ts';
import { dateInZone } from '../lib/dates.ts';
import { isWorkedWarehouse, type OperatorSettings, readOperatorSettings } from '../operator-settings/index.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import { createSystemCommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import type { DueWorkBatch, DueWorkStepHandlers } from '../platform/due-work.ts';
import { type DueWork, scheduleDueWork } from '../platform/due-work-store.ts';
import { okValuesOf } from '../platform/errors.ts';
import { readTransferIdsBeingPicked } from '../receiving/index.ts';
import {
  closeTransfers,
  computeTransferDepartureDay,
  computeTransferStartTime,
  lockTransferOrders,
  postTransferReceipts,
  shipTransfers,
  startTransfers,
  type TransferOrder,
  type TransferReceiptResult,
  type TransferStepRequest,
  transferStartStep,
} from '../transfer-orders/index.ts';

/** Departure and arrival of trucks, in the time zone of the warehouse. */
const departureTime = '12:00';
const arrivalTime = '10:00';
/** The carrier and service whose transit times apply, the same as for orders whose carrier the operator chooses. */
const freight = { carrier: 'BSW', service: 'GRND' } as const;
/** Maximum working days by distance. With a weekend and a holiday this is still less than a week from noon. */
const maxDaysByDistance = 4;
const maxTransitHours = 7 * 24;
const minutesToClosing = 60;

/** When a step that people have to do is checked again. */
const nextCheck = (now: Temporal.Instant): Temporal.Instant => now.add({ hours: 24 });

export const simulatedTransferStepHandlers: DueWorkStepHandlers = {
  [transferStartStep]: { run: start },
  'transfer_order.ship': { run: ship },
  'transfer_order.arrive': { run: arrive },
  'transfer_order.close': { run: close },
};

const stepRequestsOf = ({ customerNo, now, items }: DueWorkBatch): TransferStepRequest[] =>
  items.map(({ subject }) => ({
    ...createSystemCommandContext(customerNo, 'warehouse'),
    name: { customerNo, reference: subject },
    at: now,
  }));

const lockTransfersOfBatch = (tx: Tx, { customerNo, items }: DueWorkBatch): Promise<TransferOrder[]> =>
  lockTransferOrders(
    tx,
    items.map(({ subject }) => ({ customerNo, orderId: subject })),
  );

async function start(tx: Tx, batch: DueWorkBatch): Promise<void> {
  const { customerNo, now, items } = batch;
  const operator = await readOperatorSettings(tx);
  const orders = await lockTransfersOfBatch(tx, batch);
  // An update may have moved the requested date. At a worked warehouse people pick it; a day later it may be automatic.
  const later = new Map(
    orders.flatMap((order) => {
      if (order.status === 'OPEN' && isWorkedWarehouse(order.fromWarehouse, operator))
        return [[order.orderId, nextCheck(now)] as const];
      const begins = computeTransferStartTime(order, now, operator);
      return Temporal.Instant.compare(begins, now) > 0 ? [[order.orderId, begins] as const] : [];
    }),
  );
  const due = { ...batch, items: items.filter(({ subject }) => !later.has(subject)) };
  const started = okValuesOf(await startTransfers(tx, stepRequestsOf(due)));
  // A person may have begun to pick it before its day.
  const begun = orders.filter(({ orderId, status }) => status === 'PICKING' && !later.has(orderId));
  scheduleDueWork(tx, [
    ...[...later].map(([subject, dueAt]) => ({ customerNo, dueAt, step: transferStartStep, subject })),
    ...[...begun, ...started].map((order) => ({
      customerNo,
      dueAt: departureOf(order, now, operator),
      step: 'transfer_order.ship',
      subject: order.orderId,
    })),
  ]);
}

/**
 * Ships transfers that are due. Postpones those that people have to ship: transfers from a worked warehouse, and
 * transfers that a person has begun to pick.
 */
async function ship(tx: Tx, batch: DueWorkBatch): Promise<void> {
  const { customerNo, now, items } = batch;
  const operator = await readOperatorSettings(tx);
  lockBackorderQueues(tx, [customerNo]);
  const orders = await lockTransfersOfBatch(tx, batch);
  const picking = orders.filter(({ status }) => status === 'PICKING');
  const begun = await readTransferIdsBeingPicked(
    tx,
    customerNo,
    picking.map(({ orderId }) => orderId),
  );
  const theirs = picking.filter(
    ({ orderId, fromWarehouse }) => isWorkedWarehouse(fromWarehouse, operator) || begun.has(orderId),
  );
  scheduleDueWork(
    tx,
    theirs.map(({ orderId }) => ({ customerNo, dueAt: nextCheck(now), step: 'transfer_order.ship', subject: orderId })),
  );
  const left = new Set(theirs.map(({ orderId }) => orderId));
  const outcomes = await shipTransfers(
    tx,
    stepRequestsOf({ ...batch, items: items.filter(({ subject }) => !left.has(subject)) }),
  );
  scheduleDueWork(
    tx,
    outcomes.flatMap((outcome): DueWork[] => {
      if ('refused' in outcome || outcome.ok.status !== 'IN TRANSIT') return [];
      return [arrivalWork(outcome.ok, now, operator)];
    }),
  );
}

/** Schedules the arrival of transfers that people have shipped. */
export async function scheduleTransferArrivals(tx: Tx, shipped: readonly TransferOrder[]): Promise<void> {
  const operator = await readOperatorSettings(tx);
  const timeOf = await readCustomerClockLookup(tx, shipped);
  scheduleDueWork(
    tx,
    shipped.map((order) => arrivalWork(order, timeOf(order.customerNo), operator)),
  );
}

const arrivalWork = (order: TransferOrder, now: Temporal.Instant, operator: OperatorSettings): DueWork => ({
  customerNo: order.customerNo,
  dueAt: arrivalOf(order, now, operator),
  step: 'transfer_order.arrive',
  subject: order.orderId,
});

/**
 * Receives transfers that are due. Postpones those that people have to receive: transfers to a worked warehouse, and
 * transfers that a person has begun to count.
 */
async function arrive(tx: Tx, batch: DueWorkBatch): Promise<void> {
  const { now, items } = batch;
  const operator = await readOperatorSettings(tx);
  const orders = await lockTransfersOfBatch(tx, batch);
  const theirs = orders.filter(
    ({ status, toWarehouse, openReceipts }) =>
      (status === 'IN TRANSIT' || status === 'RECEIVING') &&
      (isWorkedWarehouse(toWarehouse, operator) || openReceipts > 0),
  );
  scheduleDueWork(
    tx,
    theirs.map((order) => ({ ...arrivalWork(order, now, operator), dueAt: nextCheck(now) })),
  );
  const left = new Set(theirs.map(({ orderId }) => orderId));
  const due = { ...batch, items: items.filter(({ subject }) => !left.has(subject)) };
  const outcomes = await postTransferReceipts(
    tx,
    stepRequestsOf(due).map((request) => ({ ...request, lines: undefined, final: true })),
  );
  scheduleTransferClosing(tx, okValuesOf(outcomes), () => batch.now);
}

async function close(tx: Tx, batch: DueWorkBatch): Promise<void> {
  await closeTransfers(tx, stepRequestsOf(batch));
}

/** Schedules the closing of RECEIVED orders an hour later. */
export function scheduleTransferClosing(
  tx: Tx,
  received: readonly TransferReceiptResult[],
  timeOf: (customerNo: string) => Temporal.Instant,
): void {
  scheduleDueWork(
    tx,
    received
      .filter(({ status }) => status === 'RECEIVED')
      .map(({ customerNo, orderId }) => ({
        customerNo,
        dueAt: timeOf(customerNo).add({ minutes: minutesToClosing }),
        step: 'transfer_order.close',
        subject: orderId,
      })),
  );
}

function departureOf(order: TransferOrder, now: Temporal.Instant, operator: OperatorSettings): Temporal.Instant {
  const warehouse = operator.warehouses.get(order.fromWarehouse);
  if (warehouse === undefined) return now;
  const leaves = instantOfLocalTime(computeTransferDepartureDay(order, operator), departureTime, warehouse.timeZone);
  return Temporal.Instant.compare(leaves, now) > 0 ? leaves : now;
}

/**
 * The morning of a working day of the destination, after the operator's ground transit time (decision 26) or else by
 * distance; at most seven days later.
 */
function arrivalOf(order: TransferOrder, now: Temporal.Instant, operator: OperatorSettings): Temporal.Instant {
  const latest = now.add({ hours: maxTransitHours });
  const [from, to] = [operator.warehouses.get(order.fromWarehouse), operator.warehouses.get(order.toWarehouse)];
  if (from === undefined || to === undefined) return latest;
  const byDistance = Math.min(computeGroundTransitDays(from.zip, to.zip), maxDaysByDistance);
  const days = findTransitDaysInTable(freight, from, to.zip) ?? byDistance;
  const day = addWorkingDays(
    workCalendarOfWarehouse(to, holidayDateSetOfOperator(operator)),
    dateInZone(now, to.timeZone),
    days,
  );
  const arrives = instantOfLocalTime(day, arrivalTime, to.timeZone);
  return Temporal.Instant.compare(arrives, latest) < 0 ? arrives : latest;
}
