/**
 * Applies carrier webhook events, and what lookups find, to packages. The shipment reference in an event identifies the customer. When
 * an event has no reference, the carrier is asked for it, and a reference that it returns is cached by shipment.
 */
import {
  meaningOfScanCode,
  parseShipmentReference,
  type RawCarrierWebhook,
  type SigningCarrierAccount,
  type TrackingReport,
} from '../carriers/index.ts';
import { isWorkedWarehouse, readOperatorSettings } from '../operator-settings/index.ts';
import { readCustomerClock } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Outcome } from '../platform/errors.ts';
import {
  describeStandingStops,
  findStandingStops,
  readSalesOrders,
  type SalesOrder,
  type SalesOrderKey,
} from '../sales-orders/index.ts';
import {
  hasLeft,
  isLivePackage,
  type Package,
  type PackageCarrierScan,
  readPackages,
  recordCarrierScans,
  shipPackages,
} from '../warehouse/index.ts';
import { readLabelIntent } from './label-intent-store.ts';
import type { LabelIntent } from './label-plan.ts';
import type { LabelDeps } from './label-work.ts';
import {
  isLabelVoidRequested,
  recordStoppedDeparture,
  recordUnauthorizedJitDeparture,
  recordVoidedLabelScan,
} from './wrong-departures.ts';

/**
 * `forged` and `malformed`: see `ParsedCarrierWebhook`. `retry`: cannot be applied yet, the carrier must send it again.
 * `not-shippable`: the carrier has a package whose order must not ship, which is logged as an error and listed as an exception, once.
 */
export type CarrierEventOutcome = 'applied' | 'ignored' | 'retry' | 'not-shippable' | 'forged' | 'malformed';

/**
 * Handles a carrier scan of a package whose JIT label no packing station had scanned: processes and packs the order, as the scan at the
 * station would have done. Returns a refusal when the order must not be processed.
 */
export type UnscannedPickupHandler = (tx: Tx, order: SalesOrderKey, at: Temporal.Instant) => Promise<Outcome<unknown>>;

const maxCachedReferences = 10_000;
const maxLogged = 1_000;

/** Applies what a carrier reports about the package of a label. `eventId`: for the log. */
export type TrackingReportHandler = (
  intent: LabelIntent,
  report: TrackingReport,
  eventId: string,
) => Promise<CarrierEventOutcome>;

/** Returns a handler for reports. Idempotent; see `createCarrierWebhookHandler`. */
export function createTrackingReportHandler(
  deps: LabelDeps,
  handleUnscannedPickup: UnscannedPickupHandler,
): TrackingReportHandler {
  /** Unknown codes that were logged as errors. */
  const logged = new Set<string>();
  return async (intent, report, eventId) => {
    const { customerNo, orderId, trackingNo } = intent;
    const apply = () => deps.db.write((tx) => applyReport(tx, intent, report));
    await recordAndLogVoidedLabelScan(deps, eventId, intent, report);
    let outcome = await apply();
    if (outcome === 'unscanned') {
      const started = await deps.db.write(async (tx) =>
        handleUnscannedPickup(tx, intent, await readCustomerClock(tx, customerNo)),
      );
      if ('refused' in started) {
        const { reason } = started.refused;
        const message = 'a carrier scanned a JIT package whose order must not ship';
        if (await deps.db.write((tx) => recordUnauthorizedJitDeparture(tx, intent, reason), intent))
          deps.logger.error({ customerNo, orderId, trackingNo, reason }, message);
      }
      outcome = 'refused' in started ? 'not-shippable' : await apply();
    }
    // Unknown scans of unused labels need no attention.
    if (outcome !== 'ignored') logUnknownScans(deps, eventId, intent, report, logged);
    // A package is written once per transaction, so shipping it and recording its scans take two.
    if (outcome === 'shipped') outcome = await apply();
    return outcome === 'shipped' || outcome === 'unscanned' ? 'retry' : outcome;
  };
}

/**
 * Returns a handler for webhooks. Idempotent; the order of events does not change the status of a package, except of two final
 * scans (`carrierStateAfterScan`). See `recordCarrierScans` for stale and repeated scans.
 */
export function createCarrierWebhookHandler(
  deps: LabelDeps,
  handleUnscannedPickup: UnscannedPickupHandler,
): (raw: RawCarrierWebhook) => Promise<CarrierEventOutcome> {
  const references = new Map<string, string>();
  const handleReport = createTrackingReportHandler(deps, handleUnscannedPickup);

  const referenceOf = async (
    { reference, shipmentId }: TrackingReport,
    through: readonly (string | undefined)[],
  ): Promise<string | undefined> => {
    const known = reference || references.get(shipmentId);
    if (known !== undefined) return known;
    if (shipmentId === '') return '';
    let reported: string | undefined;
    for (const account of through) {
      const name = { shipmentId, reference: '', ...(account !== undefined && { through: account }) };
      const found = await deps.gateway.findLabel(name);
      if (found.outcome !== 'ok') return undefined;
      if (found.data.state === 'none') continue;
      reported = found.data.reference;
      break;
    }
    // Not cached: an account may know the shipment later.
    if (reported === undefined) return '';
    const [oldest] = references.keys();
    if (references.size >= maxCachedReferences && oldest !== undefined) references.delete(oldest);
    references.set(shipmentId, reported);
    return reported;
  };

  return async (raw) => {
    const parsed = deps.gateway.parseWebhook(raw);
    if ('fault' in parsed) return parsed.fault;
    const { event, through } = parsed;
    if (event.kind === 'other') return 'ignored';
    const reference = await referenceOf(event.report, through?.map(({ code }) => code) ?? [undefined]);
    if (reference === undefined) return 'retry';
    const owner = parseShipmentReference(reference);
    const intent = owner && (await readLabelIntent(deps.db, owner));
    if (intent === undefined || !isFromAccountOf(intent, through)) return 'ignored';
    return await handleReport(intent, event.report, event.eventId);
  };
}

/**
 * Whether an account that may report on the label has signed the event: the one that bought it, or one of its customer or of all. The
 * secret of another customer's account may be known to that customer.
 */
const isFromAccountOf = (
  { customerNo, through: boughtThrough }: LabelIntent,
  signedBy: readonly SigningCarrierAccount[] | undefined,
): boolean =>
  signedBy === undefined ||
  signedBy.some((account) => account.code === boughtThrough || ['', customerNo].includes(account.customerNo));

/** `shipped`: the package was marked shipped, apply the report again. `unscanned`: the JIT order has to be packed first. */
type ReportOutcome = CarrierEventOutcome | 'shipped' | 'unscanned';

async function applyReport(tx: Tx, intent: LabelIntent, report: TrackingReport): Promise<ReportOutcome> {
  const { customerNo, orderId } = intent;
  if (report.scans.length === 0) return 'applied';
  if (intent.state !== 'bought') return intent.state === 'wanted' ? 'retry' : 'ignored';
  const packages = (await readPackages(tx, [intent])).filter(isLivePackage);
  const { packageId } = intent.plan;
  const scanned = packages.find((p) => p.packageId === packageId && p.trackingNo === intent.trackingNo);
  if (packages.length === 0) {
    const [order] = await readSalesOrders(tx, [intent]);
    // An unknown scan does not start an order.
    if (order?.orderType === 'JIT') return hasKnownScan(report) ? 'unscanned' : 'applied';
  }
  // The stock of all packages leaves with the first one, so not while one of them has no label.
  if (scanned === undefined || packages.some(awaitsLabel)) return 'retry';
  // The first carrier scan marks the order shipped. The other packages may still be in the warehouse.
  if (scanned.status === 'READY TO SHIP' && !hasLeft(scanned) && hasKnownScan(report)) {
    const at = await readCustomerClock(tx, customerNo);
    const leavingNow = { leftAt: takenAt(intent, report, at), leaving: new Set([packageId]) };
    const left = await shipPackages(tx, { customerNo, at, orderIds: [orderId], ...leavingNow });
    // After the order is locked: all changes of its labels lock it first.
    await recordDepartureAgainstRules(
      tx,
      intent,
      left.map(({ order }) => order),
    );
    return 'shipped';
  }
  const at = await readCustomerClock(tx, customerNo);
  const recorded = await recordCarrierScans(tx, { customerNo, at }, scansOf(intent, report));
  // A person reported it lost since it was read: its label is voided now.
  return recorded.has(packageId) ? 'applied' : 'retry';
}

/** Records when a rule stops the order of the package, which people of a worked warehouse keep there then. It has left all the same. */
async function recordDepartureAgainstRules(tx: Tx, intent: LabelIntent, orders: readonly SalesOrder[]): Promise<void> {
  const stops = [...(await findStandingStops(tx, orders)).values()].flat();
  if (stops.length === 0) return;
  const operator = await readOperatorSettings(tx);
  if (orders.some(({ warehouse }) => isWorkedWarehouse(warehouse, operator)))
    await recordStoppedDeparture(tx, intent, describeStandingStops(stops));
}

/**
 * When the carrier took the package: the time of its first known scan, which may be recorded days later. Not in the future, and not
 * before its label was requested: a carrier's clock may be wrong.
 */
function takenAt({ plan }: LabelIntent, { scans }: TrackingReport, now: Temporal.Instant): Temporal.Instant {
  const scannedAt = scans.find(({ code }) => meaningOfScanCode(code))?.at ?? now;
  const requestedAt = Temporal.Instant.from(plan.packedAt);
  const taken = Temporal.Instant.compare(scannedAt, requestedAt) < 0 ? requestedAt : scannedAt;
  return Temporal.Instant.compare(taken, now) < 0 ? taken : now;
}

const hasKnownScan = ({ scans }: TrackingReport): boolean => scans.some(({ code }) => meaningOfScanCode(code));

const awaitsLabel = ({ status, trackingNo }: Package): boolean => status === 'READY TO SHIP' && trackingNo === '';

/** The carrier's estimate belongs to its latest known scan. */
function scansOf({ plan }: LabelIntent, { scans, estimatedDeliveryDate }: TrackingReport): PackageCarrierScan[] {
  const last = scans.findLast(({ code }) => meaningOfScanCode(code) !== undefined);
  return scans.map((scan) => ({
    packageId: plan.packageId,
    scan,
    ...(scan === last && estimatedDeliveryDate !== undefined ? { estimatedDeliveryDate } : {}),
  }));
}

/**
 * Unknown scans are logged as errors (decision 11), each code as a rule once per process: carriers send the earlier scans of a
 * package with each new one, and the timelines of the orders have them all. Adds the codes to `logged`.
 */
function logUnknownScans(
  { logger }: LabelDeps,
  eventId: string,
  intent: LabelIntent,
  { scans }: TrackingReport,
  logged: Set<string>,
): void {
  const unknown = scans.map(({ code }) => code).filter((code) => meaningOfScanCode(code) === undefined);
  const codes = unknown.filter((code) => isFirst(logged, code));
  if (codes.length === 0) return;
  const { customerNo, orderId } = intent;
  logger.error({ customerNo, orderId, eventId, codes }, 'a carrier reported an unknown status');
}

/** Adds a key to the set, which it empties when it has many; whether the key is new. */
function isFirst(logged: Set<string>, key: string): boolean {
  if (logged.has(key)) return false;
  if (logged.size >= maxLogged) logged.clear();
  logged.add(key);
  return true;
}

/** Reports once a package that left although its label was voided: as an exception, and in the error log, because the carrier charges for it. */
async function recordAndLogVoidedLabelScan(
  { db, logger }: LabelDeps,
  eventId: string,
  intent: LabelIntent,
  report: TrackingReport,
): Promise<void> {
  if (!isLabelVoidRequested(intent) || !hasKnownScan(report)) return;
  if (!(await db.write((tx) => recordVoidedLabelScan(tx, intent), intent))) return;
  const { customerNo, orderId, trackingNo } = intent;
  logger.error({ customerNo, orderId, eventId, trackingNo }, 'a carrier scanned a package with a voided label');
}
