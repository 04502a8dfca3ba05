/**
 * The orders in work that a change of standing rules would hold if they were open (decision 11). They are not held, so the change names
 * them: a person decides which are taken back.
 */
import Type, { type Static } from 'typebox';
import { TransactionReference, transactionReferenceExample } from '../contract/transaction-reference.ts';
import {
  indexStandingRules,
  readStandingRuleLists,
  type StandingRuleLists,
  WILDCARD,
} from '../operator-settings/index.ts';
import { emptyOrderFilter, listOrders, type OrderListPosition, tryCatchUpOrderIndex } from '../order-index/index.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import { readWithCustomPlans } from '../platform/db/custom-plans.ts';
import type { Db } from '../platform/db/db.ts';
import { findOrdersUnderNewRules, readSalesOrders, type SalesOrder } from '../sales-orders/index.ts';

/** Named orders of a reply; the count has all. */
const maxNamed = 100;
/** Between two pages other requests are served. */
const pageSize = 500;

/** Removes from rules the one that a change makes. Undefined for a change that only ends a rule, which stops no order. */
export type StandingRuleExclusion = ((rules: StandingRuleLists) => StandingRuleLists) | undefined;

interface OrdersInWorkUnderRule {
  readonly count: number;
  /** The first `maxNamed`, oldest first. */
  readonly named: readonly Pick<SalesOrder, 'customerNo' | 'orderId' | 'orderNo'>[];
}

/**
 * Finds the orders in work to which a rule applies: those that the rules `lists` would hold if they were open, and
 * that the same rules without it would not. Finds them by the order index, so one whose work began a moment ago may be
 * missing, and decides by the orders.
 * @param customerNo the customer of the rule; `*` for all
 * @param exclude removes the rule from `lists`; undefined: no order is found
 */
export async function findOrdersInWorkUnderRule(
  db: Db,
  customerNo: string,
  lists: StandingRuleLists,
  exclude: StandingRuleExclusion,
): Promise<OrdersInWorkUnderRule> {
  if (exclude === undefined) return { count: 0, named: [] };
  const customers = customerNo === WILDCARD ? undefined : [customerNo];
  await tryCatchUpOrderIndex(db, customers);
  const filter = { ...emptyOrderFilter, statuses: ['PROCESSING ORDER'], customers: customers ?? [] };
  const rules = { before: indexOf(exclude(lists)), after: indexOf(lists) };
  const named: SalesOrder[] = [];
  let count = 0;
  let last: OrderListPosition | undefined;
  for (;;) {
    const request = { after: last, top: pageSize, sequence: 'oldest first' } as const;
    const page = await readWithCustomPlans(db, (reader) => listOrders(reader, filter, request));
    const inWork = (await readSalesOrders(db, page)).filter(({ status }) => status === 'PROCESSING ORDER');
    const timeOf = await readCustomerClockLookup(db, inWork);
    const found = new Map(
      (await findOrdersUnderNewRules(db, inWork, rules, timeOf)).map((order) => [order.orderId, order]),
    );
    count += found.size;
    const inSequence = page.flatMap(({ orderId }) => found.get(orderId) ?? []);
    named.push(...inSequence.slice(0, maxNamed - named.length));
    last = page.at(-1);
    if (page.length < pageSize) return { count, named };
  }
}

/** Makes a change of rules, and then finds the orders in work to which its rule applies; none when `exclude` is undefined. */
export async function changeRuleAndFindOrdersInWork<Result>(
  db: Db,
  customerNo: string,
  exclude: StandingRuleExclusion,
  make: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly inWork: OrdersInWorkUnderRule }> {
  const result = await make();
  // After the change, so that an order that was released at the same moment is counted.
  const lists = await readStandingRuleLists(db);
  return { result, inWork: await findOrdersInWorkUnderRule(db, customerNo, lists, exclude) };
}

const indexOf = ({ licenses, windows, credit }: StandingRuleLists) => indexStandingRules(licenses, windows, credit);

/** Fields of replies about a change of rules. */
export const ordersInWorkFields = {
  OrdersInWork: Type.Integer({
    description:
      'Orders in work to which the rule applies, also when it was made before. They are not held. After a closed state or a credit hold, those without a label get none, and those that have not left a worked warehouse do not leave it; a lead takes them back (Floor/TakeBack). Labels that an automatic warehouse has are voided (Orders/VoidLabels), or its orders ship. A weather window stops none of them.',
    minimum: 0,
  }),
  InWork: Type.Array(
    Type.Object({
      CustomerNo: Type.String(),
      TransactionReferenceNumber: TransactionReference,
      OrderNo: Type.String(),
    }),
    { description: `These orders, oldest first, ${maxNamed} at most.` },
  ),
};

export const ordersInWorkExample = {
  OrdersInWork: 1,
  InWork: [{ CustomerNo: 'W1001', TransactionReferenceNumber: transactionReferenceExample, OrderNo: 'CLB1002' }],
};

const fields = Type.Object(ordersInWorkFields);

export const toOrdersInWorkReply = ({ count, named }: OrdersInWorkUnderRule): Static<typeof fields> => ({
  OrdersInWork: count,
  InWork: named.map((order) => ({
    CustomerNo: order.customerNo,
    TransactionReferenceNumber: order.orderId,
    OrderNo: order.orderNo,
  })),
});
