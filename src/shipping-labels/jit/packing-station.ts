/** The bench where nothing is simulated: people scan a label, and what the customer brought is packed under it at once. */

import { isWillCall } from '../../carriers/index.ts';
import type { CarrierCode } from '../../contract/code-lists.ts';
import { assertPresent } from '../../lib/assert.ts';
import { systemContext } from '../../platform/command-context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { type Outcome, refuse } from '../../platform/errors.ts';
import type { SalesOrderKey } from '../../sales-orders/index.ts';
import { type CarrierMode, packOrders } from '../../warehouse/index.ts';
import { packBoughtLabels } from '../label-packing.ts';
import { readJitLabels } from './jit-label-store.ts';
import { type LabelScan, type ScannedOrder, scanJitLabels } from './scan-labels.ts';

/**
 * Takes up the orders whose labels were scanned and packs them: READY TO SHIP with the tracking numbers that were bought,
 * READY FOR PICKUP where the recipient comes. Scanned again nothing changes. Refusals as those of `scanJitLabels`.
 */
export async function scanAtPackingStation(
  tx: Tx,
  scans: readonly LabelScan[],
  carriers: Exclude<CarrierMode, 'sandbox'>,
): Promise<Outcome<ScannedOrder>[]> {
  const outcomes = await scanJitLabels(tx, scans, carriers);
  const taken = outcomes.flatMap((outcome, index) =>
    'done' in outcome ? [{ ...outcome.done.order, at: assertPresent(scans[index], 'the scan of an outcome').at }] : [],
  );
  for (const [customerNo, orders] of Map.groupBy(taken, (order) => order.customerNo)) {
    const inWork = orders.filter(({ status }) => status === 'PROCESSING ORDER');
    const { at } = assertPresent(orders[0], 'an order of a group');
    const collected = inWork.filter((order) => isWillCall(order.carrier as CarrierCode)).map(({ orderId }) => orderId);
    await packOrders(tx, { customerNo, at, orderIds: collected }, new Set(collected));
    const sent = inWork.filter((order) => !isWillCall(order.carrier as CarrierCode));
    await packBoughtLabels(tx, sent, at);
  }
  return outcomes;
}

/**
 * The carrier has a package whose label the bench never saw: what proves to the bench that the customer brought its goods is
 * proven by the carrier, so its order is taken up and packed as if it had been scanned (decision 26). Refusals as those of
 * `scanAtPackingStation`; `NotFound` where no label was ever handed out.
 */
export async function handleUnscannedPickup(
  tx: Tx,
  order: SalesOrderKey,
  at: Temporal.Instant,
): Promise<Outcome<ScannedOrder>> {
  const [label] = await readJitLabels(tx, [order]);
  if (label === undefined) return refuse('NotFound', 'no JIT label of the order was ever handed out');
  const scan = { ...systemContext(order.customerNo, 'carrier'), scanned: label.labelId, at };
  const [outcome] = await scanAtPackingStation(tx, [scan], 'gateway');
  return assertPresent(outcome, 'the outcome of a scan');
}
