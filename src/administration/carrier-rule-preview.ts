/**
 * Previews a change of the carrier rules. Of the open orders that leave the choice of the carrier to the operator, it
 * counts those for which the rules would choose otherwise. Nothing is written.
 *
 * The choice is made by the rates of the simulated carriers, because asking real ones for thousands of rates would take
 * minutes.
 */
import { type CarrierRule, readEffectiveCarrierRules, readOperatorSettings } from '../operator-settings/index.ts';
import { emptyOrderFilter, listOrders, type OrderListPosition } from '../order-index/index.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import { readWithCustomPlans } from '../platform/db/custom-plans.ts';
import type { Db, DbReader } from '../platform/db/db.ts';
import { readOrderDetails, readSalesOrders, type SalesOrderKey } from '../sales-orders/index.ts';
import { chooseSimulatedCarrier } from '../warehouse/index.ts';

/** What a change of the carrier rules would do to the open orders that leave the choice of the carrier to the operator (BSW). */
export interface CarrierRuleEffect {
  /**
   * Orders for which, by the rates of the simulated carriers, another carrier or service would be chosen, or that would
   * go on hold, no longer would, or would be held for another reason.
   */
  readonly changed: number;
  /** Customers with such orders. */
  readonly customers: number;
  /** Orders that were looked at, at most `maxCounted`. */
  readonly counted: number;
  /** Whether there are more such open orders than `maxCounted`: the newest were looked at. */
  readonly hasMore: boolean;
}

const maxCounted = 2_000;
/** Between two pages other requests are served. */
const pageSize = 100;

const openByRules = { ...emptyOrderFilter, view: 'open', carriers: ['BSW'] } as const;

/** Compares the choices by these carrier rules with those by the current rules, for the newest 2,000 open BSW orders. Writes nothing. */
export async function previewCarrierRules(db: Db, rules: readonly CarrierRule[]): Promise<CarrierRuleEffect> {
  const current = await readEffectiveCarrierRules(db);
  const customers = new Set<string>();
  let [counted, changed] = [0, 0];
  let after: OrderListPosition | undefined;
  const pageOf = (top: number) =>
    readWithCustomPlans(db, (reader) => listOrders(reader, openByRules, { after, top, sequence: 'newest first' }));
  while (counted < maxCounted) {
    const page = await pageOf(pageSize);
    for (const { customerNo } of await differing(db, page, current, rules)) {
      changed += 1;
      customers.add(customerNo);
    }
    counted += page.length;
    if (page.length < pageSize) return { changed, customers: customers.size, counted, hasMore: false };
    after = page.at(-1);
  }
  return { changed, customers: customers.size, counted, hasMore: (await pageOf(1)).length > 0 };
}

/** The orders for which the two lists of rules choose differently. */
async function differing(
  reader: DbReader,
  keys: readonly SalesOrderKey[],
  current: readonly CarrierRule[],
  rules: readonly CarrierRule[],
): Promise<readonly SalesOrderKey[]> {
  const operator = await readOperatorSettings(reader);
  const orders = await readSalesOrders(reader, keys);
  const details = await readOrderDetails(reader, orders);
  const timeOf = await readCustomerClockLookup(reader, orders);
  return orders.filter((order) => {
    // The list may be behind: the order's carrier is chosen, or the order has no warehouse that exists.
    if (order.carrier !== 'BSW' || !operator.warehouses.has(order.warehouse)) return false;
    const routeBy = (carrierRules: readonly CarrierRule[]) =>
      JSON.stringify(
        chooseSimulatedCarrier(order, details.get(order.orderId), timeOf(order.customerNo), {
          ...operator,
          carrierRules,
        }),
      );
    return routeBy(current) !== routeBy(rules);
  });
}
