/**
 * What the simulated warehouse and carriers do, and when (decision 2). Orders move by themselves from received to
 * delivered and nothing goes wrong: begun when due, packed ten minutes later, handed over at the carrier's pickup in the
 * afternoon, scanned as the sandbox carrier plans, delivered. Floor steps fall on full minutes and scans on quarters of
 * an hour, so that thousands of orders move in few waves.
 */
import {
  domesticZip,
  instantAt,
  isWillCall,
  operatorHolidays,
  type PlannedScan,
  type PlannedTrip,
  planScans,
} from '../carriers/index.ts';
import type { CarrierCode, CarrierServiceCode } from '../contract/code-lists.ts';
import type { Warehouse } from '../contract/operator-settings.ts';
import { type OperatorSettings, readOperatorSettings } from '../operator-settings/index.ts';
import type { Tx } from '../platform/db/db.ts';
import type { DueBatch, StepHandlers } from '../platform/due-work.ts';
import { type DueWork, scheduleDueWork } from '../platform/due-work-store.ts';
import { holdSteps } from '../sales-orders/index.ts';
import {
  type OrderWithPackages,
  type Package,
  type PackageScan,
  packOrders,
  recordScans,
  shipPackages,
  shipTo,
  startProcessing,
  warehouseOf,
} from '../warehouse/index.ts';
import { awaitStationScan, scannedOrders, stationSteps } from './packing-station.ts';
import { fullMinute, packingTime } from './packing-time.ts';
import { returnSteps } from './return-steps.ts';
import { readScan, type ScanData, scanData } from './scan-data.ts';
import { transferSteps } from './transfer-steps.ts';

/** When carriers come for the day's packages, on the warehouse's clock: after the last cutoff. */
const pickupTime = '16:00';
/** Minutes from the hand-over to the first event that the carrier can have. */
const firstEventMinutes = 15;

const floorWork = ({ customerNo, now, items }: DueBatch) => ({
  customerNo,
  at: now,
  orderIds: items.map((item) => item.subject),
});

export const simulationSteps: StepHandlers = {
  ...holdSteps,
  ...returnSteps,
  ...stationSteps,
  ...transferSteps,

  'sales_order.process': { run: processOrders },
  'sales_order.pack': { run: pack },
  'sales_order.ship': { run: ship },
  'sales_order.collect': { run: collect },
  // Events carry their own times, so those of an hour are taken in together.
  'package.scan': { run: scan, batchWindowMinutes: 60 },
};

async function processOrders(tx: Tx, wave: DueBatch): Promise<void> {
  const started = await startProcessing(tx, floorWork(wave), 'sandbox');
  const dueAt = packingTime(wave.now);
  // A JIT order waits for its label to be scanned at the bench.
  const { waiting = [], packed = [] } = Object.groupBy(started, ({ orderType }) =>
    orderType === 'JIT' ? 'waiting' : 'packed',
  );
  await awaitStationScan(tx, waiting, wave.now);
  await scheduleDueWork(
    tx,
    packed.map(({ customerNo, orderId }) => ({ customerNo, dueAt, step: 'sales_order.pack', subject: orderId })),
  );
}

async function pack(tx: Tx, wave: DueBatch): Promise<void> {
  const work = floorWork(wave);
  const { customerNo, orderIds } = work;
  const scanned = await scannedOrders(
    tx,
    orderIds.map((orderId) => ({ customerNo, orderId })),
  );
  const packed = await packOrders(tx, work, scanned);
  const operator = await readOperatorSettings(tx);
  await scheduleDueWork(
    tx,
    packed.flatMap((worked) => afterPacking(worked, wave.now, operator)),
  );
}

async function ship(tx: Tx, wave: DueBatch): Promise<void> {
  const shipped = await shipPackages(tx, floorWork(wave));
  const operator = await readOperatorSettings(tx);
  await scheduleDueWork(
    tx,
    shipped.flatMap((worked) =>
      worked.packages.flatMap((p) => {
        const journey = journeyOf(p, worked, wave.now, operator);
        return journey.scans.map((planned, index) => scanDue(p, planned, index === 0 ? journey : undefined));
      }),
    ),
  );
}

async function collect(tx: Tx, wave: DueBatch): Promise<void> {
  const scans = wave.items.map((item) => [item.subject, readScan(item.data as ScanData, item.dueAt)] as const);
  await shipPackages(tx, floorWork(wave), new Map(scans));
}

async function scan(tx: Tx, { customerNo, now, items }: DueBatch): Promise<void> {
  const scans = items.map(({ subject, dueAt, data }): PackageScan => {
    const { estimate } = data as ScanData;
    return {
      packageId: subject,
      scan: readScan(data as ScanData, dueAt),
      ...(estimate === undefined ? {} : { estimatedDeliveryDate: Temporal.PlainDate.from(estimate) }),
    };
  });
  await recordScans(tx, { customerNo, at: now }, scans);
}

/** The carrier comes in the afternoon; for will call the recipient comes, and the warehouse says when it is ready. */
function afterPacking(worked: OrderWithPackages, now: Temporal.Instant, operator: OperatorSettings): DueWork[] {
  const { order, packages } = worked;
  const [first] = packages;
  if (first === undefined) return [];
  const { customerNo, orderId } = order;
  const warehouse = warehouseOf(order.warehouse, operator);
  if (!isWillCall(order.carrier as CarrierCode)) {
    return [{ customerNo, dueAt: pickupOf(first, warehouse, now), step: 'sales_order.ship', subject: orderId }];
  }
  const [ready, collected] = journeyOf(first, worked, now, operator).scans;
  const due: DueWork[] = [];
  if (ready !== undefined) due.push(...packages.map((p) => scanDue(p, ready)));
  if (collected !== undefined) {
    due.push({
      customerNo,
      dueAt: collected.at,
      step: 'sales_order.collect',
      subject: orderId,
      data: scanData(collected),
    });
  }
  return due;
}

function pickupOf(packed: Package, warehouse: Warehouse, now: Temporal.Instant): Temporal.Instant {
  const pickup = instantAt(packed.requestedShipDate, pickupTime, warehouse.timeZone);
  return Temporal.Instant.compare(pickup, now) > 0 ? pickup : fullMinute(now.add({ minutes: 1 }));
}

/** Everything that the sandbox carrier will do with a package that is handed over now. */
function journeyOf(
  packed: Package,
  { order, details }: OrderWithPackages,
  now: Temporal.Instant,
  operator: OperatorSettings,
): PlannedTrip {
  const to = shipTo(details);
  const origin = warehouseOf(order.warehouse, operator);
  return planScans({
    id: packed.packageId,
    packageNo: packed.packageNo,
    carrier: packed.carrier as CarrierCode,
    service: packed.service as CarrierServiceCode,
    shippedAt: now.add({ minutes: firstEventMinutes }),
    origin,
    destination: { city: to.city, state: to.state, zip: domesticZip(to) },
    ...(details?.holdLocation === undefined ? {} : { holdLocation: details.holdLocation.company }),
    holidays: operatorHolidays(operator),
  });
}

/** The estimate is published with the origin scan. */
function scanDue(packed: Package, planned: PlannedScan, published?: PlannedTrip): DueWork {
  return {
    customerNo: packed.customerNo,
    dueAt: planned.at,
    step: 'package.scan',
    subject: packed.packageId,
    data: scanData(planned, published?.estimatedDeliveryDate),
  };
}
