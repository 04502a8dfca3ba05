/**
 * Standing rules and orders in work (decision 11). A new rule puts open orders on hold, but no order in work. License and Credit
 * rules stop an order in work at two points: before its label is bought, when it goes on hold, and before it leaves, when a person takes
 * it back or ends the rule.
 */
import { readOperatorSettings, type StandingRules } from '../operator-settings/index.ts';
import type { DbReader } from '../platform/db/db.ts';
import { isSameHold } from './hold-changes.ts';
import type { SalesOrder } from './order.ts';
import { readLeanOrderDetails } from './order-store.ts';
import { createStandingRuleEvaluator, findStopsOfOrder } from './rule-evaluator.ts';
import type { StandingStop } from './standing-holds.ts';
import { loadOverriddenWeatherHoldRemover } from './weather-overrides.ts';

/**
 * The rules that stop these orders now, by order id; orders without one are absent. Reads cached rules, and nothing else while there is
 * no License or Credit rule.
 */
export async function findStandingStops(
  reader: DbReader,
  orders: readonly SalesOrder[],
): Promise<ReadonlyMap<string, readonly StandingStop[]>> {
  const { standingRules } = await readOperatorSettings(reader);
  if (orders.length === 0 || standingRules.licenses.size + standingRules.credit.size === 0) return new Map();
  const details = standingRules.licenses.size === 0 ? new Map() : await readLeanOrderDetails(reader, orders);
  return new Map(
    orders.flatMap((order) => {
      const stops = findStopsOfOrder(standingRules, order, details.get(order.orderId));
      return stops.length === 0 ? [] : [[order.orderId, stops] as const];
    }),
  );
}

/** The reasons of stops for people of the floor, in one text. */
export const describeStandingStops = (stops: readonly StandingStop[]): string =>
  stops.map(({ description }) => description).join(' ');

/** Finds the orders, of any customers, to which `after` would apply and `before` does not, whatever their status. */
export async function findOrdersUnderNewRules(
  reader: DbReader,
  orders: readonly SalesOrder[],
  { before, after }: { readonly before: StandingRules; readonly after: StandingRules },
  timeOf: (customerNo: string) => Temporal.Instant,
): Promise<SalesOrder[]> {
  if (after.isEmpty || orders.length === 0) return [];
  const operator = await readOperatorSettings(reader);
  const details = await readLeanOrderDetails(reader, orders);
  const holdsUnder = async (rules: StandingRules) => {
    const evaluateRules = createStandingRuleEvaluator(rules, operator);
    const withoutOverridden = await loadOverriddenWeatherHoldRemover(reader, rules, orders);
    return (order: SalesOrder) =>
      withoutOverridden(order.orderId, evaluateRules(order, details.get(order.orderId), timeOf(order.customerNo)));
  };
  const [heldBefore, heldAfter] = [await holdsUnder(before), await holdsUnder(after)];
  return orders.filter((order) => {
    const held = heldBefore(order);
    return heldAfter(order).some((hold) => !held.some((other) => isSameHold(hold, other)));
  });
}
