/** The bench where nothing is simulated: people scan a label, and what the customer brought is packed under it at once. */
import { isWillCall } from '../carriers/index.ts';
import type { CarrierCode } from '../contract/code-lists.ts';
import { present } from '../lib/assert.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Outcome } from '../platform/errors.ts';
import { type Carriers, packBoughtLabels, packOrders } from '../warehouse/index.ts';
import { type LabelScan, type ScannedOrder, scanJitLabels } from './scan-labels.ts';

/**
 * Takes up the orders whose labels were scanned and packs them: READY TO SHIP with the tracking numbers that were bought,
 * READY FOR PICKUP where the recipient comes. Scanned again nothing changes. Refusals as those of `scanJitLabels`.
 */
export async function scanAtBench(
  tx: Tx,
  scans: readonly LabelScan[],
  carriers: Exclude<Carriers, 'sandbox'>,
): Promise<Outcome<ScannedOrder>[]> {
  const outcomes = await scanJitLabels(tx, scans, carriers);
  const taken = outcomes.flatMap((outcome, index) =>
    'done' in outcome ? [{ ...outcome.done.order, at: present(scans[index], 'the scan of an outcome').at }] : [],
  );
  for (const [customerNo, orders] of Map.groupBy(taken, (order) => order.customerNo)) {
    const inWork = orders.filter(({ status }) => status === 'PROCESSING ORDER');
    const { at } = present(orders[0], 'an order of a group');
    const collected = inWork.filter((order) => isWillCall(order.carrier as CarrierCode)).map(({ orderId }) => orderId);
    await packOrders(tx, { customerNo, at, orderIds: collected }, new Set(collected));
    const sent = inWork.filter((order) => !isWillCall(order.carrier as CarrierCode));
    await packBoughtLabels(tx, sent, at);
  }
  return outcomes;
}
