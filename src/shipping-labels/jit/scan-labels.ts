/**
 * Scans of JIT labels at the packing station, in batches: the customer's goods have arrived, and processing starts
 * (decision 11). The label id names the customer.
 */

import { assertPresent } from '../../lib/assert.ts';
import type { CommandContext } from '../../platform/command-context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { type Outcome, refuse, refuseState } from '../../platform/errors.ts';
import { appendLog } from '../../platform/log.ts';
import { lockSalesOrders, type SalesOrder } from '../../sales-orders/index.ts';
import { type CarrierMode, startOrderProcessing } from '../../warehouse/index.ts';
import { decideJitLabel, decideProcessingOfScannedJitOrder, type JitLabel } from './jit-label.ts';
import { normalizeScannedJitLabelId } from './jit-label-id.ts';
import { findJitLabelsById, markJitLabelsScanned } from './jit-label-store.ts';
import { isJitLabelCurrent, type LabelDataLookup, readLabelData } from './label-data-lookup.ts';

/** A scan finds labels of its own customer only. */
export interface JitLabelScan extends CommandContext {
  /** Scanner input: the Data Matrix, or the label id alone. */
  readonly scanned: string;
  /** Time on the customer's clock. */
  readonly at: Temporal.Instant;
}

export interface JitLabelScanResult {
  /** Reference of the scan. */
  readonly reference: string;
  /** The order, in work or shipped. */
  readonly order: SalesOrder;
  readonly labelId: string;
  /** False for a repeated scan, which is only logged. */
  readonly isNew: boolean;
}

/**
 * Starts processing the RECEIVED orders among those whose labels were scanned. A repeated scan is only logged.
 * Refusals, in order of precedence: `NotFound`; `StateForbids` as `decideProcessingOfScannedJitOrder`, or when processing cannot start.
 */
export async function scanJitLabels(
  tx: Tx,
  scans: readonly JitLabelScan[],
  carriers: CarrierMode,
): Promise<Outcome<JitLabelScanResult>[]> {
  const names = scans.map((scan) => ({
    customerNo: scan.customerNo,
    labelId: normalizeScannedJitLabelId(scan.scanned),
  }));
  const found = await findJitLabelsById(tx, names);
  const orders = new Map((await lockSalesOrders(tx, found)).map((order) => [order.orderId, order] as const));
  const data = await readLabelData(tx, [...orders.values()], carriers, () => '');
  const orderOf = new Map(found.map((label) => [labelKey(label), orders.get(label.orderId)] as const));
  const judged = scans.map((scan, index) => {
    const order = orderOf.get(labelKey(assertPresent(names[index], 'the name of a scan')));
    if (order === undefined) return refuse('NotFound', `There is no JIT label ${names[index]?.labelId}.`);
    return checkScan(order, data, scan.at);
  });
  // An order that may be processed has its labels, so it needs no carrier now.
  const begun = await startReceived(tx, scans, judged, carriers === 'none' ? 'gateway' : carriers);
  const outcomes = judged.map((outcome, index): Outcome<JitLabelScanResult> => {
    if ('refused' in outcome) return outcome;
    const { reference } = scans[index] as JitLabelScan;
    const { order, label } = outcome.ok;
    if (order.status !== 'RECEIVED')
      return { ok: { reference, order, labelId: label.labelId, isNew: !wasScanned(label) } };
    const started = begun.get(order.orderId);
    if (started !== undefined) return { ok: { reference, order: started, labelId: label.labelId, isNew: true } };
    const why = 'its ship date is in the future, or a rule of the operator puts it on hold';
    return refuseState('RECEIVED', `Order ${order.orderNo} cannot be processed: ${why} (status RECEIVED).`);
  });
  record(tx, scans, outcomes);
  return outcomes;
}

const labelKey = ({ customerNo, labelId }: { customerNo: string; labelId: string }) => `${customerNo}\n${labelId}`;
const wasScanned = (label: JitLabel) => label.scannedAt !== undefined;

function checkScan(
  order: SalesOrder,
  data: LabelDataLookup,
  at: Temporal.Instant,
): Outcome<{ order: SalesOrder; label: JitLabel }> {
  const input = data.input(order);
  const label = assertPresent(input.label, `the label of order ${order.orderId}`);
  const done = { ok: { order, label } };
  if (wasScanned(label) && (order.status === 'PROCESSING ORDER' || order.status === 'SHIPPED')) return done;
  const printable = decideJitLabel(input);
  const isCurrent = 'ok' in printable && isJitLabelCurrent(order, printable.ok.details, label, data, at);
  const decided = decideProcessingOfScannedJitOrder(order, isCurrent);
  return 'refused' in decided ? decided : done;
}

/** Starts the received orders; returns those now in work, by order id. */
async function startReceived(
  tx: Tx,
  scans: readonly JitLabelScan[],
  judged: readonly Outcome<{ order: SalesOrder }>[],
  carriers: CarrierMode,
): Promise<Map<string, SalesOrder>> {
  const received = judged.flatMap((outcome, index) =>
    'ok' in outcome && outcome.ok.order.status === 'RECEIVED'
      ? [{ ...outcome.ok.order, at: (scans[index] as JitLabelScan).at }]
      : [],
  );
  const started = new Map<string, SalesOrder>();
  for (const [customerNo, orders] of Map.groupBy(received, (order) => order.customerNo)) {
    const at = assertPresent(orders[0], 'an order of a group').at;
    const work = { customerNo, at, orderIds: orders.map(({ orderId }) => orderId) };
    const begun = await startOrderProcessing(tx, work, carriers, new Set(work.orderIds));
    for (const order of begun) started.set(order.orderId, order);
  }
  return started;
}

function record(tx: Tx, scans: readonly JitLabelScan[], outcomes: readonly Outcome<JitLabelScanResult>[]): void {
  const done = outcomes.flatMap((outcome, index) =>
    'ok' in outcome ? [{ ...(scans[index] as JitLabelScan), ...outcome.ok }] : [],
  );
  markJitLabelsScanned(
    tx,
    done.flatMap(({ customerNo, labelId, at, isNew }) => (isNew ? [{ customerNo, labelId, scannedAt: at }] : [])),
  );
  for (const scan of done) {
    const { order, labelId, at, isNew } = scan;
    appendLog(tx, scan, {
      kind: isNew ? 'jit_label.scanned' : 'jit_label.scanned_again',
      subject: order.orderId,
      occurredAt: at,
      data: { orderNo: order.orderNo, label: labelId },
    });
  }
}
