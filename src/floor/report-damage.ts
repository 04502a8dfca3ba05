/**
 * Bottles that are found damaged or break at the packing station (decision 42). They leave the stock with a reason. Unreserved stock
 * replaces them. The order loses units without replacement by the rule of its winery, as in picking.
 */
import { readCustomers, shortPickRuleOf } from '../auth/index.ts';
import {
  adjustStock,
  checkMissingStockReason,
  lockBackorderQueues,
  readBalancesUnlocked,
  readDemands,
  readReasonCodes,
  type StockKey,
  writeOffMissingUnits,
} from '../inventory/index.ts';
import { compareWalkOrder, type Location, lockBinContentsOfItems, readLocations } from '../locations/index.ts';
import { recordAudit, valueOrThrowAppError } from '../operators/index.ts';
import { currentRealTime, readCustomerClock } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuseFaults } from '../platform/errors.ts';
import type { OperatorContext } from '../platform/http/operator-operation.ts';
import { appendLog } from '../platform/log.ts';
import { lockSalesOrders, readSalesOrders, type SalesOrder } from '../sales-orders/index.ts';
import { recordStockLossAudit } from './audit-stock-loss.ts';
import { changeBinContents } from './bin-changes.ts';
import { decideDamagedBottleRemoval } from './damaged-bottles.ts';
import { insertPackingScans, lockFloorWork, readPackingScans, updatePackingColumns } from './floor-store.ts';
import { type FloorWork, orderNotOnFloorRefusal, sumUnits } from './floor-work.ts';
import { decidePackingClaimRenewal, type PackingSession } from './packing-session.ts';
import { type PackingSessionState, readPackingSessionState } from './packing-step.ts';
import { unitsTakenForTransfersPort } from './picking-snapshot.ts';
import type { Packer } from './station.ts';
import { formatTakeBackInstructions, orderTakeBackWriter } from './take-back.ts';

interface DamageReport {
  readonly session: PackingSession;
  readonly context: OperatorContext;
  readonly packer: Packer;
  readonly scanId: string;
  readonly itemNo: string;
  readonly units: number;
  /** They were scanned into boxes. */
  readonly isPacked: boolean;
  readonly reasonCode: string;
  /** In the person's words; '' for none. */
  readonly note: string;
}

/**
 * Records damaged bottles of an order, once for each scan id: a repeated report returns the message of the first. Refusals, in order of
 * precedence: `NotFound` for an order that is not on the floor; those of `decidePackingClaimRenewal`; the fault `UnknownReason`; those of
 * `decideDamagedBottleRemoval`; those of `orderTakeBackWriter`, when the order leaves the floor.
 */
export async function reportDamagedBottles(tx: Tx, report: DamageReport): Promise<Outcome<PackingSessionState>> {
  const { session, packer, scanId, itemNo, units, isPacked, reasonCode } = report;
  const { customerNo, orderId } = session;
  const key = { customerNo, orderId };
  // Lock order of every stock change: the backorder queue, then the order.
  lockBackorderQueues(tx, [customerNo]);
  const [order] = await lockSalesOrders(tx, [key]);
  const [before] = await lockFloorWork(tx, [key]);
  if (order === undefined || before === undefined) return orderNotOnFloorRefusal;
  const [earlier] = await readPackingScans(tx, [{ ...key, scanId }]);
  // A repeated report. The first one may have taken the order off the floor.
  if (earlier !== undefined) return { ok: await readPackingSessionState(tx, order, earlier.message) };
  const resumed = decidePackingClaimRenewal(before, session, packer, currentRealTime());
  if ('refused' in resumed) return resumed;
  const faults = checkMissingStockReason({ reasons: await readReasonCodes(tx) }, reasonCode);
  if (faults.length > 0) return refuseFaults(faults);
  const taken = decideDamagedBottleRemoval(resumed.ok, order, { itemNo, units, isPacked });
  if ('refused' in taken) return taken;

  const at = await readCustomerClock(tx, customerNo);
  const { work, packed, lost: wanted } = taken.ok;
  const lost = await stockOf(tx, order, itemNo, wanted);
  const free = await freeOf(tx, lost);
  const short = wanted - sumUnits(free);
  if (short > 0 && shortPickRuleOf((await readCustomers(tx, [customerNo])).get(customerNo)) === 'hold') {
    logDamage(tx, report, at);
    // Bottles that broke before they were scanned are in no tote. They count as packed, so that they are not put back.
    updatePackingColumns(tx, [isPacked ? resumed.ok : { ...resumed.ok, boxes: packed, changedAt: at }]);
    return await takeOrderBack(tx, report, order, before, lost);
  }
  logDamage(tx, report, at, sumUnits(free));
  updatePackingColumns(tx, [{ ...work, changedAt: at }]);
  return await replaceBottles(tx, report, order, work, free, short);
}

/** Logs the report on the order, and in the audit. `replaced`: units that replace damaged ones; absent when the order leaves the floor. */
function logDamage(tx: Tx, report: DamageReport, at: Temporal.Instant, replaced?: number): void {
  const { session, context, packer, itemNo, units, reasonCode, note } = report;
  const { customerNo, orderId: subject } = session;
  const data = {
    person: packer.email,
    itemNo,
    units,
    reasonCode,
    ...(replaced !== undefined && { replaced }),
    ...(note !== '' && { note }),
  };
  const kind = 'sales_order.floor_damaged';
  appendLog(tx, context.forCustomer(customerNo), { kind, subject, occurredAt: at, data });
  recordAudit(tx, context, { action: kind, subject, customerNo, after: data });
}

/** Takes an order off the floor that has too few bottles without the damaged ones (`lost`), which leave the stock. */
async function takeOrderBack(
  tx: Tx,
  report: DamageReport,
  order: SalesOrder,
  { orderNo, warehouse }: FloorWork,
  lost: readonly StatusUnits[],
): Promise<Outcome<PackingSessionState>> {
  const { context, itemNo, units } = report;
  const because = `${units} × ${itemNo} damaged when it was packed, and no other is free.`;
  const [outcome] = await orderTakeBackWriter.write(tx, [{ order, context, note: because, mayWorkIn: () => true }]);
  if (outcome !== undefined && 'refused' in outcome) return outcome;
  await adjust(tx, report, lost);
  recordLoss(tx, report, warehouse, lost);
  const [now] = await readSalesOrders(tx, [order]);
  const goes = now?.status === 'RECEIVED' ? 'may be released again' : 'waits for stock';
  const leaves = `No other ${itemNo} is free: order ${orderNo} leaves the floor and ${goes}.`;
  const message = [leaves, outcome === undefined ? '' : formatTakeBackInstructions(outcome.ok)].join(' ').trim();
  recordScan(tx, report, message, 0);
  return { ok: await readPackingSessionState(tx, order, message) };
}

/** Replaces damaged bottles from unreserved stock (`free`); the order ships `short` units short. */
async function replaceBottles(
  tx: Tx,
  report: DamageReport,
  order: SalesOrder,
  work: FloorWork,
  free: readonly StatusUnits[],
  short: number,
): Promise<Outcome<PackingSessionState>> {
  const { itemNo, units, isPacked } = report;
  const replaced = sumUnits(free);
  const place = replaced === 0 ? '' : await takeReplacement(tx, work, free);
  await adjust(tx, report, free);
  recordLoss(tx, report, work.warehouse, [...free, ...(await writeOffShort(tx, report, short))]);
  const surplus = units - replaced - short;
  const message = [
    ...(surplus === 0 ? [] : [`The order does not need ${surplus} × ${itemNo} any more.`]),
    ...(replaced === 0 ? [] : [`Take ${replaced} × ${itemNo}${place} and scan ${replaced === 1 ? 'it' : 'them'}.`]),
    ...(short === 0 ? [] : [`No other ${itemNo} is free: the order ships ${short} short.`]),
  ].join(' ');
  const after = await readPackingSessionState(tx, order, message);
  // An order with nothing left to ship has left the floor with its scans.
  recordScan(tx, report, message, isPacked && after.work.state === 'packing' ? -units : 0);
  return { ok: after };
}

/** Records the report among the scans of the order: a repeated one returns its message. `units` are added to those scanned. */
function recordScan(tx: Tx, report: DamageReport, message: string, units: number): void {
  const { session, packer, scanId, itemNo: code } = report;
  const { customerNo, orderId } = session;
  insertPackingScans(tx, [
    { customerNo, orderId, scanId, kind: 'undo', code, units, verdict: 'right', message, person: packer.email },
  ]);
}

function recordLoss(tx: Tx, report: DamageReport, warehouse: string, lost: readonly StatusUnits[]): void {
  const { session, context, reasonCode, note } = report;
  recordStockLossAudit(tx, context, { customerNo: session.customerNo, warehouse, reasonCode, note }, lost);
}

interface StatusUnits extends StockKey {
  readonly units: number;
}

/** The units of an item that an order in work loses, by inventory status: those of its last demands first. */
async function stockOf(
  tx: Tx,
  { customerNo, orderId: subject }: SalesOrder,
  itemNo: string,
  units: number,
): Promise<StatusUnits[]> {
  let left = units;
  const taken: StatusUnits[] = [];
  for (const row of (await readDemands(tx, [{ customerNo, subject }])).toReversed()) {
    if (row.itemNo !== itemNo || row.state !== 'in_work' || left === 0) continue;
    const quantity = Math.min(left, row.quantity);
    left -= quantity;
    taken.push({ customerNo, itemNo, warehouse: row.warehouse, status: row.status, units: quantity });
  }
  return taken;
}

/** Takes units that nothing replaces out of the stock and out of the order. Returns them by inventory status. */
async function writeOffShort(
  tx: Tx,
  { session: { customerNo, orderId: subject }, context, itemNo, reasonCode }: DamageReport,
  quantity: number,
): Promise<readonly StatusUnits[]> {
  if (quantity === 0) return [];
  const items = [{ customerNo, subject, itemNo, quantity }];
  return valueOrThrowAppError(await writeOffMissingUnits(tx, context.forCustomer(customerNo), items, reasonCode)).lost;
}

/** The lost units that unreserved stock can replace. Balances are read without locks, so another order may reserve the stock first. */
async function freeOf(tx: Tx, lost: readonly StatusUnits[]): Promise<StatusUnits[]> {
  const balances = await (await readBalancesUnlocked(tx, lost)).rereadUnlocked();
  return lost.flatMap((key) => {
    const units = Math.min(key.units, Math.max(0, balances.available(key)));
    return units === 0 ? [] : [{ ...key, units }];
  });
}

/** Takes units out of the stock with the reason of the report. */
async function adjust(tx: Tx, { context, reasonCode }: DamageReport, lost: readonly StatusUnits[]): Promise<void> {
  const adjusted = await adjustStock(
    tx,
    lost.map(({ customerNo, itemNo, warehouse, status, units }) => ({
      ...context.forCustomer(customerNo),
      warehouse,
      status,
      reasonCode,
      items: [{ itemNo, quantity: -units }],
    })),
  );
  for (const outcome of adjusted) valueOrThrowAppError(outcome);
}

/**
 * Finds the bins of the replacement: the first in walk order with enough recorded units of each inventory status, else one after the
 * other, each with what it has. Units that people have taken out of a bin for transfers do not count. When the order was picked in a task,
 * takes the units out of the records of the bins. Returns the bins as text for the message; '' when none has any.
 */
async function takeReplacement(tx: Tx, work: FloorWork, free: readonly StatusUnits[]): Promise<string> {
  const [first] = free;
  if (first === undefined) return '';
  const { warehouse } = work;
  const bins = await lockBinContentsOfItems(tx, [first]);
  const takenOf = await tx.ports.get(unitsTakenForTransfersPort)(tx, warehouse, [first]);
  const quantityOf = ({ location }: Location, { status }: StatusUnits): number => {
    const found = bins.find((bin) => bin.location === location && bin.status === status);
    return found === undefined ? 0 : found.quantity - takenOf(found);
  };
  const places = (await readLocations(tx, bins)).toSorted(compareWalkOrder);
  const whole = places.find((place) => free.every((each) => quantityOf(place, each) >= each.units));
  const left = new Map(free.map(({ status, units }) => [status, units]));
  const changes = (whole === undefined ? places : [whole]).flatMap((place) =>
    free.flatMap((each) => {
      const { customerNo, itemNo, status } = each;
      const units = Math.min(left.get(status) ?? 0, quantityOf(place, each));
      left.set(status, (left.get(status) ?? 0) - units);
      return units === 0 ? [] : [{ customerNo, itemNo, location: place.location, status, units }];
    }),
  );
  if (work.pickTaskId !== undefined) await changeBinContents(tx, { warehouse }, changes);
  const byPlace = [...Map.groupBy(changes, ({ location }) => location)].map(
    ([location, own]) => [location, sumUnits(own)] as const,
  );
  if (byPlace.length === 0) return '';
  if (whole !== undefined) return ` from ${whole.location}`;
  return ` from ${byPlace.map(([location, units]) => `${location} (${units})`).join(', ')}`;
}
