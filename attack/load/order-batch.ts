/** Orders in a batch, retried until every order has its outcome. */
import type { Json } from '../caller.ts';
import type { LedgerOrder } from '../ledger/ledger.ts';
import { acknowledge, type OrderPlan } from './order-worker.ts';
import { unexpected, type Worker } from './worker.ts';

const name = 'SalesOrder/BatchSalesOrder';
const maxRounds = 60;

/** Creates the orders in one batch. If an order was not created, sends the whole batch again, under the same key if it had one. */
export async function createInBatch(worker: Worker, plans: readonly OrderPlan[]): Promise<LedgerOrder[]> {
  const { caller, random, report } = worker;
  const key = random.chance(0.6) ? caller.newKey() : undefined;
  const body = { BatchId: 'ATTACK', SalesOrdersInfo: plans.map(({ request }) => request) };
  const options = key === undefined ? {} : { key };
  let wasAbandoned = false;
  let members: Json[] = [];
  for (let round = 1; round <= maxRounds; round += 1) {
    const [response, twin] = await Promise.all([
      caller.call(name, body, options),
      // A second request with the same key waits for the first and gets its response.
      key !== undefined && round === 1 && random.chance(0.2) ? caller.call(name, body, options) : undefined,
    ]);
    wasAbandoned ||= response.wasAbandoned;
    if (response.status !== 200) {
      unexpected(worker, name, response);
      return [];
    }
    if (twin?.status === 200 && twin.body.TransactionReferenceNumber !== response.body.TransactionReferenceNumber) {
      // A response that asks for a retry is not stored, so the retry may have another reference.
      const all = [...response.body.CreateSalesOrderStatuses, ...twin.body.CreateSalesOrderStatuses] as Json[];
      if (all.every(({ IsCreated }) => IsCreated)) {
        report.finding('load', 'two batches at once under one Idempotency-Key have two references', plans[0]?.orderNo);
      }
    }
    members = response.body.CreateSalesOrderStatuses;
    if (members.every(({ IsCreated }) => IsCreated)) break;
    report.count('batches sent again for members without capacity');
    await new Promise((resolve) => setTimeout(resolve, 100 * Math.min(round, 10)));
    // A stored failure would be replayed forever; responses that ask for a retry are retried until there is capacity.
    if (round >= 3 && !members.every(({ IsCreated, Retry }) => IsCreated || Retry === true)) break;
  }
  const orders: LedgerOrder[] = [];
  for (const [i, plan] of plans.entries()) {
    let reference: string | undefined = members[i]?.IsCreated ? members[i].TransactionReferenceNumber : undefined;
    if (reference === undefined) {
      const detail = `${worker.ledger.customerNo} ${plan.orderNo}: ${JSON.stringify(members[i])?.slice(0, 300)}`;
      const when = key === undefined ? 'without' : 'with';
      report.finding('load', `a batch sent again ${when} its Idempotency-Key does not complete its members`, detail);
      const alone = await caller.call('SalesOrder/CreateSalesOrder', plan.request);
      if (alone.status !== 200) {
        unexpected(worker, 'SalesOrder/CreateSalesOrder', alone);
        worker.ledger.refusedOrderNos.push(plan.orderNo);
        continue;
      }
      reference = alone.body as string;
    }
    const isFinal = wasAbandoned && key === undefined && !plan.hasTransmissionId;
    orders.push(acknowledge(worker, plan, reference as string, isFinal));
  }
  return orders;
}
