/**
 * The simulated packing station. Orders are packed some minutes after processing starts; a JIT order after its label was
 * scanned: by a request, or by the station itself an hour after the label was generated, or after processing could start if that is
 * later (decisions 2 and 26).
 */

import type { OrderWithScannedLabel } from '../floor/index.ts';
import { isWorkedWarehouse, readOperatorSettings } from '../operator-settings/index.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import { createSystemCommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import type { DueWorkBatch, DueWorkStepHandlers } from '../platform/due-work.ts';
import { scheduleDueWork } from '../platform/due-work-store.ts';
import type { Outcome } from '../platform/errors.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { readSalesOrders, type SalesOrderKey } from '../sales-orders/index.ts';
import {
  computeSimulatedLabelScanTime,
  type JitLabelScan,
  type JitLabelScanResult,
  normalizeScannedJitLabelId,
  readJitLabelsOfOrders,
  scanJitLabels,
  simulatedLabelScanStep,
} from '../shipping-labels/index.ts';

/** Minutes from the start of processing to the closed package. */
const packingMinutes = 10;

/**
 * When an order whose processing starts at `from` is packed, rounded up to a full minute so that many orders form one
 * batch.
 */
export function computeSimulatedPackingTime(from: Temporal.Instant): Temporal.Instant {
  return roundUpToMinute(from.add({ minutes: packingMinutes }));
}

/** The instant, rounded up to a full minute. */
export function roundUpToMinute(instant: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(Math.ceil(instant.epochMilliseconds / 60_000) * 60_000);
}

type SimulatedJitScan = Omit<JitLabelScan, 'at'>;

/** The batch writer of ScanJitLabel. Refusals as `scanJitLabels`. */
export const simulatedJitScanWriter: BatchWriter<SimulatedJitScan, JitLabelScanResult> = {
  name: 'labels.scan',
  maxItems: 50,
  customerNo: ({ customerNo }) => customerNo,
  identities: ({ scanned }) => [normalizeScannedJitLabelId(scanned)],
  write: async (tx, scans) => {
    const timeOf = await readCustomerClockLookup(tx, scans);
    return await scan(
      tx,
      scans.map((each) => ({ ...each, at: timeOf(each.customerNo) })),
    );
  },
};

async function scan(tx: Tx, scans: readonly JitLabelScan[]): Promise<Outcome<JitLabelScanResult>[]> {
  const outcomes = await scanJitLabels(tx, scans, 'sandbox');
  await schedulePackingAfterScan(
    tx,
    outcomes.flatMap((outcome, index) =>
      'refused' in outcome || !outcome.ok.isNew ? [] : [{ ...outcome.ok.order, at: (scans[index] as JitLabelScan).at }],
    ),
  );
  return outcomes;
}

/** Schedules the packing of orders whose labels were scanned. */
export async function schedulePackingAfterScan(tx: Tx, orders: readonly OrderWithScannedLabel[]): Promise<void> {
  scheduleDueWork(
    tx,
    orders.map(({ customerNo, orderId, at }) => ({
      customerNo,
      dueAt: computeSimulatedPackingTime(at),
      step: 'sales_order.pack',
      subject: orderId,
    })),
  );
}

/**
 * Schedules the scans by the simulated packing station of those of these orders that have a JIT label, an hour after `now`, from which on
 * they can be processed.
 */
export async function scheduleJitScans(tx: Tx, orders: readonly SalesOrderKey[], now: Temporal.Instant): Promise<void> {
  if (orders.length === 0) return;
  const labels = await readJitLabelsOfOrders(tx, orders);
  scheduleDueWork(
    tx,
    labels.map(({ customerNo, orderId }) => ({
      customerNo,
      dueAt: computeSimulatedLabelScanTime(now),
      step: simulatedLabelScanStep,
      subject: orderId,
    })),
  );
}

/** The ids of those of these orders whose JIT labels were scanned. */
export async function findOrderIdsWithScannedJitLabels(tx: Tx, orders: readonly SalesOrderKey[]): Promise<Set<string>> {
  const labels = await readJitLabelsOfOrders(tx, orders);
  return new Set(labels.flatMap(({ orderId, scannedAt }) => (scannedAt === undefined ? [] : [orderId])));
}

/** The due work in which the simulated packing station scans the JIT labels of waiting orders. */
export const simulatedPackingStepHandlers: DueWorkStepHandlers = { [simulatedLabelScanStep]: { run: scanWaiting } };

/** Skips orders that cannot be processed any more; a request can retry them. */
async function scanWaiting(tx: Tx, { customerNo, now, items }: DueWorkBatch): Promise<void> {
  const labels = await readJitLabelsOfOrders(
    tx,
    items.map(({ subject }) => ({ customerNo, orderId: subject })),
  );
  const operator = await readOperatorSettings(tx);
  const orders = await readSalesOrders(tx, labels);
  // In a worked warehouse people scan.
  const theirs = new Set(orders.flatMap((o) => (isWorkedWarehouse(o.warehouse, operator) ? [o.orderId] : [])));
  await scan(
    tx,
    labels
      .filter(({ scannedAt, orderId }) => scannedAt === undefined && !theirs.has(orderId))
      .map(({ labelId }) => ({
        ...createSystemCommandContext(customerNo, 'warehouse'),
        scanned: labelId,
        at: now,
      })),
  );
}
