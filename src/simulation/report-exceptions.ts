/** Lets something go wrong with packages on their way, because a call asks for it (decision 2). */

import { findZip } from '../addresses/index.ts';
import {
  domesticZip,
  hasEstimates,
  isWillCall,
  operatorHolidays,
  type PackageStatus,
  scanCode,
} from '../carriers/index.ts';
import type { CarrierCode } from '../contract/code-lists.ts';
import { assertPresent } from '../lib/assert.ts';
import { readOperatorSettings } from '../operator-settings/index.ts';
import { customerTime } from '../platform/clock.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { cancelDueWork, type DueWork, lockDueWork, scheduleDueWork } from '../platform/due-work-store.ts';
import { type Outcome, refuse, refuseFaults } from '../platform/errors.ts';
import { appendLog } from '../platform/log.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import {
  lockSalesOrders,
  type OrderName,
  readOrderDetails,
  resolveOrders,
  type SalesOrder,
} from '../sales-orders/index.ts';
import { type Package, readPackages, recordScans, shipTo, warehouseOf } from '../warehouse/index.ts';
import {
  applyException,
  type ComingScan,
  type DeliveryException,
  type ExceptionKind,
  isHeld,
} from './delivery-exceptions.ts';
import type { ScanData } from './scan-data.ts';

export interface ExceptionReport extends CommandContext {
  readonly order: OrderName;
  /** Undefined: every package of the order that is on its way. */
  readonly packageNo: number | undefined;
  readonly mishap: ExceptionKind;
  /** In the carrier's words; '' for the usual ones. */
  readonly message: string;
}

export interface ReportedException {
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
 * Takes ReportMishap calls. Refusals, in order of precedence: `MultipleOrders`, `NotFound`, the fault `UnknownPackage`,
 * `StateForbids` where no carrier has the package, or where an attempt is not what it waits for.
 */
export const exceptionReports: BatchWriter<ExceptionReport, ReportedException> = {
  name: 'packages.report-mishap',
  // An order may be named by its number and by a reference: two reports of a set must not meet, so each stands alone.
  maxItems: 1,
  customerNo: ({ order }) => order.customerNo,
  identities: ({ order }) => ['reference' in order ? `reference\n${order.reference}` : `number\n${order.orderNo}`],
  write: async (tx, members) => {
    const outcomes: Outcome<ReportedException>[] = [];
    for (const member of members) outcomes.push(await report(tx, member));
    return outcomes;
  },
};

async function report(tx: Tx, member: ExceptionReport): Promise<Outcome<ReportedException>> {
  const [resolved] = await resolveOrders(tx, [member.order]);
  if (resolved === undefined || 'refused' in resolved) return assertPresent(resolved, 'the outcome of a name');
  const { customerNo } = resolved.ok;
  // Due work is locked before documents; the packages of an order stay the same once it has some.
  const ids = (await readPackages(tx, [resolved.ok])).map(({ packageId }) => packageId);
  const due = Map.groupBy(await lockDueWork(tx, customerNo, scanStep, ids), ({ subject }) => subject);
  const [order] = await lockSalesOrders(tx, [resolved.ok]);
  if (order === undefined) return refuse('NotFound', 'there is no such order');
  const comingOf = ({ packageId }: Package) => (due.get(packageId) ?? []).map(comingScan);
  const decided = decideReport(order, await readPackages(tx, [order]), member, comingOf);
  if ('refused' in decided) return decided;

  const now = await customerTime(tx, customerNo);
  const operator = await readOperatorSettings(tx);
  const to = shipTo((await readOrderDetails(tx, [order])).get(order.orderId));
  const zip = domesticZip(to);
  const zone = (zip && findZip(zip)?.timeZone) || warehouseOf(order.warehouse, operator).timeZone;
  const world = { now, zone, holidays: operatorHolidays(operator), message: member.message };
  const befallen = decided.ok.map((p) => ({ p, fate: applyException(member.mishap, p, comingOf(p), world) }));

  await cancelDueWork(
    tx,
    befallen.flatMap(({ p }) => due.get(p.packageId) ?? []),
  );
  await recordScans(
    tx,
    { customerNo, at: now },
    befallen.map(({ p, fate: { scan, estimatedDeliveryDate } }) => ({
      packageId: p.packageId,
      scan,
      ...(estimatedDeliveryDate === undefined ? {} : { estimatedDeliveryDate }),
    })),
  );
  await scheduleDueWork(
    tx,
    befallen.flatMap(({ p, fate }) => fate.coming.map((scan) => dueScan(p, scan))),
  );
  const packages = befallen.map(({ p, fate }) => reportedPackage(p, fate));
  const { mishap, reference } = member;
  appendLog(tx, member, {
    kind: 'package.mishap',
    subject: order.orderId,
    occurredAt: now,
    data: { mishap, packages: packages.map(({ packageNo }) => packageNo) },
  });
  return { ok: { reference, orderNo: order.orderNo, packages } };
}

const onTheWay: ReadonlySet<PackageStatus> = new Set(['SHIPPED', 'IN TRANSIT', 'EXCEPTION', 'READY FOR PICKUP']);

/** The packages that it befalls. Pure. */
function decideReport(
  order: SalesOrder,
  packages: readonly Package[],
  { packageNo, mishap }: ExceptionReport,
  comingOf: (p: Package) => readonly ComingScan[],
): Outcome<Package[]> {
  const named = packages.filter((p) => packageNo === undefined || p.packageNo === packageNo);
  if (packageNo !== undefined && packages.length > 0 && named.length === 0) {
    const message = `is no package of order ${order.orderNo}, which has ${packages.length}`;
    return refuseFaults([{ field: 'PackageNo', code: 'UnknownPackage', message }]);
  }
  const carried = named.filter((p) => onTheWay.has(p.status) && p.leg === 0 && !isWillCall(p.carrier as CarrierCode));
  if (carried.length === 0) {
    const states = [...new Set(named.map(({ status }) => status))].join(', ') || order.status;
    return refuse(
      'StateForbids',
      `no carrier has ${packageNo === undefined ? 'a package' : 'that package'} of order ${order.orderNo} on its way (its state is ${states})`,
    );
  }
  if (mishap !== 'ATTEMPT FAILED') return { ok: carried };
  const delivered = carried.filter((p) => !isHeld(p, comingOf(p)));
  if (delivered.length > 0) return { ok: delivered };
  return refuse(
    'StateForbids',
    `order ${order.orderNo} is fetched at a carrier's location: no delivery is attempted (its state is ${order.status})`,
  );
}

const comingScan = ({ dueAt, data }: DueWork): ComingScan => ({ dueAt, data: data as ScanData });

const dueScan = ({ customerNo, packageId }: Package, { dueAt, data }: ComingScan): DueWork => ({
  customerNo,
  dueAt,
  step: scanStep,
  subject: packageId,
  data,
});

function reportedPackage(
  p: Package,
  { scan, estimatedDeliveryDate }: DeliveryException,
): ReportedException['packages'][number] {
  const estimate = (hasEstimates(p.carrier) ? estimatedDeliveryDate : undefined) ?? p.estimatedDeliveryDate;
  const { status } = assertPresent(scanCode(scan.code), `the scan code ${scan.code}`);
  return { packageNo: p.packageNo, trackingNo: p.trackingNo, status, estimatedDeliveryDate: estimate };
}
