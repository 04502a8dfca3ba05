/** Evaluates the standing rules for orders: derives where and when an order ships (decision 11). Pure. */
import { matchZipCityState } from '../addresses/index.ts';
import { computeShipDate, findCutoffTime, toHolidayDateSet, workCalendarOfWarehouse } from '../carriers/index.ts';
import { isDomesticCountry } from '../contract/states.ts';
import { dateInZone } from '../lib/dates.ts';
import type { OperatorSettings, StandingRules } from '../operator-settings/index.ts';
import type { Hold, OrderDetails, SalesOrder } from './order.ts';
import {
  evaluateStandingRules,
  evaluateStandingStops,
  type PlannedShipDay,
  type ShipToArea,
  type StandingStop,
  type StandingStopInput,
} from './standing-holds.ts';
import { isPackableLine } from './units-to-ship.ts';

/** The parts of an order that rules depend on. Its status and its stock do not matter. */
export type StandingRuleOrder = Pick<
  SalesOrder,
  | 'customerNo'
  | 'orderType'
  | 'warehouse'
  | 'carrier'
  | 'service'
  | 'requestedShipDate'
  | 'shipDays'
  | 'icePack'
  | 'lines'
>;

/** The addresses that rules depend on. */
export type ShipToAddresses = Pick<OrderDetails, 'recipient' | 'holdLocation'>;

/** The standing holds of an order at a time of its customer's clock. Erased details leave the destination unknown. */
export type StandingRuleEvaluator = (
  order: StandingRuleOrder,
  details: ShipToAddresses | undefined,
  now: Temporal.Instant,
) => readonly Hold[];

/** Create one per batch of orders: it caches the ship dates that it computes. Without rules it does no work. */
export function createStandingRuleEvaluator(rules: StandingRules, operator: OperatorSettings): StandingRuleEvaluator {
  if (rules.isEmpty) return () => [];
  const planned = shipmentPlanner(operator);
  return (order, details, now) =>
    evaluateStandingRules(rules, {
      ...shipmentOf(order, details),
      carrier: order.carrier,
      service: order.service,
      icePack: order.icePack,
      planned: () => planned(order, now),
    });
}

/** The rules that stop an order in work. */
export const findStopsOfOrder = (
  rules: StandingRules,
  order: StandingRuleOrder,
  details: ShipToAddresses | undefined,
): readonly StandingStop[] => evaluateStandingStops(rules, shipmentOf(order, details));

const shipmentOf = (order: StandingRuleOrder, details: ShipToAddresses | undefined): StandingStopInput => ({
  customerNo: order.customerNo,
  orderType: order.orderType,
  // An order without lines is expected to get some.
  ships: order.lines.length === 0 || order.lines.some((line) => isPackableLine(order.orderType, line)),
  destination: () => shipToAreaOf(details),
});

/**
 * The area of the carrier location where the recipient picks the order up, if it has a ZIP code, else the recipient's. Undefined parts:
 * abroad, erased details, or nothing that names a state or ZIP code.
 */
export function shipToAreaOf(details: ShipToAddresses | undefined): ShipToArea {
  if (details === undefined) return { state: undefined, zip: undefined };
  const { recipient, holdLocation } = details;
  const to = holdLocation !== undefined && holdLocation.zipCode !== '' ? holdLocation : recipient;
  if (!isDomesticCountry(to.country)) return { state: undefined, zip: undefined };
  const { state, place, zip5 } = matchZipCityState(to);
  return { state: state ?? place?.state, zip: zip5 };
}

/** Computes the day on which an order is expected to ship, as of a time of its customer's clock. */
function shipmentPlanner(
  operator: OperatorSettings,
): (order: StandingRuleOrder, now: Temporal.Instant) => PlannedShipDay {
  const holidays = toHolidayDateSet(operator.holidays);
  const cache = new Map<string, PlannedShipDay>();
  return ({ warehouse: code, carrier, service, requestedShipDate, shipDays }, now) => {
    const key = `${code} ${carrier} ${service} ${requestedShipDate ?? ''} ${shipDays} ${now.epochMilliseconds}`;
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const warehouse = operator.warehouses.get(code);
    const timeZone = warehouse?.timeZone ?? 'UTC';
    const day =
      warehouse === undefined
        ? (requestedShipDate ?? dateInZone(now, timeZone))
        : computeShipDate(
            workCalendarOfWarehouse(warehouse, holidays),
            findCutoffTime(operator.cutoffs.get(code) ?? [], carrier, service),
            now,
            { requestedShipDate, shipDays },
          );
    const planned = { day, timeZone };
    cache.set(key, planned);
    return planned;
  };
}
