/**
 * When an open order is taken up (interface: Shipment, RequestedShipmentDate; decision 4): as soon as possible when it
 * can still leave today, else on the morning of the day on which it leaves. Pure.
 */

import { calendarOf, cutoffTime, holidaySet, instantAt, shipDateFor } from '../carriers/index.ts';
import type { OperatorSettings } from '../operator-settings/index.ts';
import type { SalesOrder } from './order.ts';

/** When the floor begins its day, on the warehouse's clock. */
const morning = '06:00';

type Scheduled = Pick<SalesOrder, 'warehouse' | 'carrier' | 'service' | 'requestedShipDate'>;

const remembered = new Map<string, Temporal.Instant>();
let rememberedFor: OperatorSettings | undefined;
const maxRemembered = 2_000;

/**
 * The instant at which an order that is free of holds at `now` is to be processed, on a full minute: orders of the same
 * minute are one wave.
 */
export function processingTime(order: Scheduled, now: Temporal.Instant, operator: OperatorSettings): Temporal.Instant {
  const minute = Math.ceil(now.epochMilliseconds / 60_000);
  const key = `${minute} ${order.warehouse} ${order.carrier} ${order.service} ${order.requestedShipDate ?? ''}`;
  if (rememberedFor !== operator || remembered.size >= maxRemembered) {
    remembered.clear();
    rememberedFor = operator;
  }
  let at = remembered.get(key);
  if (at === undefined) {
    at = computeProcessingTime(order, Temporal.Instant.fromEpochMilliseconds(minute * 60_000), operator);
    remembered.set(key, at);
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
  const calendar = calendarOf(warehouse, holidaySet(operator.holidays));
  const cutoff = cutoffTime(operator.cutoffs.get(order.warehouse) ?? [], order.carrier, order.service);
  const leaves = shipDateFor(calendar, cutoff, minute, order.requestedShipDate);
  const begins = instantAt(leaves, morning, warehouse.timeZone);
  return Temporal.Instant.compare(begins, minute) > 0 ? begins : minute;
}
