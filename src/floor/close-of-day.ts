/** The close of day (decision 42): staged boxes, manifests and their departure, across customers. */
import { uuidv7 } from '../lib/uuid.ts';
import {
  limitToVisibleWarehouses,
  readSubjectsChangedByEarlierRuns,
  recordAudit,
  valueOrThrowAppError,
} from '../operators/index.ts';
import { type BulkOutcome, changeOrdersInBulk, type FailedOrderChange } from '../order-index/index.ts';
import { currentRealTime } from '../platform/clock.ts';
import type { DbReader } from '../platform/db/db.ts';
import { AppError, type Fault, notFoundError, refuse } from '../platform/errors.ts';
import type { OperatorCall } from '../platform/http/operator-operation.ts';
import { findStandingStops, readSalesOrders } from '../sales-orders/index.ts';
import { findDepartedOrCanceledTrackingNos, listScannedFloorWorkOfManifest } from './boxes-left-behind.ts';
import {
  type DepartureStep,
  type DepartureStepResult,
  departureStepWriter,
  missingBoxMessage,
  noSuchBoxMessage,
  stoppedBoxMessage,
  stoppedOrderMessage,
} from './departure.ts';
import { worksInWarehouse } from './floor-fields.ts';
import {
  type FoundBox,
  findBoxesByScan,
  isManifestDepartedByScans,
  listFloorWorkOfCarrier,
  listFloorWorkOfManifest,
  listUndepartedFloorWorkOfManifest,
  maxListedFloorWork,
  readFloorWorkPages,
  readManifestProgress,
} from './floor-lists.ts';
import type { FloorWork } from './floor-work.ts';
import {
  findOrOpenManifest,
  listOpenManifests,
  lockManifest,
  type Manifest,
  markManifestDeparted,
  noSuchManifestMessage,
  readManifest,
} from './manifest-store.ts';
import { requestScanForms } from './scan-forms.ts';

type Call = Pick<OperatorCall<unknown>, 'environment' | 'operator' | 'context' | 'run'>;

/**
 * Stages the box whose label was scanned, and also returns its tracking number. Throws `NotFound` when no box in the operator's
 * warehouses has the label, and the refusals of `departureStepWriter`.
 */
export async function stageBox(
  call: Call,
  scan: string,
): Promise<DepartureStepResult & { readonly trackingNo: string }> {
  const { environment, operator, context } = call;
  const [found] = await findBoxesByScan(environment.db, [scan], limitToVisibleWarehouses(operator, []));
  if (found === undefined) throw notFoundError(noSuchBoxMessage(scan.trim()));
  const { work, trackingNo } = found;
  const step: DepartureStep = { order: work, context, person: operator.email, action: { kind: 'stage', trackingNo } };
  return { ...valueOrThrowAppError(await environment.writeQueue.submit(departureStepWriter, step)), trackingNo };
}

async function runAll(
  call: Call,
  orders: readonly FloorWork[],
  action: DepartureStep['action'],
): Promise<BulkOutcome<DepartureStepResult>[]> {
  const { operator, context } = call;
  const steps = orders.map(({ customerNo, orderId }): DepartureStep => {
    return { order: { customerNo, orderId }, context, person: operator.email, action };
  });
  return await changeOrdersInBulk(call, departureStepWriter, steps);
}

/** A manifest to which staged orders were added. */
interface ManifestedOrders {
  readonly manifest: Manifest;
  /** Staged orders that are not on it, by customer and order: a rule stops them, or they could not be written. */
  readonly stayed: readonly StayedOrder[];
}

/**
 * Puts all staged orders of a carrier on its open manifest, which is created when there is none. A repeated call adds orders that were
 * staged since. Throws `NotFound` when no order is staged or on a manifest, or the operator does not work in the warehouse; `Unavailable`
 * as `closeScannedManifest`.
 */
export async function manifestStagedOrders(call: Call, warehouse: string, carrier: string): Promise<ManifestedOrders> {
  const stopped = await listOrdersStoppedByEarlierRuns(call, warehouse, carrier);
  for (;;) {
    const { manifest, stayed } = await addToManifest(call, warehouse, carrier, stopped.length > 0);
    // One that a rule stops is not staged any more.
    stopped.push(...stayed.filter(({ work }) => work.state !== 'staged'));
    const now = await readManifest(call.environment.db, manifest.manifestId);
    const isOver = now?.departedAt !== undefined;
    // The manifest departed in the meantime: orders that are still staged go on the next one.
    if (!isOver || !(await hasWork(call.environment.db, { warehouse, carrier, state: 'staged' }))) {
      const failed = stayed.filter(({ work }) => work.state === 'staged');
      return { manifest, stayed: [...stopped, ...failed].toSorted(byOrderKey) };
    }
  }
}

/** The orders that an interrupted run of the call did not put on the manifest because of a rule, which still stops them. */
async function listOrdersStoppedByEarlierRuns(
  { environment: { db }, context, run }: Call,
  warehouse: string,
  carrier: string,
): Promise<StayedOrder[]> {
  const earlier = await readSubjectsChangedByEarlierRuns(db, context, run, 'sales_order.floor_stayed_behind');
  if (earlier.size === 0) return [];
  const stopped: StayedOrder[] = [];
  const labeled = { warehouse, carrier, state: 'labeled' } as const;
  for await (const works of readFloorWorkPages((page) => listFloorWorkOfCarrier(db, labeled, page))) {
    const own = works.filter(({ orderId }) => earlier.has(orderId));
    const stops = await findStandingStops(db, await readSalesOrders(db, own));
    for (const work of own) {
      const why = stops.get(work.orderId);
      if (why !== undefined) stopped.push({ work, message: stoppedOrderMessage(why) });
    }
  }
  return stopped;
}

const hasWork = async (reader: DbReader, of: Parameters<typeof listFloorWorkOfCarrier>[1]): Promise<boolean> =>
  (await listFloorWorkOfCarrier(reader, of, { after: undefined, limit: 1 })).length > 0;

/** @param hasStopped whether the call has stopped orders, which are not staged any more: it has a manifest also without others. */
async function addToManifest(
  call: Call,
  warehouse: string,
  carrier: string,
  hasStopped: boolean,
): Promise<ManifestedOrders> {
  const { environment, operator, context } = call;
  const { db } = environment;
  const staged = { warehouse, carrier, state: 'staged' } as const;
  const isReady = hasStopped || (await hasWork(db, staged)) || (await hasWork(db, { ...staged, state: 'manifested' }));
  if (!worksInWarehouse(operator, warehouse) || !isReady) {
    throw notFoundError(`Nothing of ${carrier} is staged at ${warehouse}.`);
  }
  await closeScannedManifest(call, warehouse, carrier);
  const manifest = await db.write(async (tx) => {
    const manifestId = uuidv7();
    const opened = await findOrOpenManifest(tx, { manifestId, warehouse, carrier, createdBy: operator.email });
    if (opened.manifestId !== manifestId) return opened;
    const after = { Warehouse: warehouse, Carrier: carrier, Number: opened.number };
    recordAudit(tx, context, { action: 'manifest.opened', subject: opened.manifestId, after });
    return opened;
  });
  const { manifestId } = manifest;
  const stayed: StayedOrder[] = [];
  for await (const adding of readFloorWorkPages((page) => listFloorWorkOfCarrier(db, staged, page))) {
    const outcomes = await runAll(call, adding, { kind: 'manifest', manifestId });
    for (const [index, outcome] of outcomes.entries()) {
      if ('message' in outcome) stayed.push({ ...outcome, work: adding[index] as FloorWork });
      else if (outcome.ok.work.state !== 'manifested') stayed.push(outcome.ok);
    }
  }
  await requestScanForms(environment, manifest);
  return { manifest, stayed };
}

/**
 * Records the departure of a carrier's open manifest when scans of the carrier have shipped all of its orders: the orders that are
 * staged now leave with another pickup. First its other boxes depart: a manifest that has departed is not offered to depart again, so after
 * an interruption the next call finds it open, and completes both. Throws `Unavailable` when a box could not depart: the orders that are
 * staged now would go on its manifest. One that never can leaves its manifest to a person, who lets it depart.
 */
async function closeScannedManifest(call: Call, warehouse: string, carrier: string): Promise<void> {
  const { environment, operator, context } = call;
  const { db } = environment;
  const open = (await listOpenManifests(db, warehouse)).find((manifest) => manifest.carrier === carrier);
  if (open === undefined) return;
  const { manifestId } = open;
  const progressOf = async (reader: DbReader) => (await readManifestProgress(reader, [manifestId])).get(manifestId);
  const progress = await progressOf(db);
  if (!isManifestDepartedByScans(progress)) return;
  // A clock of the test environment may be ahead.
  const now = currentRealTime();
  const last = progress.lastDepartedAt ?? now;
  const departedAt = Temporal.Instant.compare(last, now) < 0 ? last : now;
  const stopped = await stoppedBoxes(db, manifestId);
  const failed = (await departScannedOrders(call, manifestId, stopped, departedAt)).find(({ retry }) => retry);
  if (failed !== undefined) {
    const departing = `Order ${failed.work.orderNo} of manifest ${open.number}, whose boxes the carrier has scanned, could not depart.`;
    const reason = `${departing} ${failed.message} Or let manifest ${open.number} depart, then make the next one.`;
    throw new AppError({ code: 'Unavailable', reason }, { retryAfterSeconds: 1 });
  }
  await db.write(async (tx) => {
    // First, because a colleague may be putting orders on it.
    await lockManifest(tx, manifestId);
    if (!isManifestDepartedByScans(await progressOf(tx))) return;
    const closed = await markManifestDeparted(tx, manifestId, operator.email, stopped, departedAt);
    if (!closed.isFirst) return;
    const after = { Missing: closed.missing, ScannedByCarrier: true };
    recordAudit(tx, context, { action: 'manifest.departed', subject: manifestId, after });
  });
}

/** An order whose boxes did not depart, and why. A repeated call completes those to `retry`. */
interface FailedDeparture extends FailedOrderChange {
  readonly work: FloorWork;
}

/**
 * Lets the boxes of a manifest depart, now or at another time, that its carrier has not scanned, of orders that its scans have shipped.
 * Returns the orders whose boxes could not.
 */
async function departScannedOrders(
  call: Call,
  manifestId: string,
  missing: readonly string[],
  leftAt?: Temporal.Instant,
): Promise<FailedDeparture[]> {
  const { db } = call.environment;
  const action = { kind: 'depart', manifestId, missing, ...(leftAt && { leftAt }) } as const;
  const failed: FailedDeparture[] = [];
  for await (const scanned of readFloorWorkPages((page) => listScannedFloorWorkOfManifest(db, manifestId, page))) {
    for (const [index, outcome] of (await runAll(call, scanned, action)).entries()) {
      if ('message' in outcome) failed.push({ ...outcome, work: scanned[index] as FloorWork });
    }
  }
  return failed;
}

interface ManifestDepartureResult {
  readonly manifest: Manifest;
  readonly departed: readonly FloorWork[];
  /** Orders that stay, by customer and order: a box is missing, also one reported before, a rule stops them, or they cannot ship. */
  readonly stayed: readonly StayedOrder[];
}

/** An order that does not go on a manifest, or does not depart with it, and why. */
export interface StayedOrder {
  readonly work: FloorWork;
  readonly message: string;
  /** A repeated call lets it depart. */
  readonly retry?: boolean;
}

/**
 * Lets a manifest depart: it is closed for further orders, and its orders ship, except orders with a missing box and those that a License
 * or Credit rule stops, which stay behind; of orders that a scan of the carrier has shipped, only the boxes that are missing or stopped
 * stay. A repeated call changes nothing and returns the orders that still stay behind; after an interruption, it completes the departure
 * without the orders of boxes that were reported missing before. Before anything departs, throws `NotFound`, then `ValidationFailed` as
 * `missingBoxes`.
 */
export async function departManifest(
  call: Call,
  manifestId: string,
  missing: readonly string[],
): Promise<ManifestDepartureResult> {
  const { environment, operator, context } = call;
  const { db } = environment;
  const manifest = await readManifest(db, manifestId);
  if (manifest === undefined || !worksInWarehouse(operator, manifest.warehouse))
    throw notFoundError(noSuchManifestMessage);
  const stopped = manifest.departedAt === undefined ? await stoppedBoxes(db, manifestId) : [];
  const reported = [...new Set([...(await missingBoxes(db, manifest, missing)), ...stopped])];
  // Stored as the manifest closes: after an interruption, their orders stay behind also when the repeated call does not name them.
  const leftBehind = await db.write(async (tx) => {
    const closed = await markManifestDeparted(tx, manifestId, operator.email, reported);
    if (closed.isFirst) {
      recordAudit(tx, context, { action: 'manifest.departed', subject: manifestId, after: { Missing: reported } });
    }
    return closed.missing;
  });
  // What an earlier call could not write left with the manifest, maybe on another day.
  const leftAt = manifest.departedAt;
  await requestScanForms(environment, manifest, leftBehind);
  const stayed: StayedOrder[] = [];
  for await (const leaving of readFloorWorkPages((page) => listUndepartedFloorWorkOfManifest(db, manifestId, page))) {
    const action = { kind: 'depart', manifestId, missing: leftBehind, ...(leftAt && { leftAt }) } as const;
    const outcomes = await runAll(call, leaving, action);
    for (const [index, outcome] of outcomes.entries()) {
      const work = leaving[index] as FloorWork;
      if ('message' in outcome) stayed.push({ ...outcome, work });
      else if (outcome.ok.work.state !== 'departed')
        stayed.push({ work: outcome.ok.work, message: outcome.ok.message });
    }
  }
  stayed.push(...(await departScannedOrders(call, manifestId, leftBehind, leftAt)));
  // Read from the missing boxes and not from the outcomes, so that a repeated call returns them too.
  const boxes = (await findBoxesByScan(db, leftBehind, [manifest.warehouse])).filter((box) => box !== undefined);
  const gone = await findDepartedOrCanceledTrackingNos(db, boxes);
  const staysOfManifest = (box: FoundBox) =>
    box.work.state === 'departed' && box.work.manifestId === manifestId && isUnstaged(box) && !gone.has(box.trackingNo);
  const worksLeftBehind = boxes.flatMap((box) => (isLeftBehind(box) || staysOfManifest(box) ? [box.work] : []));
  const stops = await findStandingStops(db, await readSalesOrders(db, worksLeftBehind));
  for (const work of worksLeftBehind) {
    if (stayed.some((other) => orderKeyOf(other.work) === orderKeyOf(work))) continue;
    const own = stops.get(work.orderId);
    const stoppedMessage = work.state === 'departed' ? stoppedBoxMessage : stoppedOrderMessage;
    stayed.push({ work, message: own === undefined ? missingBoxMessage : stoppedMessage(own) });
  }
  stayed.sort(byOrderKey);
  return {
    manifest: (await readManifest(db, manifestId)) ?? manifest,
    departed: (await listFloorWorkOfManifest(db, manifestId, maxListedFloorWork)).filter(
      ({ state }) => state === 'departed',
    ),
    stayed,
  };
}

const orderKeyOf = ({ customerNo, orderId }: FloorWork): string => `${customerNo} ${orderId}`;

const byOrderKey = (a: StayedOrder, b: StayedOrder): number => (orderKeyOf(a.work) < orderKeyOf(b.work) ? -1 : 1);

/** Whether a departure of the order has left boxes behind: those that are still here stay. */
const hasStayed = ({ state, leftBehindAt }: FloorWork): boolean => state === 'departed' && leftBehindAt !== undefined;

const isUnstaged = ({ work, trackingNo }: FoundBox): boolean =>
  work.boxes.some((box) => box.trackingNo === trackingNo && box.stagedBy === '');

/** Whether the box was left behind and is not staged again. */
const isLeftBehind = (box: FoundBox): boolean => box.work.state === 'labeled' && isUnstaged(box);

/**
 * The tracking numbers of the boxes on a manifest that have not left, and of which a rule stops the order, or stopped it at a departure that
 * was interrupted: they stay also when the rule has ended since.
 */
async function stoppedBoxes(reader: DbReader, manifestId: string): Promise<string[]> {
  const found: FoundBox[] = [];
  for (const list of [listUndepartedFloorWorkOfManifest, listScannedFloorWorkOfManifest]) {
    for await (const leaving of readFloorWorkPages((page) => list(reader, manifestId, page))) {
      const stops = await findStandingStops(reader, await readSalesOrders(reader, leaving));
      const stopped = leaving.filter((work) => stops.has(work.orderId) || hasStayed(work));
      found.push(...stopped.flatMap((work) => work.boxes.map(({ trackingNo }) => ({ work, trackingNo }))));
    }
  }
  const gone = await findDepartedOrCanceledTrackingNos(reader, found);
  return found.flatMap(({ trackingNo }) => (gone.has(trackingNo) ? [] : [trackingNo]));
}

/**
 * The tracking numbers of scanned boxes that a carrier did not take. Throws `ValidationFailed` for a box that is neither on the manifest
 * nor, as one that was left behind already, of a labeled order and not staged; and for one of the manifest that the carrier has scanned.
 */
async function missingBoxes(
  reader: DbReader,
  { manifestId, warehouse }: Manifest,
  scans: readonly string[],
): Promise<string[]> {
  const found = await findBoxesByScan(reader, scans, [warehouse]);
  const gone = await findDepartedOrCanceledTrackingNos(
    reader,
    found.filter((box) => box !== undefined),
  );
  const isOnManifest = ({ work, trackingNo }: FoundBox) =>
    work.manifestId === manifestId &&
    (work.state === 'manifested' || (work.state === 'departed' && !gone.has(trackingNo)));
  const mayStay = (box: FoundBox) => isOnManifest(box) || isLeftBehind(box);
  const faults = scans.flatMap((scan, index): Fault[] => {
    const box = found[index];
    if (box !== undefined && mayStay(box)) return [];
    const why =
      box === undefined
        ? 'is the label of no box on this manifest'
        : gone.has(box.trackingNo)
          ? 'is the label of a box that has left already, or is canceled'
          : `is the label of a box that is ${box.work.state}, not on this manifest`;
    return [{ field: `Missing[${index}]`, code: 'Unknown', message: `${scan.trim()} ${why}` }];
  });
  if (faults.length > 0) {
    const reason = `${faults[0]?.message}. Scan only boxes of it that stay behind. Nothing has departed.`;
    throw new AppError(refuse('ValidationFailed', reason, faults).refused);
  }
  return found.flatMap((box) => (box === undefined ? [] : [box.trackingNo]));
}
