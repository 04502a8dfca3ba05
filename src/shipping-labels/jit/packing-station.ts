/** The packing station in production: scanned JIT orders are packed at once. */

import { isWillCallCarrier } from '../../carriers/index.ts';
import { assertPresent } from '../../lib/assert.ts';
import { createSystemCommandContext } from '../../platform/command-context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { type Outcome, refuse } from '../../platform/errors.ts';
import type { SalesOrderKey } from '../../sales-orders/index.ts';
import { type CarrierMode, packOrdersWithoutCarrierLabels } from '../../warehouse/index.ts';
import { packOrdersWithBoughtLabels } from '../label-packing.ts';
import { voidLabelsOfOrders } from '../label-requests.ts';
import { readJitLabelsOfOrders } from './jit-label-store.ts';
import { type JitLabelScan, type JitLabelScanResult, scanJitLabels } from './scan-labels.ts';

/**
 * Processes and packs the orders whose labels were scanned: READY TO SHIP with the bought tracking numbers or, for will
 * call, READY FOR PICKUP without labels. A repeated scan is only logged. Refusals as for `scanJitLabels`.
 */
export async function packScannedJitOrders(
  tx: Tx,
  scans: readonly JitLabelScan[],
  carriers: Exclude<CarrierMode, 'sandbox'>,
): Promise<Outcome<JitLabelScanResult>[]> {
  const outcomes = await scanJitLabels(tx, scans, carriers);
  const taken = outcomes.flatMap((outcome, index) =>
    'ok' in outcome ? [{ ...outcome.ok.order, at: assertPresent(scans[index], 'the scan of an outcome').at }] : [],
  );
  for (const [customerNo, orders] of Map.groupBy(taken, (order) => order.customerNo)) {
    const inWork = orders.filter(({ status }) => status === 'PROCESSING ORDER');
    const { at } = assertPresent(orders[0], 'an order of a group');
    const willCall = inWork.filter((order) => isWillCallCarrier(order.carrier));
    // Bought before an update of the order to will call.
    await voidLabelsOfOrders(tx, willCall);
    const collected = willCall.map(({ orderId }) => orderId);
    await packOrdersWithoutCarrierLabels(tx, { customerNo, at, orderIds: collected }, new Set(collected));
    const sent = inWork.filter((order) => !isWillCallCarrier(order.carrier));
    await packOrdersWithBoughtLabels(tx, sent, at);
  }
  return outcomes;
}

/**
 * Processes and packs a JIT order whose package the carrier scanned before the packing station scanned its label: the carrier scan proves
 * that the customer delivered the goods (decision 26). Refusals as for `packScannedJitOrders`; `NotFound` when no label was generated.
 */
export async function packJitOrderScannedByCarrier(
  tx: Tx,
  order: SalesOrderKey,
  at: Temporal.Instant,
): Promise<Outcome<JitLabelScanResult>> {
  const [label] = await readJitLabelsOfOrders(tx, [order]);
  if (label === undefined) return refuse('NotFound', 'The order has no JIT label.');
  const scan = { ...createSystemCommandContext(order.customerNo, 'carrier'), scanned: label.labelId, at };
  const [outcome] = await packScannedJitOrders(tx, [scan], 'gateway');
  return assertPresent(outcome, 'the outcome of a scan');
}
