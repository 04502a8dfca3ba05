/**
 * What carriers push to us about packages: whose it is, that it has left, what has happened to it. The reference under
 * which the carrier knows a package carries its customer; where an event does not have it the carrier is asked, once.
 */
import { parseShipmentReference, type RawWebhook, scanCode, type TrackingReport } from '../carriers/index.ts';
import { customerTime } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Outcome } from '../platform/errors.ts';
import { readSalesOrders, type SalesOrderKey } from '../sales-orders/index.ts';
import { isLive, type Package, type PackageScan, readPackages, recordScans, shipPackages } from '../warehouse/index.ts';
import { readIntent } from './label-intent-store.ts';
import type { LabelIntent } from './label-plan.ts';
import type { LabelDeps } from './label-work.ts';

/**
 * `forged` and `malformed` as the gateway reads it; `later`: it cannot be placed now, send it again; `untimely`: the carrier
 * has a package whose order is not to leave, which is logged for people to look at.
 */
export type CarrierEventOutcome = 'taken' | 'not-ours' | 'later' | 'untimely' | 'forged' | 'malformed';

/**
 * What is done when a carrier has scanned a JIT package that the bench has not: its order is taken up and packed as if the
 * bench had. Refused where the order may not be taken up.
 */
export type UnscannedPickupHandler = (tx: Tx, order: SalesOrderKey, at: Temporal.Instant) => Promise<Outcome<unknown>>;

const maxCachedReferences = 10_000;

/** Takes events in, again and in any order: what `recordScans` says of late and repeated ones holds. */
export function openCarrierEvents(
  deps: LabelDeps,
  handleUnscannedPickup: UnscannedPickupHandler,
): (raw: RawWebhook) => Promise<CarrierEventOutcome> {
  const references = new Map<string, string>();

  const referenceOf = async ({ reference, shipmentId }: TrackingReport): Promise<string | undefined> => {
    const known = reference || references.get(shipmentId);
    if (known !== undefined && known !== '') return known;
    if (shipmentId === '') return '';
    const found = await deps.gateway.findLabel({ shipmentId, reference: '' });
    if (found.outcome !== 'done') return undefined;
    const told = found.data.state === 'none' ? '' : found.data.reference;
    const [oldest] = references.keys();
    if (references.size >= maxCachedReferences && oldest !== undefined) references.delete(oldest);
    references.set(shipmentId, told);
    return told;
  };

  const handleUnscanned = async (
    intent: LabelIntent,
    report: TrackingReport,
  ): Promise<CarrierEventOutcome | 'left'> => {
    const { customerNo, orderId } = intent;
    const outcome = await deps.db.write(async (tx) =>
      handleUnscannedPickup(tx, intent, await customerTime(tx, customerNo)),
    );
    if ('done' in outcome) return placed(await deps.db.write((tx) => applyReport(tx, intent, report)));
    const { reason } = outcome.refused;
    deps.logger.error(
      { customerNo, orderId, trackingNo: intent.trackingNo, reason },
      'a carrier has a JIT package whose order is not to leave',
    );
    return 'untimely';
  };

  return async (raw) => {
    const reading = deps.gateway.parseWebhook(raw);
    if ('fault' in reading) return reading.fault;
    const { event } = reading;
    if (event.kind === 'other') return 'not-ours';
    const reference = await referenceOf(event.report);
    if (reference === undefined) return 'later';
    const owner = parseShipmentReference(reference);
    const intent = owner && (await readIntent(deps.db, owner));
    if (intent === undefined) return 'not-ours';
    logVoidedLabel(deps, event.eventId, intent, event.report);
    const first = await deps.db.write((tx) => applyReport(tx, intent, event.report));
    const taken = first === 'unscanned' ? await handleUnscanned(intent, event.report) : first;
    // Of a label that nobody uses any more nobody has to look at anything.
    if (taken !== 'not-ours') logUnknownScans(deps, event.eventId, intent, event.report);
    // A package is written once in a transaction, so that it left and what happened then are two.
    return taken === 'left' ? again(await deps.db.write((tx) => applyReport(tx, intent, event.report))) : taken;
  };
}

const placed = (taken: ReportOutcome): CarrierEventOutcome | 'left' => (taken === 'unscanned' ? 'later' : taken);

const again = (taken: ReportOutcome): CarrierEventOutcome =>
  taken === 'left' || taken === 'unscanned' ? 'later' : taken;

type ReportOutcome = CarrierEventOutcome | 'left' | 'unscanned';

async function applyReport(tx: Tx, intent: LabelIntent, report: TrackingReport): Promise<ReportOutcome> {
  const { customerNo, orderId } = intent;
  if (report.scans.length === 0) return 'taken';
  if (intent.state !== 'bought') return intent.state === 'wanted' ? 'later' : 'not-ours';
  const packages = (await readPackages(tx, [intent])).filter(isLive);
  const isPacked = packages.some((p) => p.packageId === intent.plan.packageId && p.trackingNo === intent.trackingNo);
  if (packages.length === 0) {
    const [order] = await readSalesOrders(tx, [intent]);
    // What nobody knows the meaning of takes nothing up.
    if (order?.orderType === 'JIT') return report.scans.some(({ code }) => scanCode(code)) ? 'unscanned' : 'taken';
  }
  // Packages leave together: not while one of them waits for its label.
  if (!isPacked || packages.some(awaitsLabel)) return 'later';
  // A carrier that scans a package has it: the order has left.
  if (packages.some((p) => p.status === 'READY TO SHIP') && report.scans.some(({ code }) => scanCode(code))) {
    await shipPackages(tx, { customerNo, at: await customerTime(tx, customerNo), orderIds: [orderId] });
    return 'left';
  }
  await recordScans(tx, { customerNo, at: await customerTime(tx, customerNo) }, scansOf(intent, report));
  return 'taken';
}

const awaitsLabel = ({ status, trackingNo }: Package): boolean => status === 'READY TO SHIP' && trackingNo === '';

/** The estimate is what the carrier says together with its last event. */
function scansOf({ plan }: LabelIntent, { scans, estimatedDeliveryDate }: TrackingReport): PackageScan[] {
  const last = scans.findLast(({ code }) => scanCode(code) !== undefined);
  return scans.map((scan) => ({
    packageId: plan.packageId,
    scan,
    ...(scan === last && estimatedDeliveryDate !== undefined ? { estimatedDeliveryDate } : {}),
  }));
}

/** An unknown status is an error to look at (decision 11). */
function logUnknownScans({ logger }: LabelDeps, eventId: string, intent: LabelIntent, { scans }: TrackingReport): void {
  const codes = scans.map(({ code }) => code).filter((code) => scanCode(code) === undefined);
  if (codes.length === 0) return;
  const { customerNo, orderId } = intent;
  logger.error({ customerNo, orderId, eventId, codes }, 'a carrier reports a status that nobody knows');
}

/** So is a package that travels under a label that was given back: the carrier is going to charge for it. */
function logVoidedLabel({ logger }: LabelDeps, eventId: string, intent: LabelIntent, { scans }: TrackingReport): void {
  if (intent.state !== 'void_wanted' && intent.state !== 'voided') return;
  if (!scans.some(({ code }) => scanCode(code))) return;
  const { customerNo, orderId, trackingNo } = intent;
  logger.error({ customerNo, orderId, eventId, trackingNo }, 'a package travels under a label that was given back');
}
