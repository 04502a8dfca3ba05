/** An order as the standing rules look at it: where it goes, when it is going to leave (decision 11). Pure. */

import { isDomestic, readPlace } from '../addresses/index.ts';
import { calendarOf, cutoffTime, holidaySet, shipDateFor } from '../carriers/index.ts';
import { dateIn } from '../lib/dates.ts';
import type { OperatorSettings, StandingRules } from '../operator-settings/index.ts';
import type { Hold, OrderDetails, SalesOrder } from './order.ts';
import { evaluateStandingRules, type PlannedShipment, type ShipToArea } from './standing-rules.ts';

/** What the rules look at in an order; its status and its stock do not matter. */
export type RuleOrder = Pick<
  SalesOrder,
  'customerNo' | 'orderType' | 'warehouse' | 'carrier' | 'service' | 'requestedShipDate' | 'icePack' | 'lines'
>;

/** Where people are, as far as the rules look at them. */
export type ShipToDetails = Pick<OrderDetails, 'recipient' | 'holdLocation'>;

/**
 * The standing holds of an order at a time of its customer's clock. A document that was erased leaves the destination
 * unknown. Costs next to nothing while there are no rules.
 */
export type RuleEvaluator = (
  order: RuleOrder,
  document: ShipToDetails | undefined,
  now: Temporal.Instant,
) => readonly Hold[];

/** A judge by these rules. Make one for a set: it remembers the ship days that it has worked out. */
export function createRuleEvaluator(rules: StandingRules, operator: OperatorSettings): RuleEvaluator {
  if (rules.isEmpty) return () => [];
  const planned = shipDays(operator);
  return (order, document, now) =>
    evaluateStandingRules(rules, {
      customerNo: order.customerNo,
      orderType: order.orderType,
      carrier: order.carrier,
      service: order.service,
      icePack: order.icePack,
      // An order without any lines is going to get some.
      ships: order.lines.length === 0 || order.lines.some((line) => line.storage === 'service'),
      destination: () => shipToAreaOf(document),
      planned: () => planned(order, now),
    });
}

/** A carrier's location where the recipient fetches it, if it is known, else the recipient. */
export function shipToAreaOf(document: ShipToDetails | undefined): ShipToArea {
  if (document === undefined) return { state: undefined, zip: undefined };
  const { recipient, holdLocation } = document;
  const to = holdLocation !== undefined && holdLocation.zipCode !== '' ? holdLocation : recipient;
  if (!isDomestic(to.country)) return { state: undefined, zip: undefined };
  const { state, place, zip5 } = readPlace(to);
  return { state: state ?? place?.state, zip: zip5 };
}

/** The day on which an order leaves, as it looks at a time of its customer's clock. */
function shipDays(operator: OperatorSettings): (order: RuleOrder, now: Temporal.Instant) => PlannedShipment {
  const holidays = holidaySet(operator.holidays);
  const known = new Map<string, PlannedShipment>();
  return ({ warehouse: code, carrier, service, requestedShipDate }, now) => {
    const key = `${code} ${carrier} ${service} ${requestedShipDate ?? ''} ${now.epochMilliseconds}`;
    const earlier = known.get(key);
    if (earlier !== undefined) return earlier;
    const warehouse = operator.warehouses.get(code);
    const timeZone = warehouse?.timeZone ?? 'UTC';
    const day =
      warehouse === undefined
        ? (requestedShipDate ?? dateIn(now, timeZone))
        : shipDateFor(
            calendarOf(warehouse, holidays),
            cutoffTime(operator.cutoffs.get(code) ?? [], carrier, service),
            now,
            requestedShipDate,
          );
    const planned = { day, timeZone };
    known.set(key, planned);
    return planned;
  };
}
