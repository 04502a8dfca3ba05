/**
 * A box of a shipped order that is lost (decision 42), in one of three ways: it cannot be found, and its carrier did not take it with
 * others of its order; it was unpacked for a return, and bottles of it cannot be found; or people recorded that it left, and its carrier
 * never scanned it. It is canceled, the missing bottles leave the stock with a reason, and the order has shipped without them. The work
 * on the floor does not change: the box was packed.
 */
import { checkMissingStockReason, readReasonCodes, writeOffShippedUnits } from '../inventory/index.ts';
import { recordAudit } from '../operators/index.ts';
import { readCustomerClock } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuse, refuseFaults, refuseState } from '../platform/errors.ts';
import type { OperatorContext } from '../platform/http/operator-operation.ts';
import { appendLog } from '../platform/log.ts';
import { readReturnableUnits, readReturnsOfOrders, returnableUnitsOfItem } from '../returns/index.ts';
import {
  lockSalesOrders,
  type SalesOrder,
  type SalesOrderKey,
  updateOrderStatusesAndLines,
} from '../sales-orders/index.ts';
import { cancelPackage } from '../shipping-labels/index.ts';
import {
  hasLeft,
  isLivePackage,
  isNeverScanned,
  lockPackagesOfOrders,
  markPackageMissingBottles,
  neverScannedDays,
  type Package,
  type PackageItem,
  readPackageIdsMissingBottles,
  updateRepackedPackages,
} from '../warehouse/index.ts';
import { recordStockLossAudit } from './audit-stock-loss.ts';
import { sumUnits } from './floor-work.ts';
import { cancelUnpackedBox, endExceptionsOfCompleteBoxes, splitBoxIntoFoundAndMissing } from './unpacked-boxes.ts';

interface LostBoxReport {
  readonly order: SalesOrderKey;
  readonly trackingNo: string;
  readonly context: OperatorContext;
  readonly person: string;
  /** Whether the person works in a warehouse. */
  readonly mayWorkIn: (warehouse: string) => boolean;
  readonly reasonCode: string;
  /** In the person's words; '' for none. */
  readonly note: string;
  /** Whether the person knows that it was unpacked for a return: found bottles are its own then, not those of boxes that left. */
  readonly isUnpacked: boolean;
}

interface LostBox {
  readonly packageNo: number;
  /** By item. */
  readonly lost: readonly { readonly itemNo: string; readonly units: number }[];
}

/**
 * Reports a box lost, or the bottles that are missing of one that was unpacked for a return. What it held, without what inspections found
 * of it, counts as short on the lines of its order, which stays SHIPPED. It is posted back to the stock and out of it again with the
 * reason, so on hand does not change; that of a JIT order was never in stock. Refusals, in order of precedence:
 * `NotFound` for a package that the order does not have, or in a warehouse where the person does not work; `StateForbids` when it is
 * canceled and misses nothing, its order is not shipped, or it has left and its carrier has scanned it or may still do so
 * (`isNeverScanned`); the fault `UnknownReason`; `StateForbids` when its bottles are in
 * a return whose inspection has not ended; those of `writeOffShippedUnits`. When inspections found all of it, it is canceled, and nothing
 * is lost.
 */
export async function reportLostBox(tx: Tx, report: LostBoxReport): Promise<Outcome<LostBox>> {
  const { order: key, trackingNo, context, person, mayWorkIn, reasonCode, note, isUnpacked } = report;
  const [order] = await lockSalesOrders(tx, [key]);
  // A carrier scan of a package that left locks only the package.
  const packages = await lockPackagesOfOrders(tx, [key]);
  const own = packages.filter((p) => p.trackingNo === trackingNo);
  const box = own.find(isLivePackage) ?? own[0];
  if (order === undefined || box === undefined || !mayWorkIn(box.warehouse))
    return refuse('NotFound', `The order has no box with the tracking number ${trackingNo}.`);
  const incomplete = await readPackageIdsMissingBottles(tx, key);
  const isIncomplete = incomplete.has(box.packageId);
  const at = await readCustomerClock(tx, key.customerNo);
  const forbidden = isIncomplete ? undefined : stateRefusal(order, box, at);
  if (forbidden !== undefined) return forbidden;
  const faults = checkMissingStockReason({ reasons: await readReasonCodes(tx) }, reasonCode);
  if (faults.length > 0) return refuseFaults(faults);
  const returns = await readReturnsOfOrders(tx, [key]);
  const others = isUnpacked ? packages.filter((p) => !isLivePackage(p)) : packages;
  const { found, missing } = splitBoxIntoFoundAndMissing(box, others, returns);
  const lost = contentsByItem(missing);
  const returnable =
    (await readReturnableUnits(tx, [order])).get(order.orderId) ?? new Map<string, Map<string, number>>();
  const returned = lost.find(({ itemNo, units }) => (returnableUnitsOfItem(returnable, itemNo) ?? 0) < units);
  if (returned !== undefined) {
    const why = `Its ${returned.itemNo} is in a return of order ${order.orderNo}: end the inspection of that return, or cancel it when it never arrived.`;
    return refuseState(order.status, `The box cannot be reported lost. ${why}`);
  }
  if (lost.length === 0) {
    if (!isIncomplete) await cancelUnpackedBox(tx, box, returns);
    await markPackageMissingBottles(tx, box, undefined);
    const after = { package: box.packageNo, trackingNo, because: 'in a return' };
    recordAudit(tx, context, { action: 'package.canceled', subject: key.orderId, customerNo: key.customerNo, after });
    return { ok: { packageNo: box.packageNo, lost } };
  }
  const by = context.forCustomer(key.customerNo);
  const { warehouse } = box;
  if (order.orderType !== 'JIT') {
    const { customerNo, orderId: subject, orderNo, orderType } = order;
    const shipped = { customerNo, subject, orderNo, orderType, warehouse };
    const units = lost.map((each) => ({ itemNo: each.itemNo, quantity: each.units }));
    const written = await writeOffShippedUnits(tx, by, shipped, units, reasonCode);
    if ('refused' in written) return written;
    recordStockLossAudit(tx, context, { customerNo, warehouse, reasonCode, note }, written.ok.lost);
  }
  if (isIncomplete) {
    updateRepackedPackages(tx, [{ ...box, items: found, lastActivityAt: at }]);
    await markPackageMissingBottles(tx, box, undefined);
  } else await cancelPackage(tx, key, { packageId: box.packageId, items: found }, at);
  // The bottle that is lost with this box may be the one that others missed.
  const after = packages.map((each) => (each === box ? { ...box, items: found } : each));
  await endExceptionsOfCompleteBoxes(tx, after, incomplete, returns);
  await updateOrderStatusesAndLines(tx, [withLostUnits(order, missing)]);
  const items = lost.map(({ itemNo, units }) => ({ itemNo, quantity: units }));
  const data = { person, package: box.packageNo, trackingNo, reasonCode, ...(note !== '' && { note }), lines: items };
  const kind = 'sales_order.floor_box_lost';
  appendLog(tx, by, { kind, subject: order.orderId, occurredAt: at, data });
  recordAudit(tx, context, { action: kind, subject: order.orderId, customerNo: key.customerNo, after: data });
  return { ok: { packageNo: box.packageNo, lost } };
}

function stateRefusal({ orderNo, status }: SalesOrder, box: Package, at: Temporal.Instant): Outcome<never> | undefined {
  const no = (state: string, why: string) =>
    refuseState(state, `Box ${box.trackingNo} cannot be reported lost: ${why}`);
  if (!isLivePackage(box)) return no('CANCELED', 'it is canceled already.');
  if (status !== 'SHIPPED')
    return no(status, `order ${orderNo} is not shipped. Take it back from the floor, and report its missing bottles.`);
  if (!hasLeft(box) || isNeverScanned(box, at)) return undefined;
  const why = box.status === 'SHIPPED' ? `, which may scan it until ${neverScannedDays} days after its departure` : '';
  return no(box.status, `it has left with its carrier${why}.`);
}

function contentsByItem(items: readonly PackageItem[]): LostBox['lost'] {
  const byItem = Map.groupBy(items, ({ itemNo }) => itemNo);
  return [...byItem].map(([itemNo, own]) => ({ itemNo, units: sumUnits(own) }));
}

/** The order with these contents of a box short on its lines. */
function withLostUnits(order: SalesOrder, items: readonly PackageItem[]): SalesOrder {
  const lostOf = (line: number) => items.reduce((sum, item) => (item.line === line ? sum + item.units : sum), 0);
  const lines = order.lines.map((line) => {
    const lost = lostOf(line.line);
    return lost === 0 ? line : { ...line, shortUnits: (line.shortUnits ?? 0) + lost };
  });
  return { ...order, lines };
}
