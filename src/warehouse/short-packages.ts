/**
 * Packages of orders that go out short (decision 10): stock that had been packed, or was about to be, has disappeared.
 *
 * The order's packages are packed anew without what is missing. A package keeps its number and its tracking number; one
 * of which nothing is left is CANCELED and stays behind. Register it after the owner of the orders, who decides which of
 * their lines go without.
 */
import type { DemandOwner, ShortPick } from '../inventory/index.ts';
import { readOperatorData } from '../inventory/index.ts';
import { uuidv7 } from '../lib/uuid.ts';
import { customerTimes } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { appendLog } from '../platform/log.ts';
import { lockSalesOrders } from '../sales-orders/index.ts';
import { packagesOf } from './floor.ts';
import type { Package } from './package.ts';
import { lockPackagesOfOrders, saveRepacked } from './package-store.ts';

const nothing = async (): Promise<void> => undefined;

/** Orders that wait for stock, or have not begun, have no packages: only short picks are of interest. */
export const packedOrders: DemandOwner = {
  lock: nothing,
  filled: nothing,
  fellBack: nothing,
  shortPicked: packAnew,
};

async function packAnew(tx: Tx, picks: readonly ShortPick[]): Promise<void> {
  const keys = [...new Map(picks.map((pick) => [pick.subject, pick])).values()];
  const orders = await lockSalesOrders(
    tx,
    keys.map(({ customerNo, subject }) => ({ customerNo, orderId: subject })),
  );
  const packed = Map.groupBy(await lockPackagesOfOrders(tx, orders), (p) => p.orderId);
  if (packed.size === 0) return;
  const operator = await readOperatorData(tx);
  const timeOf = await customerTimes(tx, [...new Set(orders.map((order) => order.customerNo))]);
  const repacked = orders.flatMap((order) => {
    const before = packed.get(order.orderId) ?? [];
    if (before.length === 0) return [];
    const at = timeOf(order.customerNo);
    return repack(before, packagesOf(order, undefined, at, operator, uuidv7), at);
  });
  saveRepacked(tx, repacked);
  for (const { customerNo, orderId, packageNo, status, items, lastActivityAt } of repacked) {
    appendLog(tx, {
      customerNo,
      kind: 'package.repacked',
      subject: orderId,
      reference: uuidv7(),
      occurredAt: lastActivityAt,
      operation: 'warehouse',
      actor: 'system',
      data: { package: packageNo, status, units: items.reduce((sum, item) => sum + item.units, 0) },
    });
  }
}

/** The packages that were there with what they hold from now on. Pure. */
function repack(before: readonly Package[], after: readonly Package[], at: Temporal.Instant): Package[] {
  return before.map((was) => {
    const now = after.find((each) => each.packageNo === was.packageNo);
    if (now === undefined) return { ...was, status: 'CANCELED', items: [], lastActivityAt: at };
    const { items, weightLb, lengthIn, widthIn, heightIn } = now;
    return { ...was, items, weightLb, lengthIn, widthIn, heightIn, lastActivityAt: at };
  });
}
