/** Runs steps of packing for an operator's request. */
import { readCustomerNameLookup } from '../auth/index.ts';
import { isWillCallCarrier } from '../carriers/index.ts';
import { assertPresent } from '../lib/assert.ts';
import { isUuid } from '../lib/uuid.ts';
import { normalizeLocationCode } from '../locations/index.ts';
import { limitToVisibleWarehouses, runStationStep, valueOrThrowAppError } from '../operators/index.ts';
import { findOrderKeysByOrderNos, findOrderKeysByReference } from '../order-index/index.ts';
import type { DbReader } from '../platform/db/db.ts';
import { AppError, notFoundError, refuse } from '../platform/errors.ts';
import type { OperatorCall } from '../platform/http/operator-operation.ts';
import { isStandingRuleHold, readHolds, readSalesOrders, type SalesOrderKey } from '../sales-orders/index.ts';
import {
  buyOrAwaitLabels,
  carrierConnectionOf,
  carrierModeOf,
  labelDepsOf,
  makePostponedLabelsDue,
  readScannedJitLabelId,
  storePackedOrderDocument,
} from '../shipping-labels/index.ts';
import { packerOfOperator, worksInWarehouse } from './floor-fields.ts';
import { findBoxesByScan, findFloorWorkByName, listNextFloorWorkOfTote, parseOrderNameInScan } from './floor-lists.ts';
import { readFloorWork } from './floor-store.ts';
import { type FloorWork, labeledFloorStates } from './floor-work.ts';
import { stationJitScanWriter } from './jit-scans-at-worked-warehouse.ts';
import type { PackingSession } from './packing-session.ts';
import { readPackingReplyData } from './packing-session-details.ts';
import { type PackingSessionState, type PackingStep, writePackingStep } from './packing-step.ts';
import { releaseReshipment } from './reshipments.ts';

type Call = Pick<OperatorCall<unknown>, 'environment' | 'operator' | 'context' | 'run'>;

/** Orders of one number that a scan may mean: with more, people name the customer. */
const maxNamedOrders = 50;

/** Runs one step of packing as `runStationStep`. */
export async function runPackingStep(
  call: Call,
  order: SalesOrderKey,
  action: PackingStep['action'],
): Promise<PackingSessionState> {
  const { operator, context } = call;
  return await runStationStep(call, (tx) =>
    writePackingStep(tx, { order, context, packer: packerOfOperator(operator), action }),
  );
}

/**
 * Claims the order that a scan names, or the next order of a tote; releases a reshipment of a return that it names. Throws `NotFound`
 * when no such order is on the floor of the operator's warehouses, `ValidationFailed` when several orders have the name, or totes of
 * several warehouses have it, and the refusals of `stationJitScanWriter`, `releaseReshipment` and `decidePackingClaim`.
 */
export async function openPackingSession(
  call: Call,
  {
    scan,
    customerNo,
    warehouse,
    takesOver,
  }: {
    readonly scan: string;
    readonly customerNo?: string | undefined;
    /** The warehouse of the tote. */
    readonly warehouse?: string | undefined;
    readonly takesOver: boolean;
  },
): Promise<PackingSessionState> {
  // The request scanned the JIT label of this order before it was interrupted, and does not scan it again.
  const taken = call.run.progress as SalesOrderKey | undefined;
  const label = await readScannedJitLabelId(call.environment.db, scan);
  const order =
    taken ??
    (label && (await takeUpJit(call, label))) ??
    (await findOrderOrReshipment(call, scan, customerNo)) ??
    (await findInTote(call, scan, warehouse)) ??
    (await releaseReshipment(call, scan));
  if (order === undefined) throw notFoundError(await reasonOfUnfound(call, scan, customerNo));
  const opened = await runPackingStep(call, order, { kind: 'open', takesOver });
  // The station prints the labels of a JIT order when one of them is scanned.
  if (label !== undefined) await storeDocument(call, opened);
  return opened;
}

/** Says where an order of another warehouse belongs, when the scan names no order of the operator's warehouses. */
async function reasonOfUnfound(
  { environment: { db }, operator }: Call,
  scan: string,
  customerNo: string | undefined,
): Promise<string> {
  const name = parseOrderNameInScan(scan);
  const [work, [box], others] = await Promise.all([
    findFloorWorkByName(db, scan, { customerNo, warehouses: undefined, limit: maxNamedOrders }),
    findBoxesByScan(db, [scan], undefined),
    isUuid(name.toLowerCase()) ? findOrderKeysByReference(db, name.toLowerCase()) : findOrderKeysByOrderNos(db, [name]),
  ]);
  const named = [...work, ...(box === undefined ? [] : [box.work]), ...others].filter(
    (each) => customerNo === undefined || each.customerNo === customerNo,
  );
  // An order that was taken back may have moved since.
  const orders = await readSalesOrders(db, named);
  const [first] = orders;
  if (first === undefined || orders.some(({ warehouse }) => worksInWarehouse(operator, warehouse))) {
    return `${JSON.stringify(scan)} is not on the floor. Release it first; a JIT order opens by its JIT label.`;
  }
  const warehouses = [...new Set(orders.map(({ warehouse }) => warehouse))].join(' or ');
  return `Order ${first.orderNo} is for warehouse ${warehouses}, where you do not work. Give it to a lead, or have an admin add the warehouse to your account.`;
}

/** Stores what the station prints next. */
async function storeDocument({ environment }: Call, { work }: PackingSessionState): Promise<void> {
  if (labeledFloorStates.includes(work.state)) await storePackedOrderDocument(environment, work);
}

async function takeUpJit(
  { environment, operator, context, run }: Call,
  { customerNo, labelId }: { readonly customerNo: string; readonly labelId: string },
): Promise<SalesOrderKey> {
  const taken = await environment.writeQueue.submit(stationJitScanWriter, {
    customerNo,
    scanned: labelId,
    context,
    carriers: carrierModeOf(environment),
    mayWorkIn: (warehouse) => worksInWarehouse(operator, warehouse),
    onTaken: (tx, order) => run.saveProgress(tx, order),
  });
  return valueOrThrowAppError(taken);
}

/**
 * The order that a scan names. When it is labeled, has departed or was stopped, and the scan names reshipments of returns too, as an
 * RMA number does, the next of these.
 */
async function findOrderOrReshipment(
  call: Call,
  scan: string,
  customerNo: string | undefined,
): Promise<SalesOrderKey | undefined> {
  const found = await findOrder(call, scan, customerNo);
  const isOver = found !== undefined && [...labeledFloorStates, 'departed', 'stopped'].includes(found.state);
  return isOver ? ((await releaseReshipment(call, scan)) ?? found) : found;
}

async function findOrder(
  { environment: { db }, operator }: Call,
  scan: string,
  customerNo: string | undefined,
): Promise<FloorWork | undefined> {
  const isMine = (work: FloorWork): boolean =>
    worksInWarehouse(operator, work.warehouse) && (customerNo === undefined || work.customerNo === customerNo);
  const scope = { customerNo, warehouses: limitToVisibleWarehouses(operator, []), limit: maxNamedOrders };
  const named = (await findFloorWorkByName(db, scan, scope)).filter(isMine);
  // The scan may be the barcode of a box's label.
  const box =
    named.length === 0 ? (await findBoxesByScan(db, [scan], limitToVisibleWarehouses(operator, [])))[0] : undefined;
  const found = box === undefined ? named : [box.work].filter(isMine);
  const [only, ...more] = found;
  if (only === undefined) return undefined;
  const wineries = [...new Set(found.map((work) => work.customerNo))].sort();
  if (more.length > 0) {
    if (wineries.length === 1) {
      const reason = `Winery ${wineries[0]} has several orders named ${JSON.stringify(scan)}. Scan the reference or the shipment key.`;
      const fault = { field: 'Scan', code: 'Format', message: 'must be a reference or a shipment key' };
      throw new AppError(refuse('ValidationFailed', reason, [fault]).refused);
    }
    const nameOf = await readCustomerNameLookup(db, found);
    const listed = wineries.map((each) => `${nameOf(each)} (${each})`).join(', ');
    const reason = `Several orders are named ${JSON.stringify(scan)}, of ${listed}. Name the winery, or scan the reference.`;
    const fault = { field: 'CustomerNo', code: 'Required', message: `must be one of ${wineries.join(', ')}` };
    throw new AppError(refuse('ValidationFailed', reason, [fault]).refused);
  }
  return only;
}

/** Warehouses give their totes codes of their own, so totes of two warehouses may have the same code. */
async function findInTote(
  { environment: { db }, operator }: Call,
  scan: string,
  warehouse: string | undefined,
): Promise<FloorWork | undefined> {
  const warehouses = limitToVisibleWarehouses(operator, warehouse === undefined ? [] : [warehouse]);
  const tote = normalizeLocationCode(scan);
  const found = await listNextFloorWorkOfTote(db, tote, { warehouses, operatorId: operator.operatorId });
  if (found.length <= 1) return found[0];
  const places = found.map((work) => work.warehouse).join(', ');
  const reason = `Totes ${tote} of several warehouses have bottles to pack (${places}). Name the warehouse.`;
  const fault = { field: 'Warehouse', code: 'Required', message: `must be one of ${places}` };
  throw new AppError(refuse('ValidationFailed', reason, [fault]).refused);
}

/**
 * Buys the labels of a packed order once, and waits until a real carrier has replied, at most `maxLabelWaitMs`. A repeated call asks the
 * carrier again at once, however long the labels were postponed by an outage. When the carrier refused the order, or a standing rule holds
 * it, its state is `problem` afterward. Stores what is printed. Throws the refusals of `writePackingStep`.
 */
export async function buyLabelsOfPackingSession(call: Call, session: PackingSession): Promise<PackingSessionState> {
  const bought = await requestAndAwaitLabels(call, session);
  await storeDocument(call, bought);
  return bought;
}

async function requestAndAwaitLabels(call: Call, session: PackingSession): Promise<PackingSessionState> {
  const { environment } = call;
  const order = { customerNo: session.customerNo, orderId: session.orderId };
  const asked = await runPackingStep(call, order, { kind: 'label', session, carriers: carrierModeOf(environment) });
  if (asked.work.state === 'labeled') return asked;
  const deps = labelDepsOf(environment);
  const deadline = performance.now() + (carrierConnectionOf(environment)?.maxLabelWaitMs ?? 0);
  if (deps !== undefined) {
    await environment.db.write((tx) => makePostponedLabelsDue(tx, order), order);
    await buyOrAwaitLabels(deps, order, deadline);
  }
  const settled = await readPacking(environment.db, order);
  const { state, note } = settled.work;
  if (state === 'problem') {
    const holds = (await readHolds(environment.db, [order])).get(order.orderId) ?? [];
    const isStopped = holds.some(isStandingRuleHold);
    return { ...settled, message: isStopped ? `Put its box aside. ${note}` : `The carrier refused it: ${note}` };
  }
  if (state === 'labeling')
    return { ...settled, message: 'The carrier has not replied yet. Ask again; it is bought once.' };
  // The order was taken back or lost its stock during the wait.
  if (!labeledFloorStates.includes(state) && state !== 'departed')
    return { ...settled, message: `No labels: the order is ${state}. Note: ${note}` };
  const message = isWillCallCarrier(settled.work.carrier)
    ? 'Packed. Stick the label on, and put the box where will-call orders wait.'
    : 'Labeled. Stick the label on, scan it, stage the box.';
  return { ...settled, message };
}

/** Reads the session again: the job that buys labels has saved the state of the order's work. */
async function readPacking(db: DbReader, key: SalesOrderKey): Promise<PackingSessionState> {
  const [[found], [work]] = [await readSalesOrders(db, [key]), await readFloorWork(db, [key])];
  const order = assertPresent(found, 'the order of a session');
  return {
    order,
    work: assertPresent(work, 'the work of a session'),
    session: await readPackingReplyData(db, order),
    verdict: undefined,
    message: '',
  };
}
