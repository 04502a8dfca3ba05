/**
 * Looks up packages of which the carrier has sent no event for days: its webhooks may be lost, and without them an order would stay
 * READY TO SHIP, or a package on its way, for good.
 *
 * A label is looked up for the first time `trackingLookupDelayDays` after its purchase. What its package says by then decides: after a final status it is
 * not looked up again, and after recent news only later. So carriers are asked about quiet packages only, once a day each (an hour later after an
 * unclear reply), and not after `maxDays`. Voided labels are not looked up, but for those of packages that were reported lost, until a carrier
 * has scanned them. A claim moves the time of the next lookup before the carrier is asked: lookups of a process that dies are repeated later.
 */
import { isFinalPackageStatus } from '../carriers/index.ts';
import { column } from '../platform/db/columns.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { amongCustomersSql } from '../platform/db/nodes.ts';
import { createRowSetSql } from '../platform/db/row-set-sql.ts';
import type { Environment } from '../platform/environment.ts';
import { type Package, readPackages } from '../warehouse/index.ts';
import { labelDepsOf } from './carrier-connection.ts';
import { createTrackingReportHandler, type TrackingReportHandler } from './carrier-events.ts';
import { packJitOrderScannedByCarrier } from './jit/packing-station.ts';
import { type LabelIntentKey, readLabelIntentsOfOrders } from './label-intent-store.ts';
import { type LabelIntent, trackingLookupDelayDays } from './label-plan.ts';
import type { LabelDeps } from './label-work.ts';

/** Carriers keep packages for weeks at most. */
const maxDays = 60;
const claimHours = 1;
/** Labels of a customer in one run. */
const maxLabels = 100;

/**
 * Asks carriers about packages of which they have reported nothing for days, a bounded number for each customer, and applies what they
 * reply. Safe to run concurrently and after any crash. Does nothing where carriers are simulated.
 */
export async function refreshTrackingOfQuietPackages(environment: Environment, signal?: AbortSignal): Promise<void> {
  const deps = labelDepsOf(environment);
  if (deps === undefined) return;
  const report = createTrackingReportHandler(deps, packJitOrderScannedByCarrier);
  for (const customerNo of await findCustomersWithLookups(deps.db)) {
    if (signal?.aborted) return;
    await lookUpPackagesOf(deps, customerNo, report, signal);
  }
}

async function lookUpPackagesOf(
  deps: LabelDeps,
  customerNo: string,
  report: TrackingReportHandler,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { db, logger } = deps;
  const intents = await db.write((tx) => claimLookups(tx, customerNo), { customerNo });
  const packages = new Map((await readPackages(db, intents)).map((p) => [p.packageId, p]));
  const now = Temporal.Now.instant();
  const quiet: LabelIntent[] = [];
  const later: Lookup[] = [];
  for (const intent of intents) {
    const at = nextLookup(intent, packages.get(intent.plan.packageId), now);
    if (at !== undefined && Temporal.Instant.compare(at, now) <= 0) quiet.push(intent);
    else later.push({ ...intent, lookUpAt: at });
  }
  await db.write((tx) => saveLookups(tx, later), { customerNo });
  /** Accounts with an unclear reply: their carriers may be away. */
  const unclear = new Set<string | undefined>();
  for (const intent of quiet) {
    // What is left is due again when its claim ends.
    if (signal?.aborted) return;
    const { orderId, intentId, shipmentId = '', through } = intent;
    if (unclear.has(through)) continue;
    const found = await deps.gateway.readTracking(shipmentId, through);
    if (found.outcome === 'unclear') {
      const [message] = found.messages;
      logger.warn({ customerNo, orderId, intentId, response: message?.text }, 'a package is looked up later');
      unclear.add(through);
      // After the others of the claim: the carrier may never find this package.
      const lookUpAt = Temporal.Now.instant().add({ hours: claimHours });
      await db.write((tx) => saveLookups(tx, [{ customerNo, intentId, lookUpAt }]), { customerNo });
      continue;
    }
    try {
      if (found.outcome === 'ok' && found.data !== undefined) await report(intent, found.data, 'lookup');
    } catch (err) {
      // Whatever is wrong with one package keeps no other from being looked up.
      logger.error({ err, customerNo, orderId, intentId }, 'what a lookup of a package found could not be applied');
    }
    const lookUpAt = now.add({ hours: 24 });
    await db.write((tx) => saveLookups(tx, [{ customerNo, intentId, lookUpAt }]), { customerNo });
  }
}

/**
 * Looks the packages of these voided labels up, as if they were quiet: they were reported lost, and the carrier may have them all the same.
 * The caller has locked the labels.
 */
export async function lookUpLostPackages(tx: Tx, intents: readonly LabelIntentKey[]): Promise<void> {
  const lookUpAt = Temporal.Now.instant().add({ hours: 24 * trackingLookupDelayDays });
  await saveLookups(
    tx,
    intents.map(({ customerNo, intentId }) => ({ customerNo, intentId, lookUpAt })),
  );
}

/** When a package is looked up next: not after `now` when the carrier is to be asked at once, undefined when it is not again. Pure. */
function nextLookup(
  { plan, trackingNo, state }: LabelIntent,
  shipped: Package | undefined,
  now: Temporal.Instant,
): Temporal.Instant | undefined {
  // A lost package is canceled. Its lookups end with the record of a scan.
  const isOver =
    state === 'bought' &&
    shipped !== undefined &&
    (isFinalPackageStatus(shipped.status) || shipped.trackingNo !== trackingNo);
  const lastDay = Temporal.Instant.from(plan.packedAt).add({ hours: 24 * maxDays });
  if (isOver || Temporal.Instant.compare(lastDay, now) < 0) return undefined;
  return shipped?.lastActivityAt.add({ hours: 24 * trackingLookupDelayDays }) ?? now;
}

/** Customers with due lookups, at most 1,000 of all or of a node; without those on nodes that are away. */
async function findCustomersWithLookups({ nodes, rows: read }: Pick<Db, 'nodes' | 'rows'>): Promise<string[]> {
  const rows = await nodes.readAll<{ customer_no: string }>((customers) =>
    read(
      `select distinct i.customer_no from label_intents i
      where i.look_up_at <= now() ${amongCustomersSql(customers, '$1')('i')}
      order by i.customer_no limit 1000`,
      customers && [customers],
    ),
  );
  return rows.map((row) => row.customer_no);
}

/** Claims due lookups and returns their labels, those that have been due for longest first. */
async function claimLookups(tx: Tx, customerNo: string): Promise<LabelIntent[]> {
  const claimed = await tx.rows<{ orderId: string; intentId: string; dueAt: Temporal.Instant }>(
    // Not materialized, a nested loop would read it again and so claim more.
    `with taken as materialized (
       select intent_id, look_up_at from label_intents
        where customer_no = $1 and look_up_at <= now()
        order by look_up_at limit ${maxLabels} for update skip locked)
     update label_intents i set look_up_at = now() + interval '${claimHours} hours'
       from taken where i.customer_no = $1 and i.intent_id = taken.intent_id
     returning i.order_id as "orderId", i.intent_id as "intentId", taken.look_up_at as "dueAt"`,
    [customerNo],
  );
  claimed.sort((a, b) => Temporal.Instant.compare(a.dueAt, b.dueAt));
  const orderIds = [...new Set(claimed.map(({ orderId }) => orderId))];
  const ofOrders = await readLabelIntentsOfOrders(
    tx,
    orderIds.map((orderId) => ({ customerNo, orderId })),
  );
  const intents = new Map(ofOrders.map((intent) => [intent.intentId, intent]));
  return claimed.flatMap(({ intentId }) => intents.get(intentId) ?? []);
}

interface Lookup extends LabelIntentKey {
  readonly lookUpAt: Temporal.Instant | undefined;
}

const lookups = createRowSetSql({
  customerNo: column.text(),
  intentId: column.uuid(),
  lookUpAt: column.optional(column.instant()),
});

async function saveLookups(tx: Tx, saved: readonly Lookup[]): Promise<void> {
  if (saved.length === 0) return;
  await tx.rows(
    // A label of which a scan under it was recorded in the meantime is not looked up again.
    `update label_intents i set look_up_at = case when i.left_voided_at is null then k.look_up_at end
       from ${lookups.from('k')} where ${lookups.match('i', 'k', ['customerNo', 'intentId'])}`,
    lookups.values(saved),
  );
}
