/**
 * Steps of the simulated warehouse and carriers (decision 2). Orders that the carriers accept go from received to delivered:
 * processed when due, packed some minutes later, shipped at the carrier's pickup in the afternoon, scanned as the sandbox
 * carrier plans, delivered. Steps of orders here are due on full minutes and scans on quarter hours, so that thousands of orders
 * need few batches.
 */
import {
  domesticZipOf,
  holidayDateSetOfOperator,
  instantOfLocalTime,
  isWillCallCarrier,
  planSandboxTrip,
  type SandboxScan,
  type SandboxTrip,
} from '../carriers/index.ts';
import type { CarrierCode, CarrierServiceCode } from '../contract/code-lists.ts';
import type { Warehouse } from '../contract/operator-settings.ts';
import { activeFloorStates, readFloorWork } from '../floor/index.ts';
import { createEventLoopYielder } from '../lib/event-loop-yielder.ts';
import { type OperatorSettings, readOperatorSettings } from '../operator-settings/index.ts';
import type { Tx } from '../platform/db/db.ts';
import type { DueWorkBatch, DueWorkStepHandlers } from '../platform/due-work.ts';
import { type DueWork, scheduleDueWork } from '../platform/due-work-store.ts';
import {
  consumerStatusBackorderStepHandlers,
  holdStepHandlers,
  lockSalesOrders,
  waitingOrderStepHandlers,
} from '../sales-orders/index.ts';
import { holdStoppedOrders } from '../shipping-labels/index.ts';
import {
  type OrderWithPackages,
  type Package,
  type PackageCarrierScan,
  packOrdersWithoutCarrierLabels,
  recordCarrierScans,
  shipPackages,
  shipToAddressOf,
  startOrderProcessing,
  warehouseByCode,
} from '../warehouse/index.ts';
import { type CarrierScanData, carrierScanFromData, toCarrierScanData } from './carrier-scan-data.ts';
import {
  computeSimulatedPackingTime,
  findOrderIdsWithScannedJitLabels,
  roundUpToMinute,
  scheduleJitScans,
  simulatedPackingStepHandlers,
} from './packing-station.ts';
import { simulatedReturnStepHandlers } from './return-steps.ts';
import { simulatedTransferStepHandlers } from './transfer-steps.ts';

/** Daily pickup of the carriers, in the warehouse's time zone: after the last of the default cutoffs. */
const pickupTime = '16:00';
/** Minutes from the pickup to the earliest carrier scan. */
const firstEventMinutes = 15;
/** Scans of one statement: more than the packages of a usual batch have. */
const maxScheduledAtOnce = 5_000;

const floorWork = ({ customerNo, now, items }: DueWorkBatch) => ({
  customerNo,
  at: now,
  orderIds: items.map((item) => item.subject),
});

export const simulationStepHandlers: DueWorkStepHandlers = {
  ...holdStepHandlers,
  ...consumerStatusBackorderStepHandlers,
  ...simulatedReturnStepHandlers,
  ...simulatedPackingStepHandlers,
  ...simulatedTransferStepHandlers,
  ...waitingOrderStepHandlers,

  'sales_order.process': { run: processOrders },
  'sales_order.pack': { run: pack },
  'sales_order.ship': { run: ship },
  'sales_order.collect': { run: collect },
  // Scans have their own times, so those of one hour are recorded in one batch.
  'package.scan': { run: scan, batchWindowMinutes: 60 },
};

async function processOrders(tx: Tx, batch: DueWorkBatch): Promise<void> {
  const work = floorWork(batch);
  const started = await startOrderProcessing(tx, work, 'sandbox');
  const dueAt = computeSimulatedPackingTime(batch.now);
  // A JIT order waits for the scan of its label at the packing station.
  const startedIds = new Set(started.map(({ orderId }) => orderId));
  await scheduleJitScans(
    tx,
    work.orderIds.filter((orderId) => !startedIds.has(orderId)).map((orderId) => ({ ...work, orderId })),
    batch.now,
  );
  scheduleDueWork(
    tx,
    started.map(({ customerNo, orderId }) => ({ customerNo, dueAt, step: 'sales_order.pack', subject: orderId })),
  );
}

async function pack(tx: Tx, batch: DueWorkBatch): Promise<void> {
  const work = floorWork(batch);
  const { customerNo, orderIds } = work;
  const keys = orderIds.map((orderId) => ({ customerNo, orderId }));
  const scanned = await findOrderIdsWithScannedJitLabels(tx, keys);
  const operator = await readOperatorSettings(tx);
  // As in production, where a rule that was made since stops an order before its label is bought.
  if (!operator.standingRules.isEmpty) await holdStoppedOrders(tx, await lockSalesOrders(tx, keys), batch.now);
  const packed = await packOrdersWithoutCarrierLabels(tx, work, scanned);
  scheduleDueWork(
    tx,
    packed.flatMap((worked) => afterPacking(worked, batch.now, operator)),
  );
}

async function ship(tx: Tx, batch: DueWorkBatch): Promise<void> {
  const shipped = await shipPackages(tx, await workLeftToSimulation(tx, batch));
  await scheduleCarrierScans(tx, shipped, batch.now);
}

/**
 * The orders of a batch without those that people have on the floor: after their labels were voided, these were packed again in a worked
 * warehouse, and leave it when people record their departure.
 */
async function workLeftToSimulation(tx: Tx, batch: DueWorkBatch): Promise<ReturnType<typeof floorWork>> {
  const work = floorWork(batch);
  const { customerNo } = work;
  const works = await readFloorWork(
    tx,
    work.orderIds.map((orderId) => ({ customerNo, orderId })),
  );
  const onFloor = new Set(works.flatMap(({ orderId, state }) => (activeFloorStates.includes(state) ? [orderId] : [])));
  return { ...work, orderIds: work.orderIds.filter((orderId) => !onFloor.has(orderId)) };
}

/** Schedules the carriers' scans of packages that have just left, also of those that people shipped (decision 42). */
export async function scheduleCarrierScans(
  tx: Tx,
  shipped: readonly OrderWithPackages[],
  now: Temporal.Instant,
): Promise<void> {
  const operator = await readOperatorSettings(tx);
  const yieldToEventLoop = createEventLoopYielder();
  let due: DueWork[] = [];
  // An order can have thousands of packages.
  for (const worked of shipped) {
    for (const p of worked.packages) {
      await yieldToEventLoop();
      const trip = tripOf(p, worked, now, operator);
      due.push(...trip.scans.map((planned, index) => scanDue(p, planned, index === 0 ? trip : undefined)));
      if (due.length < maxScheduledAtOnce) continue;
      scheduleDueWork(tx, due);
      due = [];
    }
  }
  scheduleDueWork(tx, due);
}

async function collect(tx: Tx, batch: DueWorkBatch): Promise<void> {
  const scans = batch.items.map(
    (item) => [item.subject, carrierScanFromData(item.data as CarrierScanData, item.dueAt)] as const,
  );
  await shipPackages(tx, await workLeftToSimulation(tx, batch), new Map(scans));
}

async function scan(tx: Tx, { customerNo, now, items }: DueWorkBatch): Promise<void> {
  const scans = items.map(({ subject, dueAt, data }): PackageCarrierScan => {
    const { estimate } = data as CarrierScanData;
    return {
      packageId: subject,
      scan: carrierScanFromData(data as CarrierScanData, dueAt),
      ...(estimate === undefined ? {} : { estimatedDeliveryDate: Temporal.PlainDate.from(estimate) }),
    };
  });
  await recordCarrierScans(tx, { customerNo, at: now }, scans);
}

/**
 * Pickup by the carrier in the afternoon, or in a minute if that is past; for will call, ready for pickup and then collected
 * by the recipient.
 */
function afterPacking(worked: OrderWithPackages, now: Temporal.Instant, operator: OperatorSettings): DueWork[] {
  const { order, packages } = worked;
  const [first] = packages;
  if (first === undefined) return [];
  const { customerNo, orderId } = order;
  const warehouse = warehouseByCode(order.warehouse, operator);
  if (!isWillCallCarrier(order.carrier as CarrierCode)) {
    return [{ customerNo, dueAt: pickupOf(first, warehouse, now), step: 'sales_order.ship', subject: orderId }];
  }
  const [ready, collected] = tripOf(first, worked, now, operator).scans;
  const due: DueWork[] = [];
  if (ready !== undefined) due.push(...packages.map((p) => scanDue(p, ready)));
  if (collected !== undefined) {
    due.push({
      customerNo,
      dueAt: collected.at,
      step: 'sales_order.collect',
      subject: orderId,
      data: toCarrierScanData(collected),
    });
  }
  return due;
}

function pickupOf(packed: Package, warehouse: Warehouse, now: Temporal.Instant): Temporal.Instant {
  const pickup = instantOfLocalTime(packed.requestedShipDate, pickupTime, warehouse.timeZone);
  return Temporal.Instant.compare(pickup, now) > 0 ? pickup : roundUpToMinute(now.add({ minutes: 1 }));
}

/** The scans that the sandbox carrier plans for a package that ships now. */
function tripOf(
  packed: Package,
  { order, details }: OrderWithPackages,
  now: Temporal.Instant,
  operator: OperatorSettings,
): SandboxTrip {
  const to = shipToAddressOf(details, order.orderType);
  const origin = warehouseByCode(order.warehouse, operator);
  return planSandboxTrip({
    id: packed.packageId,
    packageNo: packed.packageNo,
    carrier: packed.carrier as CarrierCode,
    service: packed.service as CarrierServiceCode,
    shippedAt: now.add({ minutes: firstEventMinutes }),
    origin,
    destination: { city: to.city, state: to.state, zip: domesticZipOf(to) },
    ...(details?.holdLocation === undefined ? {} : { holdLocation: details.holdLocation.company }),
    holidays: holidayDateSetOfOperator(operator),
  });
}

/** The estimate is published with the origin scan. */
function scanDue(packed: Package, planned: SandboxScan, published?: SandboxTrip): DueWork {
  return {
    customerNo: packed.customerNo,
    dueAt: planned.at,
    step: 'package.scan',
    subject: packed.packageId,
    data: toCarrierScanData(planned, published?.estimatedDeliveryDate),
  };
}
