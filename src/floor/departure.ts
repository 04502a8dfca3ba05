/**
 * From the packing station to the truck (decision 42): boxes are staged, their orders go on a manifest and depart with it. An order with a
 * box missing stays behind, and so does one that a License or Credit rule stops. Of one that a scan of its carrier has shipped, only the
 * missing box stays, or with such a rule all that have not left.
 */
import { type AuditedChange, recordAudits } from '../operators/index.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuse, refuseState } from '../platform/errors.ts';
import type { OperatorContext } from '../platform/http/operator-operation.ts';
import { appendLog } from '../platform/log.ts';
import { defineSlicePort } from '../platform/ports.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import {
  describeStandingStops,
  findStandingStops,
  lockSalesOrders,
  type SalesOrder,
  type SalesOrderKey,
  type StandingStop,
} from '../sales-orders/index.ts';
import {
  hasLeft,
  isLivePackage,
  type OrderWithPackages,
  type Package,
  readPackages,
  shipPackages,
} from '../warehouse/index.ts';
import { canceledBoxReason } from './boxes-left-behind.ts';
import { lockFloorWork, saveFloorWork } from './floor-store.ts';
import { type FloorWork, groupByCustomerInLockOrder, orderNotOnFloorRefusal } from './floor-work.ts';
import { lockOpenManifests } from './manifest-store.ts';

/** Called after packages have departed. In the test environment, the simulated carriers begin to scan them. */
export const packagesDepartedHook = defineSlicePort<
  (tx: Tx, shipped: readonly OrderWithPackages[], at: Temporal.Instant) => Promise<void>
>('what follows the departure of packages');

export const noSuchBoxMessage = (trackingNo: string): string =>
  `No box on the floor has the tracking number ${trackingNo}. Scan the barcode of the carrier on its label, or open its order at the packing station.`;

export const missingBoxMessage = 'A box is missing: it stays behind.';

/** The message about an order that a rule stops: what it is, and who decides about it. */
export const stoppedOrderMessage = (stops: readonly StandingStop[]): string =>
  `${describeStandingStops(stops)} Keep its boxes here: a lead takes the order back, or they leave when that ends.`;

/** The message about a box that a rule stops, of an order of which the carrier took others. */
export const stoppedBoxMessage = (stops: readonly StandingStop[]): string =>
  `${describeStandingStops(stops)} Keep it here until that ends, or open it: a lead reports it lost on the page of its order, and adds its bottles to the stock.`;

/** One step of an order toward its departure: one of its boxes is staged, it goes on a manifest, or it departs with the manifest. */
export interface DepartureStep {
  readonly order: SalesOrderKey;
  readonly context: OperatorContext;
  readonly person: string;
  readonly action:
    | { readonly kind: 'stage'; readonly trackingNo: string }
    | { readonly kind: 'manifest'; readonly manifestId: string }
    | {
        readonly kind: 'depart';
        readonly manifestId: string;
        readonly missing: readonly string[];
        /** When the manifest departed; absent: now. */
        readonly leftAt?: Temporal.Instant;
      };
}

/** The order and its floor work after a step. `isChanged` is false when the step changed nothing, as when it is repeated. */
export interface DepartureStepResult {
  readonly order: SalesOrder;
  readonly work: FloorWork;
  /** For the person. */
  readonly message: string;
  readonly isChanged: boolean;
  /** The packages that leave; absent when none does. */
  readonly leaving?: readonly Package[];
  /** Whether the box to stage has left already, so that nothing was counted. */
  readonly hasLeft?: true;
}

/**
 * Writes steps in batches: a box is staged, an order goes on a manifest, or an order departs. Repeated steps change nothing. When a rule
 * stops an order that goes on a manifest or departs, it becomes `labeled`, and its boxes are to be staged again. Refusals:
 * `NotFound` for an order that is not on the floor or a box that it does not have; `StateForbids` for a state that does not permit the
 * step, a manifest that has departed, labels that differ from the boxes, and a box to stage that is canceled, that has left and is beyond
 * the dock, or that a rule stops.
 */
export const departureStepWriter: BatchWriter<DepartureStep, DepartureStepResult> = {
  name: 'floor.depart',
  maxItems: 250,
  customerNo: ({ order }) => order.customerNo,
  identities: ({ order }) => [order.orderId],
  write: runSteps,
};

async function runSteps(tx: Tx, steps: readonly DepartureStep[]): Promise<Outcome<DepartureStepResult>[]> {
  const keys = steps.map(({ order }) => order);
  const orders = new Map((await lockSalesOrders(tx, keys)).map((order) => [order.orderId, order]));
  const works = new Map((await lockFloorWork(tx, keys)).map((work) => [work.orderId, work]));
  const moving = steps.flatMap(({ order, action }) =>
    action.kind === 'depart' || works.get(order.orderId)?.state === 'departed' ? [order] : [],
  );
  const live = Map.groupBy((await readPackages(tx, moving)).filter(isLivePackage), (p) => p.orderId);
  const timeOf = await readCustomerClockLookup(tx, keys);
  const named = steps.flatMap(({ action }) => (action.kind === 'manifest' ? [action.manifestId] : []));
  const open = await lockOpenManifests(tx, [...new Set(named)]);
  const stops = await findStandingStops(tx, [...orders.values()]);
  const decided = steps.map((step): Outcome<DepartureStepResult> => {
    const [order, work] = [orders.get(step.order.orderId), works.get(step.order.orderId)];
    if (order === undefined || work === undefined) return orderNotOnFloorRefusal;
    const { customerNo, orderId } = order;
    const docked = { order, work, packages: live.get(orderId) ?? [], stops: stops.get(orderId) ?? [] };
    const { action, person } = step;
    if (action.kind === 'stage') return decideStaging(docked, action.trackingNo, person);
    if (action.kind === 'manifest') return decideManifesting(docked, action.manifestId, open);
    return decideDeparture(docked, action, timeOf(customerNo));
  });
  const changed: FloorWork[] = [];
  const departing: DepartingOrder[] = [];
  const audited: AuditedChange[] = [];
  for (const [index, outcome] of decided.entries()) {
    if ('refused' in outcome || !outcome.ok.isChanged) continue;
    const { context, action, person } = steps[index] as DepartureStep;
    const { order, work } = outcome.ok;
    const { customerNo, orderId } = order;
    const at = timeOf(customerNo);
    const before = works.get(orderId);
    changed.push({ ...work, changedAt: before?.state === 'departed' ? before.changedAt : at });
    if (action.kind === 'depart' && outcome.ok.leaving !== undefined) {
      departing.push({ order, leaving: outcome.ok.leaving, leftAt: action.leftAt });
    }
    const { kind, data } = eventOf(action, work, describeStandingStops(stops.get(orderId) ?? []));
    appendLog(tx, context.forCustomer(customerNo), {
      kind,
      subject: orderId,
      occurredAt: at,
      data: { ...data, person },
    });
    audited.push({ context, entry: { action: kind, subject: orderId, customerNo, after: data } });
  }
  recordAudits(tx, audited);
  saveFloorWork(tx, changed);
  await ship(tx, departing, timeOf);
  return decided;
}

function eventOf(
  action: DepartureStep['action'],
  work: FloorWork,
  because: string,
): { kind: string; data: Record<string, unknown> } {
  if (action.kind === 'stage') {
    const box = work.boxes.find(({ trackingNo }) => trackingNo === action.trackingNo);
    const staged = work.boxes.filter(({ stagedBy }) => stagedBy !== '').length;
    return {
      kind: 'sales_order.floor_staged',
      data: { box: box?.box ?? 0, staged, of: work.boxes.length, trackingNo: action.trackingNo },
    };
  }
  const data = { manifest: action.manifestId };
  if (work.state === 'manifested') return { kind: 'sales_order.floor_manifested', data };
  const isComplete = work.boxes.every(({ stagedBy }) => stagedBy !== '');
  if (work.state === 'departed' && isComplete) return { kind: 'sales_order.floor_departed', data };
  return { kind: 'sales_order.floor_stayed_behind', data: { ...data, ...(because !== '' && { because }) } };
}

/** What is known of an order for its step. */
interface DockedOrder {
  readonly order: SalesOrder;
  readonly work: FloorWork;
  /** Those that are not canceled; read only when the order departs or has departed. */
  readonly packages: readonly Package[];
  /** The rules that stop it. */
  readonly stops: readonly StandingStop[];
}

const changed = (
  { order }: DockedOrder,
  work: FloorWork,
  message: string,
  leaving?: readonly Package[],
): Outcome<DepartureStepResult> => ({ ok: { order, work, message, isChanged: true, ...(leaving && { leaving }) } });

const unchanged = ({ order, work }: DockedOrder, message: string): Outcome<DepartureStepResult> => ({
  ok: { order, work, message, isChanged: false },
});

/** All boxes of an order that a rule stops are to be staged again once none does. */
const unstageStoppedOrder = (docked: DockedOrder): Outcome<DepartureStepResult> =>
  changed(
    docked,
    { ...docked.work, boxes: unstaged(docked.work.boxes, () => true), state: 'labeled', manifestId: undefined },
    stoppedOrderMessage(docked.stops),
  );

const refuseStep = ({ orderNo, state }: FloorWork, why: string) =>
  refuseState(state.toUpperCase(), `Order ${orderNo} ${why} (${state}).`);

/** Whether a box may leave, by the rules that stop its order and by its package; one that may is staged. */
function decideStaging(docked: DockedOrder, trackingNo: string, person: string): Outcome<DepartureStepResult> {
  const { order, work, packages, stops } = docked;
  const { orderNo, state } = work;
  if (state === 'labeled' && stops.length > 0)
    return refuseState('LABELED', `Order ${orderNo} does not leave. ${stoppedOrderMessage(stops)}`);
  const p = packages.find((each) => each.trackingNo === trackingNo);
  if (state === 'departed' && p === undefined)
    return refuseState('CANCELED', canceledBoxReason(orderNo, order.orderType, trackingNo));
  if (p !== undefined && !hasLeft(p) && stops.length > 0) {
    return refuseState('DEPARTED', `Box ${trackingNo} of order ${orderNo} does not leave. ${stoppedBoxMessage(stops)}`);
  }
  if (state === 'departed' && p !== undefined && hasLeft(p)) {
    const left = `${nameOfBox(work, trackingNo)} has left already (${p.status}).`;
    if (!mayBeAtTheDock.has(p.status)) return refuseState(p.status, `${left} Take it to the returns station.`);
    const message = `${left} If its driver forgot it, give it to the next one; if it came back, take it to the returns station.`;
    return { ok: { order, work, message, isChanged: false, hasLeft: true } };
  }
  return stageBox(docked, trackingNo, person);
}

/** Puts a staged order on a manifest that has not departed (`open`). */
function decideManifesting(
  docked: DockedOrder,
  manifestId: string,
  open: ReadonlySet<string>,
): Outcome<DepartureStepResult> {
  const { work, stops } = docked;
  if (work.state === 'manifested' && work.manifestId === manifestId)
    return unchanged(docked, 'On the manifest already.');
  if (work.state !== 'staged') return refuseStep(work, 'is not staged');
  if (!open.has(manifestId)) return refuseStep(work, 'is too late: the manifest has departed');
  if (stops.length > 0) return unstageStoppedOrder(docked);
  return changed(docked, { ...work, state: 'manifested', manifestId }, 'On the manifest.');
}

/** Departs an order with its manifest when no rule stops it and no box is missing; otherwise it stays behind. */
function decideDeparture(
  docked: DockedOrder,
  { manifestId, missing }: Extract<DepartureStep['action'], { kind: 'depart' }>,
  at: Temporal.Instant,
): Outcome<DepartureStepResult> {
  const { work, packages, stops } = docked;
  const isMissing = ({ trackingNo }: { readonly trackingNo: string }) => missing.includes(trackingNo);
  const boxes = unstaged(work.boxes, isMissing);
  if (work.manifestId === manifestId && work.state === 'departed') {
    // A scan of the carrier has shipped the order: the boxes that it has not scanned depart, or stay. What stayed is decided once.
    const rest = packages.filter((p) => !hasLeft(p));
    const leaving = rest.filter((p) => !isMissing(p));
    const stays = work.leftBehindAt === undefined && rest.some(isMissing);
    if (stays) return changed(docked, { ...work, boxes, leftBehindAt: at }, missingBoxMessage, leaving);
    return leaving.length === 0 ? unchanged(docked, 'Departed.') : changed(docked, work, 'Departed.', leaving);
  }
  if (work.state !== 'manifested' || work.manifestId !== manifestId) return refuseStep(work, 'is not on this manifest');
  const labels = new Set(packages.map(({ trackingNo }) => trackingNo));
  if (packages.length !== work.boxes.length || work.boxes.some(({ trackingNo }) => !labels.has(trackingNo))) {
    return refuseStep(work, 'has other labels than its boxes');
  }
  if (stops.length > 0) return unstageStoppedOrder(docked);
  if (!work.boxes.some(isMissing)) return changed(docked, { ...work, state: 'departed' }, 'Departed.', packages);
  return changed(docked, { ...work, boxes, state: 'labeled', manifestId: undefined }, missingBoxMessage);
}

/** Statuses of a package that left, while its carrier has reported no delivery, damage or return. */
const mayBeAtTheDock: ReadonlySet<string> = new Set(['SHIPPED', 'IN TRANSIT']);

function nameOfBox({ orderNo, boxes }: FloorWork, trackingNo: string): string {
  const number = boxes.find((box) => box.trackingNo === trackingNo)?.box;
  return number === undefined ? `Box ${trackingNo} of order ${orderNo}` : `Box ${number} of order ${orderNo}`;
}

const unstaged = (boxes: FloorWork['boxes'], isUnstaged: (box: FloorWork['boxes'][number]) => boolean) =>
  boxes.map((box) => (isUnstaged(box) ? { ...box, stagedBy: '' } : box));

function stageBox(docked: DockedOrder, trackingNo: string, person: string): Outcome<DepartureStepResult> {
  const { work } = docked;
  const box = work.boxes.find((each) => each.trackingNo === trackingNo);
  // The order was opened again after the box was found.
  if (box === undefined) return refuse('NotFound', noSuchBoxMessage(trackingNo));
  const count = (boxes: FloorWork['boxes']) => boxes.filter(({ stagedBy }) => stagedBy !== '').length;
  const messageOf = (boxes: FloorWork['boxes']) =>
    work.state === 'departed'
      ? `Order ${work.orderNo} is shipped already, because its carrier has scanned another box of it. Give this box to the driver: it is shipped when the carrier scans it.`
      : `Box ${box.box} of order ${work.orderNo}: ${count(boxes)} of ${boxes.length} staged.`;
  if (box.stagedBy !== '') return unchanged(docked, messageOf(work.boxes));
  const boxes = work.boxes.map((each) => (each === box ? { ...box, stagedBy: person } : each));
  const isComplete = count(boxes) === boxes.length;
  if (work.state === 'departed') return changed(docked, { ...work, boxes }, messageOf(boxes));
  if (work.state !== 'labeled') return refuseStep(work, 'cannot be staged');
  return changed(docked, { ...work, boxes, state: isComplete ? 'staged' : 'labeled' }, messageOf(boxes));
}

/** An order of which packages leave; `leftAt`: when they left; undefined when they leave now. */
interface DepartingOrder {
  readonly order: SalesOrder;
  readonly leaving: readonly Package[];
  readonly leftAt: Temporal.Instant | undefined;
}

/** When the packages left, but not before they were packed: the clock of the test environment may be ahead of the manifest's. */
function leftAtOf({ leaving, leftAt }: DepartingOrder): Temporal.Instant | undefined {
  return leftAt && [leftAt, ...leaving.map(({ packedAt }) => packedAt)].toSorted(Temporal.Instant.compare).at(-1);
}

/** Ships the packages of orders that depart: the stock leaves the ledger, and the orders are SHIPPED. */
async function ship(
  tx: Tx,
  departing: readonly DepartingOrder[],
  timeOf: (customerNo: string) => Temporal.Instant,
): Promise<void> {
  for (const [customerNo, own] of groupByCustomerInLockOrder(departing, ({ order }) => order)) {
    const at = timeOf(customerNo);
    const byTime = Map.groupBy(own, (each) => leftAtOf(each)?.toString());
    // Each call locks packages, then stock. Every transaction that locks both has locked their orders first, as this one has.
    for (const [time, together] of byTime) {
      const leaving = new Set(together.flatMap((each) => each.leaving.map(({ packageId }) => packageId)));
      const orderIds = together.map(({ order }) => order.orderId);
      const leftAt = time === undefined ? {} : { leftAt: Temporal.Instant.from(time) };
      const shipped = await shipPackages(tx, { customerNo, at, orderIds, leaving, ...leftAt });
      await tx.ports.get(packagesDepartedHook)(tx, shipped, at);
    }
  }
}
