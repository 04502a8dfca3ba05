/**
 * The simulated bench for JIT orders: the customer's stock arrives with its label, which is scanned by a call, or by itself
 * an hour after an order that has a label could be taken up. Then the order is packed like any other (decisions 2 and 11).
 */

import { customerTimes } from '../platform/clock.ts';
import { systemContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import type { DueBatch, StepHandlers } from '../platform/due-work.ts';
import { scheduleDueWork } from '../platform/due-work-store.ts';
import type { Outcome } from '../platform/errors.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import type { SalesOrder, SalesOrderKey } from '../sales-orders/index.ts';
import {
  type LabelScan,
  packingStationStep,
  packingStationTime,
  readJitLabels,
  type ScannedOrder,
  scanJitLabels,
  scannedLabelId,
} from '../shipping-labels/index.ts';
import { packingTime } from './packing-time.ts';

export type StationScan = Omit<LabelScan, 'at'>;

/** Gathers ScanJitLabel calls. Refusals as those of `scanJitLabels`. */
export const stationScans: BatchWriter<StationScan, ScannedOrder> = {
  name: 'labels.scan',
  maxItems: 50,
  customerNo: ({ customerNo }) => customerNo,
  identities: ({ scanned }) => [scannedLabelId(scanned)],
  write: async (tx, scans) => {
    const timeOf = await customerTimes(tx, [...new Set(scans.map(({ customerNo }) => customerNo))]);
    return await scan(
      tx,
      scans.map((each) => ({ ...each, at: timeOf(each.customerNo) })),
    );
  },
};

async function scan(tx: Tx, scans: readonly LabelScan[]): Promise<Outcome<ScannedOrder>[]> {
  const outcomes = await scanJitLabels(tx, scans, 'sandbox');
  await scheduleDueWork(
    tx,
    outcomes.flatMap((outcome, index) => {
      if ('refused' in outcome || !outcome.ok.isNew) return [];
      const { customerNo, orderId } = outcome.ok.order;
      const dueAt = packingTime((scans[index] as LabelScan).at);
      return [{ customerNo, dueAt, step: 'sales_order.pack', subject: orderId }];
    }),
  );
  return outcomes;
}

/** Orders that are now in work and have their label already: the bench scans it in its time. */
export async function awaitStationScan(tx: Tx, orders: readonly SalesOrder[], now: Temporal.Instant): Promise<void> {
  const labels = await readJitLabels(tx, orders);
  await scheduleDueWork(
    tx,
    labels.map(({ customerNo, orderId }) => ({
      customerNo,
      dueAt: packingStationTime(now),
      step: packingStationStep,
      subject: orderId,
    })),
  );
}

/** Which of these orders have been scanned. */
export async function scannedOrders(tx: Tx, orders: readonly SalesOrderKey[]): Promise<Set<string>> {
  const labels = await readJitLabels(tx, orders);
  return new Set(labels.flatMap(({ orderId, scannedAt }) => (scannedAt === undefined ? [] : [orderId])));
}

export const stationSteps: StepHandlers = { [packingStationStep]: { run: scanWaiting } };

/** What cannot be taken up any more is passed over: a call may try it again. */
async function scanWaiting(tx: Tx, { customerNo, now, items }: DueBatch): Promise<void> {
  const labels = await readJitLabels(
    tx,
    items.map(({ subject }) => ({ customerNo, orderId: subject })),
  );
  await scan(
    tx,
    labels
      .filter(({ scannedAt }) => scannedAt === undefined)
      .map(({ labelId }) => ({
        ...systemContext(customerNo, 'warehouse'),
        scanned: labelId,
        at: now,
      })),
  );
}
