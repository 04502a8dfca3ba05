/** Scans of JIT labels at an automatic warehouse. The goods arrive with their label, so the scan starts the order and has it packed. */
import { isWorkedWarehouse, readOperatorSettings } from '../operator-settings/index.ts';
import { recordAudit } from '../operators/index.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuseState } from '../platform/errors.ts';
import { defineSlicePort } from '../platform/ports.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import type { SalesOrderKey } from '../sales-orders/index.ts';
import { type JitLabelScanResult, normalizeScannedJitLabelId, scanJitLabels } from '../shipping-labels/index.ts';
import { type JitScan, scanPermittedJitLabels } from './jit-scans-at-worked-warehouse.ts';

/** An order in work whose label was scanned at a time of its customer's clock. */
export interface OrderWithScannedLabel extends SalesOrderKey {
  readonly at: Temporal.Instant;
}

/** Called with simulated carriers: has the simulated warehouse pack orders whose labels were scanned. */
export const packScannedOrdersHook = defineSlicePort<
  (tx: Tx, orders: readonly OrderWithScannedLabel[]) => Promise<void>
>('the packing of scanned orders');

interface AutomaticJitScan extends JitScan {
  /** Called in the transaction of the scan, also for a repeated one. */
  readonly onScanned: (tx: Tx, scanned: JitLabelScanResult) => Promise<void>;
}

/**
 * Writes scans in batches. A repeated scan is only logged. Refusals: `StateForbids` for a warehouse where the person does not work,
 * a worked warehouse, and an order on the floor; then those of `scanJitLabels`.
 */
export const automaticJitScanWriter: BatchWriter<AutomaticJitScan, JitLabelScanResult> = {
  name: 'floor.scan-automatic',
  maxItems: 50,
  customerNo: ({ customerNo }) => customerNo,
  identities: ({ scanned }) => [normalizeScannedJitLabelId(scanned)],
  write: scanLabels,
};

async function scanLabels(tx: Tx, scans: readonly AutomaticJitScan[]): Promise<Outcome<JitLabelScanResult>[]> {
  const operator = await readOperatorSettings(tx);
  const timeOf = await readCustomerClockLookup(tx, scans);
  const outcomes = await scanPermittedJitLabels(tx, scans, timeOf, {
    refusalOf: ({ mayWorkIn }, { orderNo, warehouse, status }, isOnFloor) => {
      const where = `Order ${orderNo} ships from ${warehouse}`;
      if (!mayWorkIn(warehouse)) return refuseState(status, `${where}, where you do not work.`);
      if (!isWorkedWarehouse(warehouse, operator) && !isOnFloor) return undefined;
      return refuseState(status, `${where}, where people pack: scan its label at the packing station.`);
    },
    scanSimulated: scanJitLabels,
  });
  const toPack: OrderWithScannedLabel[] = [];
  for (const [index, { context, onScanned }] of scans.entries()) {
    const outcome = outcomes[index];
    if (outcome === undefined || 'refused' in outcome) continue;
    const { order, isNew } = outcome.ok;
    const { customerNo, orderId, orderNo } = order;
    if (isNew) {
      const after = { OrderNo: orderNo };
      recordAudit(tx, context, { action: 'jit_label.scanned', subject: orderId, customerNo, after });
      toPack.push({ customerNo, orderId, at: timeOf(customerNo) });
    }
    await onScanned(tx, outcome.ok);
  }
  if (scans[0]?.carriers === 'sandbox') await tx.ports.get(packScannedOrdersHook)(tx, toPack);
  return outcomes;
}
