/** Voids the labels of an order before it ships (decision 26). */

import { assertPresent } from '../lib/assert.ts';
import { readCustomerClock } from '../platform/clock.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuseState } from '../platform/errors.ts';
import { appendLog } from '../platform/log.ts';
import {
  findSalesOrderKeysBySelector,
  lockSalesOrders,
  operatorHoldPlacementWriter,
  type SalesOrder,
  type SalesOrderSelector,
} from '../sales-orders/index.ts';
import { isLivePackage, readPackages } from '../warehouse/index.ts';
import { readLabelIntentsOfOrders } from './label-intent-store.ts';
import { isLabelInForce } from './label-plan.ts';
import { unpackOrders } from './unpack-order.ts';

interface LabelVoidRequest extends CommandContext {
  readonly order: SalesOrderSelector;
  /** Reason, shown in the hold's description. */
  readonly reason: string;
  /** Time zone of dates in the hold's description. */
  readonly timeZone: string;
}

interface LabelVoidResult {
  readonly orderId: string;
  /** Requested and bought labels that were voided; 0 with simulated carriers. */
  readonly labels: number;
  /** Packages that were canceled. */
  readonly packages: number;
  /** Whether the order was in work; it is then open again, on hold until customer service ends the hold. */
  readonly wasInWork: boolean;
}

/**
 * Voids all labels of an order that has not shipped. An order in work is reopened: its packages become CANCELED, its
 * stock stays reserved, and it is on a Customer Service hold; once that ends, it gets new labels. An open JIT order
 * stays open; its next GenerateJitLabel buys another label. Refusals, in order of precedence: `MultipleOrders`,
 * `NotFound`, `StateForbids` when it is canceled, shipped or has no label.
 */
export async function voidLabelsAndReopenOrder(tx: Tx, requested: LabelVoidRequest): Promise<Outcome<LabelVoidResult>> {
  const [resolved] = await findSalesOrderKeysBySelector(tx, [requested.order]);
  const outcome = assertPresent(resolved, 'the outcome of a name');
  if ('refused' in outcome) return outcome;
  const [locked] = await lockSalesOrders(tx, [outcome.ok]);
  const order = assertPresent(locked, 'an order that was found');
  const packages = (await readPackages(tx, [order])).filter(isLivePackage);
  const bought = (await readLabelIntentsOfOrders(tx, [order])).filter(isLabelInForce);
  const refusal = voidRefusal(order, packages.length + bought.length);
  if (refusal !== undefined) {
    const { orderNo, status } = order;
    return refuseState(status, `The labels of order ${orderNo} cannot be voided: ${refusal} (status ${status}).`);
  }
  const at = await readCustomerClock(tx, order.customerNo);
  const wasInWork = order.status === 'PROCESSING ORDER';
  const statuses = await unpackOrders(tx, [{ order, at, because: requested.reason }]);
  appendLog(tx, requested, {
    kind: 'sales_order.labels_voided',
    subject: order.orderId,
    occurredAt: at,
    data: { labels: bought.length, packages: packages.length, was: order.status, status: statuses.get(order.orderId) },
  });
  if (wasInWork) await hold(tx, order, requested);
  return { ok: { orderId: order.orderId, labels: bought.length, packages: packages.length, wasInWork } };
}

function voidRefusal({ status }: SalesOrder, labels: number): string | undefined {
  if (status === 'CANCELED') return 'it is canceled';
  if (status === 'SHIPPED') return 'it has shipped';
  return labels === 0 ? 'it has no label' : undefined;
}

async function hold(tx: Tx, { customerNo, orderId }: SalesOrder, requested: LabelVoidRequest): Promise<void> {
  const name = { customerNo, reference: orderId };
  const [held] = await operatorHoldPlacementWriter.write(tx, [
    { ...requested, name, description: requested.reason, endsAt: undefined },
  ]);
  if (held === undefined || 'refused' in held)
    throw new Error(`order ${orderId} was unpacked and cannot be put on hold`);
}
