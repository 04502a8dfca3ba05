/** JIT orders that the simulated carriers refuse: held as after the refusal of a real carrier, when a label is requested. */
import { isWillCallCarrier } from '../../carriers/index.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { SalesOrder } from '../../sales-orders/index.ts';
import { decideSimulatedCarrierRefusal, isLivePackage, readPackages } from '../../warehouse/index.ts';
import { holdOrderRefusedByCarrier } from '../hold-refused-order.ts';
import { canBuyLabels } from '../label-plan.ts';
import { decideJitLabel } from './jit-label.ts';
import type { LabelDataLookup } from './label-data-lookup.ts';

/**
 * Of the locked orders, puts on hold each JIT order that would get a label but that its simulated carrier refuses; skips packed ones.
 * Returns whether any was put on hold.
 */
export async function holdOrdersRefusedBySimulatedCarrier(
  tx: Tx,
  orders: readonly SalesOrder[],
  data: LabelDataLookup,
  timeOf: (customerNo: string) => Temporal.Instant,
): Promise<boolean> {
  const refused = orders.flatMap((order) => {
    if (!canBuyLabels(order) || isWillCallCarrier(order.carrier)) return [];
    const decided = decideJitLabel(data.input(order));
    const refusal = 'ok' in decided ? decideSimulatedCarrierRefusal(order, decided.ok.details) : undefined;
    return refusal === undefined ? [] : [{ order, refusal }];
  });
  if (refused.length === 0) return false;
  const packages = await readPackages(
    tx,
    refused.map(({ order }) => order),
  );
  const packed = new Set(packages.filter(isLivePackage).map(({ orderId }) => orderId));
  const unpacked = refused.filter(({ order }) => !packed.has(order.orderId));
  for (const { order, refusal } of unpacked)
    await holdOrderRefusedByCarrier(tx, order, refusal, timeOf(order.customerNo));
  return unpacked.length > 0;
}
