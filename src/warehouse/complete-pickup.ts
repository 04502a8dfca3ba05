/** Pickup of will-call orders at the warehouse (decisions 11 and 26). */

import { carrierNames, isWillCallCarrier } from '../carriers/index.ts';
import type { CarrierCode } from '../contract/code-lists.ts';
import { assertPresent } from '../lib/assert.ts';
import { readOperatorSettings } from '../operator-settings/index.ts';
import { readCustomerClock } from '../platform/clock.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { type Outcome, refuseState } from '../platform/errors.ts';
import { appendLog } from '../platform/log.ts';
import {
  describeStandingStops,
  findSalesOrderKeysBySelector,
  findStandingStops,
  lockSalesOrders,
  type SalesOrder,
  type SalesOrderSelector,
} from '../sales-orders/index.ts';
import { formatSkuKey, isForAdults, readSkus } from '../skus/index.ts';
import { shipPackages } from './fulfillment.ts';
import { readPackages } from './package-store.ts';
import { selectLinesToPack } from './plan-packages.ts';
import { warehouseByCode } from './ship-date.ts';

export interface WillCallPickup extends CommandContext {
  readonly order: SalesOrderSelector;
  /** The ID of the person was checked, and an adult has signed. An order with items for adults needs it. */
  readonly isOfAge: boolean;
  /** How the caller says so, in the refusal without it: `send IsOfAge`. */
  readonly confirmAge: string;
  /** Another person than the recipient took it. Names of others are not kept. */
  readonly isTakenByOther?: boolean;
}

interface CompletedWillCallPickup {
  readonly orderId: string;
  readonly orderNo: string;
  readonly packages: number;
}

/**
 * Completes the pickup of an order: its packages become DELIVERED, the stock leaves the ledger, and the order becomes
 * SHIPPED. Refusals, in order of precedence: `MultipleOrders`, `NotFound`, `StateForbids` when a carrier ships the
 * order, it is not READY FOR PICKUP, a License or Credit rule stops it, or it has items for adults and `isOfAge` is not true.
 */
export async function completeWillCallPickup(
  tx: Tx,
  request: WillCallPickup,
): Promise<Outcome<CompletedWillCallPickup>> {
  const [resolved] = await findSalesOrderKeysBySelector(tx, [request.order]);
  const named = assertPresent(resolved, 'the outcome of a name');
  if ('refused' in named) return named;
  const { customerNo, orderId } = named.ok;
  const [locked] = await lockSalesOrders(tx, [named.ok]);
  const order = assertPresent(locked, 'an order that was found');
  if (!isWillCallCarrier(order.carrier)) {
    return refuseState(
      order.status,
      `Order ${order.orderNo} ships with ${carrierNames[order.carrier as CarrierCode]}; it is not a will-call order.`,
    );
  }
  const waiting = (await readPackages(tx, [order])).filter(({ status }) => status === 'READY FOR PICKUP');
  if (order.status !== 'PROCESSING ORDER' || waiting.length === 0) {
    return refuseState(order.status, `Order ${order.orderNo} is not ready for pickup (status ${order.status}).`);
  }
  const stops = (await findStandingStops(tx, [order])).get(orderId) ?? [];
  if (stops.length > 0) {
    const reason = `Order ${order.orderNo} is not handed over. ${describeStandingStops(stops)} It may be when that ends.`;
    return refuseState(order.status, reason);
  }
  if (!request.isOfAge && (await isForAdultRecipient(tx, order))) {
    const reason = `Order ${order.orderNo} has wine: check the ID of the person, have an adult sign, and ${request.confirmAge}.`;
    return refuseState(order.status, reason);
  }
  const at = await readCustomerClock(tx, customerNo);
  const { city, state } = warehouseByCode(order.warehouse, await readOperatorSettings(tx));
  const scan = { leg: 0, at, code: 'DL', message: 'Picked up at the warehouse', location: `${city}, ${state}` };
  const [left] = await shipPackages(tx, { customerNo, at, orderIds: [orderId] }, new Map([[orderId, scan]]));
  const packages = assertPresent(left, 'an order whose packages leave').packages.length;
  appendLog(tx, request, {
    kind: 'sales_order.handed_over',
    subject: orderId,
    occurredAt: at,
    data: {
      packages,
      ...(request.isOfAge ? { isOfAge: true } : {}),
      ...(request.isTakenByOther === true ? { takenBy: 'other' } : {}),
    },
  });
  return { ok: { orderId, orderNo: order.orderNo, packages } };
}

/** Whether an order has items that only an adult may take. */
async function isForAdultRecipient(reader: DbReader, order: SalesOrder): Promise<boolean> {
  const keys = selectLinesToPack(order).map(({ itemNo }) => ({ customerNo: order.customerNo, itemNo }));
  const skus = await readSkus(reader, keys);
  return keys.some((key) => isForAdults(skus.get(formatSkuKey(key))));
}
