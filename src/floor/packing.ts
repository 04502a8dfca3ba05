/**
 * The packing station: every step of packing an order, in batches of the customer's write queue (decision 42). A step locks the
 * order, then the work on it, decides by pure functions, and writes the whole work.
 */

import { isWillCall } from '../carriers/index.ts';
import { assertPresent } from '../lib/assert.ts';
import { recordAudit } from '../operators/index.ts';
import { customerTimes, realTime } from '../platform/clock.ts';
import type { Reader, Tx } from '../platform/db/db.ts';
import { type Outcome, refuse, refuseState } from '../platform/errors.ts';
import type { OperatorContext } from '../platform/http/operator-operation.ts';
import { appendLog } from '../platform/log.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { lockSalesOrders, type SalesOrder, type SalesOrderKey } from '../sales-orders/index.ts';
import { labelPackedOrders, type PackedOrder } from '../shipping-labels/index.ts';
import { skuKeyText } from '../skus/index.ts';
import { type CarrierMode, isLive, linesToPack, readPackages } from '../warehouse/index.ts';
import { readItemsCodes } from './codes-of-items.ts';
import { insertScans, lockFloorWork, readScans, saveFloorWork } from './floor-store.ts';
import { contentsOf, type FloorWork, inCustomerOrder, withLabels } from './floor-work.ts';
import type { ItemCode } from './item-code.ts';
import {
  type BoxMeasures,
  checkComplete,
  claimOrder,
  finishBox,
  type Packer,
  resumeSession,
  type ScanResult,
  type SessionName,
  scanBottle,
  undoLast,
  type Verdict,
} from './packing-session.ts';

/** One step at a station, of one order. */
export interface PackingStep {
  readonly order: SalesOrderKey;
  readonly context: OperatorContext;
  readonly packer: Packer;
  readonly action:
    | { readonly kind: 'open'; readonly takesOver: boolean }
    | { readonly kind: 'scan'; readonly session: SessionName; readonly scanId: string; readonly code: string }
    | { readonly kind: 'undo'; readonly session: SessionName; readonly scanId: string }
    | { readonly kind: 'finish'; readonly session: SessionName; readonly box: number; readonly measures: BoxMeasures }
    | { readonly kind: 'label'; readonly session: SessionName; readonly carriers: CarrierMode };
}

/** The whole state of a session after a step. */
export interface PackingState {
  readonly order: SalesOrder;
  readonly work: FloorWork;
  /** Of this scan, also when it is repeated. */
  readonly verdict: Verdict | undefined;
  readonly message: string;
}

/** Refusals: `NotFound` for an order that was not released, `StateForbids` as `decide` returns it. */
export const packingSteps: BatchWriter<PackingStep, PackingState> = {
  name: 'floor.pack',
  maxItems: 50,
  customerNo: ({ order }) => order.customerNo,
  // The steps of one order follow each other.
  identities: ({ order }) => [order.orderId],
  write: runSteps,
};

interface Facts {
  readonly order: SalesOrder;
  readonly work: FloorWork;
  readonly codes: readonly ItemCode[];
  /** The verdict of the same scan, when it was counted before. */
  readonly earlier: { readonly verdict: Verdict; readonly message: string } | undefined;
  readonly now: Temporal.Instant;
}

interface Decision extends PackingState {
  readonly scan?: { readonly kind: 'bottle' | 'undo'; readonly code: string; readonly units: number };
  readonly isLabeling?: true;
}

async function runSteps(tx: Tx, steps: readonly PackingStep[]): Promise<Outcome<PackingState>[]> {
  const keys = steps.map(({ order }) => order);
  const scanned = steps.flatMap(({ order, action }) =>
    'scanId' in action ? [{ ...order, scanId: action.scanId }] : [],
  );
  // Pipelined in this sequence: orders are locked before their work.
  const [lockedOrders, lockedWorks, scans, timeOf] = await Promise.all([
    lockSalesOrders(tx, keys),
    lockFloorWork(tx, keys),
    readScans(tx, scanned),
    customerTimes(
      tx,
      keys.map(({ customerNo }) => customerNo),
    ),
  ]);
  const orders = new Map(lockedOrders.map((order) => [order.orderId, order]));
  const works = new Map(lockedWorks.map((work) => [work.orderId, work]));
  // The packages of a JIT order are created by the scan that takes it up, in the transaction before this one.
  const labeling = steps.flatMap(({ order, action }) =>
    action.kind === 'open' && works.get(order.orderId)?.state === 'labeling' ? [order] : [],
  );
  const packages = Map.groupBy((await readPackages(tx, labeling)).filter(isLive), (p) => p.orderId);
  const codesOf = await readCodes(
    tx,
    steps.flatMap(({ order, action }) => (action.kind === 'scan' ? (orders.get(order.orderId) ?? []) : [])),
  );
  const counted = new Map(scans.map((scan) => [`${scan.orderId} ${scan.scanId}`, scan]));
  const now = realTime();
  const decided = steps.map((step): Outcome<Decision> => {
    const { orderId } = step.order;
    const [order, work] = [orders.get(orderId), works.get(orderId)];
    if (order === undefined || work === undefined) {
      return refuse('NotFound', 'This order is not on the floor. Release it first.');
    }
    const scanId = 'scanId' in step.action ? step.action.scanId : '';
    const earlier = counted.get(`${orderId} ${scanId}`);
    const labeled = withLabels(work, packages.get(orderId) ?? []);
    return decide(step, { order, work: labeled, codes: codesOf(order), earlier, now });
  });
  await write(tx, steps, decided, { before: works, timeOf });
  return decided.map((outcome) => {
    if ('refused' in outcome) return outcome;
    const { order, work, verdict, message } = outcome.ok;
    return { ok: { order, work, verdict, message } };
  });
}

function decide({ action, packer }: PackingStep, facts: Facts): Outcome<Decision> {
  const { order, work, codes, earlier, now } = facts;
  const done = (changed: FloorWork, more: Partial<Decision> = {}): Outcome<Decision> => ({
    ok: { order, work: changed, verdict: undefined, message: '', ...more },
  });
  if (action.kind === 'open') {
    const claimed = claimOrder(work, packer, now, action.takesOver);
    return 'ok' in claimed ? done(claimed.ok, { message: work.note }) : claimed;
  }
  const resumed = resumeSession(work, action.session, packer, now);
  if ('refused' in resumed) return resumed;
  const mine = resumed.ok;
  if (action.kind === 'finish') {
    const finished = finishBox(mine, action.box, action.measures);
    return 'ok' in finished ? done(finished.ok) : finished;
  }
  if (action.kind === 'label') {
    // Asked again, it returns the labels that there are, or waits for those that are being bought.
    if (mine.state === 'labeled' || mine.state === 'labeling') return done(mine);
    if (action.carriers === 'none' && !isWillCall(order.carrier)) {
      return refuseState(mine.state.toUpperCase(), 'No carrier is connected, so no label can be bought.');
    }
    const complete = checkComplete(mine, order);
    return 'ok' in complete ? done({ ...complete.ok, state: 'labeling' }, { isLabeling: true }) : complete;
  }
  if (earlier !== undefined) return done(mine, earlier);
  const kind = action.kind === 'scan' ? 'bottle' : 'undo';
  const code = action.kind === 'scan' ? action.code : '';
  const result: ScanResult = action.kind === 'scan' ? scanBottle(mine, order, codes, action.code) : undoLast(mine);
  const { verdict, message, units } = result;
  return done(result.work, { verdict, message, scan: { kind, code, units } });
}

async function write(
  tx: Tx,
  steps: readonly PackingStep[],
  decided: Outcome<Decision>[],
  {
    before,
    timeOf,
  }: {
    readonly before: ReadonlyMap<string, FloorWork>;
    readonly timeOf: (customerNo: string) => Temporal.Instant;
  },
): Promise<void> {
  const changed: FloorWork[] = [];
  const labeling = new Map<CarrierMode, PackedOrder[]>();
  for (const [index, outcome] of decided.entries()) {
    if ('refused' in outcome) continue;
    const step = steps[index] as PackingStep;
    const { order, work, isLabeling } = outcome.ok;
    const { customerNo, orderId } = order;
    const at = timeOf(customerNo);
    const was = assertPresent(before.get(orderId), 'the work of a step');
    changed.push({ ...work, changedAt: at });
    if (isLabeling && step.action.kind === 'label') {
      const packed = { order, boxes: work.boxes.map((box) => boxContents(box)) };
      labeling.set(step.action.carriers, [...(labeling.get(step.action.carriers) ?? []), packed]);
    }
    for (const { kind, data } of eventsOf(was, work)) {
      appendLog(tx, step.context.forCustomer(customerNo), { kind, subject: orderId, occurredAt: at, data });
      recordAudit(tx, step.context, { action: kind, subject: orderId, customerNo, after: data });
    }
  }
  insertScans(
    tx,
    decided.flatMap((outcome, index) => {
      const step = steps[index] as PackingStep;
      if ('refused' in outcome || outcome.ok.scan === undefined || !('scanId' in step.action)) return [];
      const { scan, verdict = 'wrong', message } = outcome.ok;
      const { customerNo, orderId } = step.order;
      const { scanId } = step.action;
      return [{ customerNo, orderId, scanId, ...scan, verdict, message, person: step.packer.email }];
    }),
  );
  // Before the labels: packages that exist at once make the work `labeled`.
  saveFloorWork(tx, changed);
  for (const [carriers, packed] of labeling) {
    for (const [customerNo, own] of inCustomerOrder(packed, ({ order }) => order)) {
      await labelPackedOrders(tx, own, carriers, timeOf(customerNo));
    }
  }
}

const boxContents = (box: FloorWork['boxes'][number]) => ({
  packageNo: box.box,
  items: contentsOf(box).map(({ line, units }) => ({ lineNo: line, quantity: units })),
  ...{ weightLb: box.weightLb, lengthIn: box.lengthIn, widthIn: box.widthIn, heightIn: box.heightIn },
});

/** What a step records in the order's timeline and the audit; single scans are in `floor_scans`. Pure. */
function eventsOf(was: FloorWork, now: FloorWork): { kind: string; data: Record<string, unknown> }[] {
  const events: { kind: string; data: Record<string, unknown> }[] = [];
  if (now.claim !== was.claim) {
    const from = was.packer === '' ? {} : { from: was.packer };
    events.push({ kind: 'sales_order.floor_packing', data: { person: now.packer, ...from } });
  }
  for (const box of now.boxes) {
    const earlier = was.boxes.find((each) => each.box === box.box);
    if (!box.isClosed || (earlier?.isClosed && earlier.weightLb === box.weightLb)) continue;
    const { weightLb, lengthIn, widthIn, heightIn } = box;
    const size = `${lengthIn} × ${widthIn} × ${heightIn} in`;
    events.push({ kind: 'sales_order.floor_box_closed', data: { box: box.box, weightLb, size } });
  }
  if (now.state === 'labeling' && was.state !== 'labeling') {
    events.push({ kind: 'sales_order.floor_labels_wanted', data: { boxes: now.boxes.length } });
  }
  return events;
}

/** The codes of the items of orders. */
async function readCodes(
  reader: Reader,
  orders: readonly SalesOrder[],
): Promise<(order: SalesOrder) => readonly ItemCode[]> {
  const keysOf = (order: SalesOrder) =>
    linesToPack(order).map(({ itemNo }) => ({ customerNo: order.customerNo, itemNo }));
  const codes = Map.groupBy(await readItemsCodes(reader, orders.flatMap(keysOf)), skuKeyText);
  return (order) => [...new Set(keysOf(order).map(skuKeyText))].flatMap((key) => codes.get(key) ?? []);
}
