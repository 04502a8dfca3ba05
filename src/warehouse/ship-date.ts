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

type OrderRoute = Pick<SalesOrder, 'warehouse' | 'carrier' | 'service' | 'requestedShipDate' | 'shipDays'>;

/**
 * The planned ship date of an order processed at `at`: not before the requested date, and today only until its
 * cutoff. Without a requested date, it is on a ship day of the order, if it has any and its
 * warehouse works on one of them.
 */
export function planShipDate(order: OrderRoute, at: Temporal.Instant, operator: OperatorSettings): Temporal.PlainDate {
  const warehouse = warehouseByCode(order.warehouse, operator);
  const cutoffs: readonly Cutoff[] = operator.cutoffs.get(order.warehouse) ?? [];
  const cutoff = findCutoffTime(cutoffs, order.carrier, order.service);
  return computeShipDate(workCalendarOfWarehouse(warehouse, holidayDateSetOfOperator(operator)), cutoff, at, order);
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
