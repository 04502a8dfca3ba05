/**
 * The time at which an order is processed (interface: Shipment, RequestedShipmentDate; decision 4): on the morning of its ship
 * date, at once when that is past. Pure apart from a cache.
 */

import {
  computeShipDate,
  findCutoffTime,
  instantOfLocalTime,
  toHolidayDateSet,
  workCalendarOfWarehouse,
} from '../carriers/index.ts';
import type { OperatorSettings } from '../operator-settings/index.ts';
import type { SalesOrder } from './order.ts';

/** The time at which a warehouse starts its day, in its time zone. */
const dayStart = '06:00';

type Scheduled = Pick<SalesOrder, 'warehouse' | 'carrier' | 'service' | 'requestedShipDate' | 'shipDays'>;

const cache = new Map<string, Temporal.Instant>();
let cachedSettings: OperatorSettings | undefined;
const maxCached = 2_000;

/** The time, on a full minute, at which to process an order that has no holds at `now`. Orders of one minute form a batch. */
export function computeProcessingStartTime(
  order: Scheduled,
  now: Temporal.Instant,
  operator: OperatorSettings,
): Temporal.Instant {
  const minute = Math.ceil(now.epochMilliseconds / 60_000);
  const key = `${minute} ${order.warehouse} ${order.carrier} ${order.service} ${order.requestedShipDate ?? ''} ${order.shipDays}`;
  if (cachedSettings !== operator || cache.size >= maxCached) {
    cache.clear();
    cachedSettings = operator;
  }
  let at = cache.get(key);
  if (at === undefined) {
    at = computeProcessingTime(order, Temporal.Instant.fromEpochMilliseconds(minute * 60_000), operator);
    cache.set(key, at);
  }
  return at;
}

function computeProcessingTime(
  order: Scheduled,
  minute: Temporal.Instant,
  operator: OperatorSettings,
): Temporal.Instant {
  const warehouse = operator.warehouses.get(order.warehouse);
  if (warehouse === undefined) return minute;
  const calendar = workCalendarOfWarehouse(warehouse, toHolidayDateSet(operator.holidays));
  const cutoff = findCutoffTime(operator.cutoffs.get(order.warehouse) ?? [], order.carrier, order.service);
  const shipDate = computeShipDate(calendar, cutoff, minute, order);
  const start = instantOfLocalTime(shipDate, dayStart, warehouse.timeZone);
  return Temporal.Instant.compare(start, minute) > 0 ? start : minute;
}
