/** Reporting delivery exceptions of packages in transit on request (decision 2). */

import { findPlaceOfZip } from '../addresses/index.ts';
import {
  domesticZipOf,
  hasDeliveryEstimates,
  holidayDateSetOfOperator,
  isWillCallCarrier,
  meaningOfScanCode,
  type PackageStatus,
} from '../carriers/index.ts';
import type { CarrierCode } from '../contract/code-lists.ts';
import { assertPresent } from '../lib/assert.ts';
import { readOperatorSettings } from '../operator-settings/index.ts';
import { readCustomerClock } from '../platform/clock.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { cancelDueWork, type DueWork, lockDueWorkOfSubjects, scheduleDueWork } from '../platform/due-work-store.ts';
import { type Outcome, refuse, refuseFaults, refuseState } from '../platform/errors.ts';
import { appendLog } from '../platform/log.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import {
  findSalesOrderKeysBySelector,
  lockSalesOrders,
  readOrderDetails,
  type SalesOrder,
  type SalesOrderSelector,
} from '../sales-orders/index.ts';
import {
  type Package,
  readPackages,
  recordCarrierScans,
  shipToAddressOf,
  warehouseByCode,
} from '../warehouse/index.ts';
import type { CarrierScanData } from './carrier-scan-data.ts';
import {
  computeDeliveryExceptionEffect,
  type DeliveryExceptionEffect,
  isHeldForPickup,
  type SimulatedDeliveryExceptionKind,
  type UpcomingScan,
} from './delivery-exceptions.ts';

export interface DeliveryExceptionReport extends CommandContext {
  readonly order: SalesOrderSelector;
  /** Undefined: all packages of the order that are in transit. */
  readonly packageNo: number | undefined;
  readonly mishap: SimulatedDeliveryExceptionKind;
  /** Message of the carrier; '' for the usual one. */
  readonly message: string;
}

export interface ReportedDeliveryException {
  readonly reference: string;
  readonly orderNo: string;
  readonly packages: readonly {
    readonly packageNo: number;
    readonly trackingNo: string;
    readonly status: PackageStatus;
    readonly estimatedDeliveryDate: Temporal.PlainDate | undefined;
  }[];
}

const scanStep = 'package.scan';

/**
 * The batch writer of ReportMishap. Refusals, in order of precedence: `MultipleOrders`, `NotFound`, the fault
 * `UnknownPackage`, `StateForbids` when no package is in transit, or for a failed attempt when all are held for pickup.
 */
export const deliveryExceptionReportWriter: BatchWriter<DeliveryExceptionReport, ReportedDeliveryException> = {
  name: 'packages.report-mishap',
  // One per batch: two requests could name the same order, one by number and one by reference.
  maxItems: 1,
  customerNo: ({ order }) => order.customerNo,
  identities: ({ order }) => ['reference' in order ? `reference\n${order.reference}` : `number\n${order.orderNo}`],
  write: async (tx, requests) => {
    const outcomes: Outcome<ReportedDeliveryException>[] = [];
    for (const request of requests) outcomes.push(await report(tx, request));
    return outcomes;
  },
};

async function report(tx: Tx, request: DeliveryExceptionReport): Promise<Outcome<ReportedDeliveryException>> {
  const [resolved] = await findSalesOrderKeysBySelector(tx, [request.order]);
  if (resolved === undefined || 'refused' in resolved) return assertPresent(resolved, 'the outcome of a name');
  const { customerNo } = resolved.ok;
  // Due work is locked before documents; the packages of an order stay the same once it has some.
  const ids = (await readPackages(tx, [resolved.ok])).map(({ packageId }) => packageId);
  const due = Map.groupBy(await lockDueWorkOfSubjects(tx, customerNo, scanStep, ids), ({ subject }) => subject);
  const [order] = await lockSalesOrders(tx, [resolved.ok]);
  if (order === undefined) return refuse('NotFound', 'The order does not exist.');
  const comingOf = ({ packageId }: Package) => (due.get(packageId) ?? []).map(comingScan);
  const decided = decideReport(order, await readPackages(tx, [order]), request, comingOf);
  if ('refused' in decided) return decided;

  const now = await readCustomerClock(tx, customerNo);
  const operator = await readOperatorSettings(tx);
  const to = shipToAddressOf((await readOrderDetails(tx, [order])).get(order.orderId), order.orderType);
  const zip = domesticZipOf(to);
  const zone = (zip && findPlaceOfZip(zip)?.timeZone) || warehouseByCode(order.warehouse, operator).timeZone;
  const context = { now, zone, holidays: holidayDateSetOfOperator(operator), message: request.message };
  const affected = decided.ok.map((p) => ({
    p,
    exception: computeDeliveryExceptionEffect(request.mishap, p, comingOf(p), context),
  }));

  cancelDueWork(
    tx,
    affected.flatMap(({ p }) => due.get(p.packageId) ?? []),
  );
  await recordCarrierScans(
    tx,
    { customerNo, at: now },
    affected.map(({ p, exception: { scan, estimatedDeliveryDate } }) => ({
      packageId: p.packageId,
      scan,
      ...(estimatedDeliveryDate === undefined ? {} : { estimatedDeliveryDate }),
    })),
  );
  scheduleDueWork(
    tx,
    affected.flatMap(({ p, exception }) => exception.coming.map((scan) => dueScan(p, scan))),
  );
  const packages = affected.map(({ p, exception }) => reportedPackage(p, exception));
  const { mishap, reference } = request;
  appendLog(tx, request, {
    kind: 'package.mishap',
    subject: order.orderId,
    occurredAt: now,
    data: { mishap, packages: packages.map(({ packageNo }) => packageNo) },
  });
  return { ok: { reference, orderNo: order.orderNo, packages } };
}

const inTransit: ReadonlySet<PackageStatus> = new Set(['SHIPPED', 'IN TRANSIT', 'EXCEPTION', 'READY FOR PICKUP']);

/** The packages that the exception affects. Pure. */
function decideReport(
  order: SalesOrder,
  packages: readonly Package[],
  { packageNo, mishap }: DeliveryExceptionReport,
  comingOf: (p: Package) => readonly UpcomingScan[],
): Outcome<Package[]> {
  const named = packages.filter((p) => packageNo === undefined || p.packageNo === packageNo);
  if (packageNo !== undefined && packages.length > 0 && named.length === 0) {
    const message = `is not a package of order ${order.orderNo}, which has ${packages.length}`;
    return refuseFaults([{ field: 'PackageNo', code: 'UnknownPackage', message }]);
  }
  const carried = named.filter((p) => inTransit.has(p.status) && !isWillCallCarrier(p.carrier as CarrierCode));
  if (carried.length === 0) {
    const states = [...new Set(named.map(({ status }) => status))].join(', ') || order.status;
    const { orderNo } = order;
    const fault =
      packageNo === undefined ? `No package of order ${orderNo} is` : `Package ${packageNo} of order ${orderNo} is not`;
    return refuseState(states, `${fault} in transit (status ${states}).`);
  }
  if (mishap !== 'ATTEMPT FAILED') return { ok: carried };
  const attempted = carried.filter((p) => !isHeldForPickup(p, comingOf(p)));
  if (attempted.length > 0) return { ok: attempted };
  return refuseState(
    order.status,
    `Order ${order.orderNo} is picked up at a carrier's location: there is no delivery attempt (status ${order.status}).`,
  );
}

const comingScan = ({ dueAt, data }: DueWork): UpcomingScan => ({ dueAt, data: data as CarrierScanData });

const dueScan = ({ customerNo, packageId }: Package, { dueAt, data }: UpcomingScan): DueWork => ({
  customerNo,
  dueAt,
  step: scanStep,
  subject: packageId,
  data,
});

function reportedPackage(
  p: Package,
  { scan, estimatedDeliveryDate }: DeliveryExceptionEffect,
): ReportedDeliveryException['packages'][number] {
  const estimate = (hasDeliveryEstimates(p.carrier) ? estimatedDeliveryDate : undefined) ?? p.estimatedDeliveryDate;
  const { status } = assertPresent(meaningOfScanCode(scan.code), `the scan code ${scan.code}`);
  return { packageNo: p.packageNo, trackingNo: p.trackingNo, status, estimatedDeliveryDate: estimate };
}
