/** The planned ship date of an order, and the day at its warehouse. Pure (decision 8). */
import {
  computeShipDate,
  findCutoffTime,
  holidayDateSetOfOperator,
  workCalendarOfWarehouse,
} from '../carriers/index.ts';
import type { Cutoff, Warehouse } from '../contract/operator-settings.ts';
import { assertPresent } from '../lib/assert.ts';
import { dateInZone } from '../lib/dates.ts';
import type { OperatorSettings } from '../operator-settings/index.ts';
import type { SalesOrder } from '../sales-orders/index.ts';

type PlannedOrder = Pick<
  SalesOrder,
  'warehouse' | 'carrier' | 'service' | 'requestedShipDate' | 'shipDays' | 'status' | 'orderType' | 'acceptedAt'
> & {
  /** Whether it was due and waits until a person starts it. */
  readonly isWaiting?: boolean;
};

/**
 * The planned ship date of an order at `at`: not before the requested date, and today only if it makes the cutoff. An order
 * in work, or waiting for its release, makes it if it was accepted before, however late it is packed: the carrier comes after the cutoff. Any other order,
 * which may have been on hold, and a JIT order, which is packed when the winery scans its label, make it until it passes.
 * Without a requested date, it is on a ship day of the order, if it has any and its warehouse works on one of them.
 */
export function planShipDate(
  order: PlannedOrder,
  at: Temporal.Instant,
  operator: OperatorSettings,
): Temporal.PlainDate {
  const warehouse = warehouseByCode(order.warehouse, operator);
  const cutoffs: readonly Cutoff[] = operator.cutoffs.get(order.warehouse) ?? [];
  const cutoff = findCutoffTime(cutoffs, order.carrier, order.service);
  const calendar = workCalendarOfWarehouse(warehouse, holidayDateSetOfOperator(operator));
  const isInWork = order.status === 'PROCESSING ORDER' || order.isWaiting === true;
  return computeShipDate(calendar, cutoff, at, order, isInWork && order.orderType !== 'JIT' ? order.acceptedAt : at);
}

/**
 * The warehouse of this code, which the caller knows to exist.
 * @throws InvariantError when it does not
 */
export function warehouseByCode(code: string, operator: OperatorSettings): Warehouse {
  return assertPresent(operator.warehouses.get(code), `warehouse ${JSON.stringify(code)}`);
}

/** The day in the warehouse's time zone. */
export function dateAtWarehouse(warehouse: Warehouse, at: Temporal.Instant): Temporal.PlainDate {
  return dateInZone(at, warehouse.timeZone);
}
