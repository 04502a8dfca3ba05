/** Orders in work whose labels are to be bought: the intents, written before any carrier is called. */
import { isWillCall } from '../carriers/index.ts';
import type { CarrierCode } from '../contract/code-lists.ts';
import { readOperatorData } from '../inventory/index.ts';
import { uuidv7 } from '../lib/uuid.ts';
import type { Tx } from '../platform/db/db.ts';
import { readSalesOrderDocuments, type SalesOrder } from '../sales-orders/index.ts';
import { packedLines, plannedPackages } from './floor.ts';
import { insertIntents, readIntentsOfOrders } from './label-intent-store.ts';
import { planOf } from './label-plan.ts';
import { readPackages } from './package-store.ts';

/**
 * Plans the packages of locked orders in work and wants a label for each, under a name of its own by which the carrier
 * will know it. Orders that have packages or intents in force are passed over, as are those that recipients fetch.
 */
export async function claimLabels(tx: Tx, orders: readonly SalesOrder[], at: Temporal.Instant): Promise<void> {
  const wanting = orders.filter(
    (order) =>
      order.status === 'PROCESSING ORDER' && !isWillCall(order.carrier as CarrierCode) && packedLines(order).length > 0,
  );
  if (wanting.length === 0) return;
  const inForce = (await readIntentsOfOrders(tx, wanting)).filter((i) => i.state === 'wanted' || i.state === 'bought');
  const done = new Set([...inForce, ...(await readPackages(tx, wanting))].map(({ orderId }) => orderId));
  const operator = await readOperatorData(tx);
  const documents = await readSalesOrderDocuments(tx, wanting);
  await insertIntents(
    tx,
    wanting
      .filter((order) => !done.has(order.orderId))
      .flatMap((order) =>
        plannedPackages(order, documents.get(order.orderId), at, operator, uuidv7).map((p) => ({
          customerNo: order.customerNo,
          intentId: uuidv7(),
          orderId: order.orderId,
          packageNo: p.packageNo,
          plan: planOf(p),
          carrier: order.carrier,
          service: order.service,
          wantedAt: at,
        })),
      ),
  );
}
