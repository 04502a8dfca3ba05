/** Announces returns of shipped orders, in batches. */

import { computeMilesBetweenZipAreas } from '../carriers/index.ts';
import { assertPresent } from '../lib/assert.ts';
import { type OperatorSettings, readOperatorSettings } from '../operator-settings/index.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Fault, type Outcome, refuse, refuseFaults, refuseState } from '../platform/errors.ts';
import { lockSalesOrders, type SalesOrder } from '../sales-orders/index.ts';
import { readReturnableUnits, subtractReturnLines } from './read-remaining-units.ts';
import type { ItemQuantity, ShippedUnits } from './remaining-units.ts';
import { chooseReturnWarehouse, decideReturnAnnouncement, type OrderReturn } from './return.ts';
import { insertReturns, takeRmaNumbers } from './return-store.ts';
import { findShippedLine } from './shipped-line.ts';
import { recordReturnEvent } from './timeline.ts';

/** A return that is expected. Its reference becomes the return's id. */
export interface ReturnAnnouncement extends CommandContext {
  readonly orderId: string;
  /** In units; an item may be named several times. Absent or empty: all units that were shipped and are in no return. */
  readonly lines: readonly ItemQuantity[] | undefined;
  /** The warehouse that is to receive it; absent: the one that shipped the order, else the nearest that takes returns. */
  readonly warehouse: string | undefined;
  /** As sent by the caller; '' when absent. */
  readonly reason: string;
}

/** The shipment that delivered the returned units. */
interface OutboundShipment {
  readonly trackingNos: readonly string[];
  readonly carrier: string;
  readonly service: string;
}

/**
 * Announces returns; one outcome per announcement, in their order. `outboundOf` returns the shipment of the units, which
 * belongs to a slice above. The orders are locked, so that two announcements never return the same unit. Refusals, in order
 * of precedence: `NotFound`; `StateForbids` (not shipped, or no units left to return); the faults `NotShipped` and
 * `MoreThanShipped`; `TakesNoReturns` of the warehouse, or `StateForbids` when no warehouse takes returns; those that `faultsOf`
 * finds in the units of an announcement.
 */
export async function announceReturns<Announcement extends ReturnAnnouncement>(
  tx: Tx,
  announcements: readonly Announcement[],
  outboundOf: (order: SalesOrder, lines: readonly ItemQuantity[]) => OutboundShipment,
  faultsOf: (announcement: Announcement, lines: readonly ItemQuantity[]) => Fault[] = () => [],
): Promise<Outcome<OrderReturn>[]> {
  const orders = new Map((await lockSalesOrders(tx, announcements)).map((order) => [order.orderId, order]));
  const remainingUnitsOf = await readReturnableUnits(tx, [...orders.values()]);
  const operator = await readOperatorSettings(tx);
  const timeOf = await readCustomerClockLookup(tx, announcements);
  const planned = announcements.map((announcement): Outcome<Omit<OrderReturn, 'rmaNumber'>> => {
    const order = orders.get(announcement.orderId);
    if (order?.customerNo !== announcement.customerNo)
      return refuse('NotFound', `There is no order ${announcement.orderId}.`);
    const left = assertPresent(remainingUnitsOf.get(order.orderId), `what is left of order ${order.orderId}`);
    const decided = decideReturnAnnouncement({ ...order, remaining: left }, announcement.lines);
    if ('refused' in decided) return decided;
    const warehouse = decideReturnWarehouse(announcement.warehouse, order, operator);
    if ('refused' in warehouse) return warehouse;
    const faults = faultsOf(announcement, decided.ok);
    if (faults.length > 0) return refuseFaults(faults);
    const lines = decided.ok.map((asked, index) => lineOf(order, asked, index + 1));
    remainingUnitsOf.set(order.orderId, subtractReturnLines(left, lines));
    return {
      ok: {
        customerNo: order.customerNo,
        returnId: announcement.reference,
        orderId: order.orderId,
        orderNo: order.orderNo,
        warehouse: warehouse.ok,
        status: 'EXPECTED',
        ...outboundOf(order, decided.ok),
        announcedAt: timeOf(order.customerNo),
        receivedAt: undefined,
        closedAt: undefined,
        lines,
      },
    };
  });
  const accepted = planned.filter((plan) => 'ok' in plan);
  const numbers = await takeRmaNumbers(
    tx,
    accepted.map(({ ok }) => ok.customerNo),
  );
  const numbered = new Map(
    accepted.map(({ ok }, index) => [
      ok.returnId,
      { ...ok, rmaNumber: assertPresent(numbers[index], 'an RMA number') },
    ]),
  );
  const outcomes = planned.map((plan): Outcome<OrderReturn> => {
    if ('refused' in plan) return plan;
    return { ok: assertPresent(numbered.get(plan.ok.returnId), 'a numbered return') };
  });
  for (const [index, outcome] of outcomes.entries()) {
    if ('refused' in outcome) continue;
    const announcement = assertPresent(announcements[index], 'the announcement of an outcome');
    insertReturns(tx, [{ ...outcome.ok, document: { reason: announcement.reason } }]);
    recordReturnEvent(tx, 'announced', outcome.ok, outcome.ok.announcedAt, announcement, {
      lines: outcome.ok.lines.map(({ itemNo, expected }) => ({ itemNo, quantity: expected })),
    });
  }
  return outcomes;
}

function lineOf(order: SalesOrder, units: ShippedUnits, line: number): OrderReturn['lines'][number] {
  const { itemNo, shippedStatus, quantity } = units;
  const { description, uom } = assertPresent(findShippedLine(order, units), `item ${itemNo} of order ${order.orderId}`);
  return { line, itemNo, description, uom, shippedStatus, expected: quantity, inspected: false, findings: [] };
}

function decideReturnWarehouse(
  named: string | undefined,
  order: SalesOrder,
  operator: OperatorSettings,
): Outcome<string> {
  const acceptsReturns = (code: string) => operator.warehouses.get(code)?.acceptsReturns === true;
  if (named !== undefined) return acceptsReturns(named) ? { ok: named } : returnWarehouseRefusal(named);
  const found = chooseReturnWarehouse(order.warehouse, warehousesByDistance(order.warehouse, operator), acceptsReturns);
  if (found !== undefined) return { ok: found };
  return refuseState(order.status, 'No warehouse of the operator takes returns.');
}

/** The fault `TakesNoReturns` of a warehouse. */
export function returnWarehouseRefusal(warehouse: string): Outcome<never> {
  const message = `${warehouse} does not take returns`;
  return refuseFaults([{ field: 'Warehouse', code: 'TakesNoReturns', message }]);
}

function warehousesByDistance(warehouse: string, { warehouses }: OperatorSettings): string[] {
  const from = warehouses.get(warehouse)?.zip ?? '';
  const miles = (zip: string) => computeMilesBetweenZipAreas(from, zip) ?? Number.POSITIVE_INFINITY;
  const ranked = [...warehouses.values()].map(({ code, zip }) => ({ code, miles: miles(zip) }));
  return ranked.sort((a, b) => a.miles - b.miles || (a.code < b.code ? -1 : 1)).map(({ code }) => code);
}
