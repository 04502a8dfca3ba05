/**
 * What carriers push to us about packages: whose it is, that it has left, what has happened to it. The reference under
 * which the carrier knows a package carries its customer; where an event does not have it the carrier is asked, once.
 */
import { ownerOfReference, type RawEvent, scanCode, type TrackingReport } from '../carriers/index.ts';
import { customerTime } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { recordScans } from './carrier-scans.ts';
import { shipPackages } from './floor-work.ts';
import { readIntent } from './label-intent-store.ts';
import type { LabelIntent } from './label-plan.ts';
import type { LabelPlace } from './label-work.ts';
import { isLive, type Package, type PackageScan } from './package.ts';
import { readPackages } from './package-store.ts';

/** `forged` and `malformed` as the gateway reads it; `later`: it cannot be placed now, send it again. */
export type EventOutcome = 'taken' | 'not-ours' | 'later' | 'forged' | 'malformed';

const remembered = 10_000;

/** Takes events in, again and in any order: what `recordScans` says of late and repeated ones holds. */
export function openPushedEvents(place: LabelPlace): (raw: RawEvent) => Promise<EventOutcome> {
  const references = new Map<string, string>();

  const referenceOf = async ({ reference, shipmentId }: TrackingReport): Promise<string | undefined> => {
    const known = reference || references.get(shipmentId);
    if (known !== undefined && known !== '') return known;
    if (shipmentId === '') return '';
    const found = await place.gateway.findLabel({ shipmentId, reference: '' });
    if (found.outcome !== 'done') return undefined;
    const told = found.data.state === 'none' ? '' : found.data.reference;
    const [oldest] = references.keys();
    if (references.size >= remembered && oldest !== undefined) references.delete(oldest);
    references.set(shipmentId, told);
    return told;
  };

  return async (raw) => {
    const reading = place.gateway.parsePushedEvent(raw);
    if ('fault' in reading) return reading.fault;
    const { event } = reading;
    if (event.kind === 'other') return 'not-ours';
    const reference = await referenceOf(event.report);
    if (reference === undefined) return 'later';
    const owner = ownerOfReference(reference);
    const intent = owner && (await readIntent(place.db, owner));
    if (intent === undefined) return 'not-ours';
    tellGivenBack(place, event.eventId, intent, event.report);
    const taken = await place.db.write((tx) => takeIn(tx, intent, event.report));
    // Of a label that nobody uses any more nobody has to look at anything.
    if (taken !== 'not-ours') tellUnknown(place, event.eventId, intent, event.report);
    // A package is written once in a transaction, so that it left and what happened then are two.
    return taken === 'left' ? again(await place.db.write((tx) => takeIn(tx, intent, event.report))) : taken;
  };
}

const again = (taken: EventOutcome | 'left'): EventOutcome => (taken === 'left' ? 'later' : taken);

async function takeIn(tx: Tx, intent: LabelIntent, report: TrackingReport): Promise<EventOutcome | 'left'> {
  const { customerNo, orderId } = intent;
  if (report.scans.length === 0) return 'taken';
  if (intent.state !== 'bought') return intent.state === 'wanted' ? 'later' : 'not-ours';
  const packages = (await readPackages(tx, [intent])).filter(isLive);
  const isThere = packages.some((p) => p.packageId === intent.plan.packageId && p.trackingNo === intent.trackingNo);
  // Packages leave together: not while one of them waits for its label.
  if (!isThere || packages.some(awaitsLabel)) return 'later';
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
function tellUnknown({ logger }: LabelPlace, eventId: string, intent: LabelIntent, { scans }: TrackingReport): void {
  const codes = scans.map(({ code }) => code).filter((code) => scanCode(code) === undefined);
  if (codes.length === 0) return;
  const { customerNo, orderId } = intent;
  logger.error({ customerNo, orderId, eventId, codes }, 'a carrier reports a status that nobody knows');
}

/** So is a package that travels under a label that was given back: the carrier is going to charge for it. */
function tellGivenBack({ logger }: LabelPlace, eventId: string, intent: LabelIntent, { scans }: TrackingReport): void {
  if (intent.state !== 'void_wanted' && intent.state !== 'voided') return;
  if (!scans.some(({ code }) => scanCode(code))) return;
  const { customerNo, orderId, trackingNo } = intent;
  logger.error({ customerNo, orderId, eventId, trackingNo }, 'a package travels under a label that was given back');
}
