/** Scans of JIT labels at the packing station of a worked warehouse. The winery packed the order; the scan puts it on the floor. */
import { assertPresent } from '../lib/assert.ts';
import { isWorkedWarehouse, readOperatorSettings } from '../operator-settings/index.ts';
import { recordAudit } from '../operators/index.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, type Refusal, refuseState } from '../platform/errors.ts';
import type { OperatorContext } from '../platform/http/operator-operation.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { lockSalesOrders, type SalesOrder, type SalesOrderKey } from '../sales-orders/index.ts';
import {
  findJitLabelsById,
  type JitLabelScanResult,
  normalizeScannedJitLabelId,
  packScannedJitOrders,
  scanJitLabels,
} from '../shipping-labels/index.ts';
import { type CarrierMode, packOrdersWithoutCarrierLabels } from '../warehouse/index.ts';
import { lockFloorWork, readFloorWork, saveFloorWork } from './floor-store.ts';
import type { FloorWork } from './floor-work.ts';
import { newFloorWork } from './release.ts';

/** A scan of a JIT label by a person. */
export interface JitScan {
  readonly customerNo: string;
  /** The label id, or the whole Data Matrix. */
  readonly scanned: string;
  readonly context: OperatorContext;
  readonly carriers: CarrierMode;
  /** Whether the person works in a warehouse. */
  readonly mayWorkIn: (warehouse: string) => boolean;
}

interface StationJitScan extends JitScan {
  /** Saves the progress of the request in the transaction of the scan. */
  readonly onTaken: (tx: Tx, order: SalesOrderKey) => Promise<void>;
}

/**
 * Puts orders on the floor by scans of their JIT labels, in batches: the orders are in work, and their packages become the boxes. A
 * repeated scan is only logged. Refusals: `StateForbids` for a warehouse where the person does not work, and for an automatic
 * warehouse unless the order is on the floor already; then those of `scanJitLabels`.
 */
export const stationJitScanWriter: BatchWriter<StationJitScan, SalesOrderKey> = {
  name: 'floor.take-up-jit',
  maxItems: 50,
  customerNo: ({ customerNo }) => customerNo,
  identities: ({ scanned }) => [normalizeScannedJitLabelId(scanned)],
  write: takeUp,
};

async function takeUp(tx: Tx, scans: readonly StationJitScan[]): Promise<Outcome<SalesOrderKey>[]> {
  const timeOf = await readCustomerClockLookup(tx, scans);
  const operator = await readOperatorSettings(tx);
  const outcomes = await scanPermittedJitLabels(tx, scans, timeOf, {
    // An order that is on the floor stays there when its warehouse becomes automatic.
    refusalOf: ({ mayWorkIn }, { orderNo, warehouse, status }, isOnFloor) =>
      (isWorkedWarehouse(warehouse, operator) || isOnFloor) && mayWorkIn(warehouse)
        ? undefined
        : refuseState(status, `Order ${orderNo} ships from ${warehouse}, where this station does not work.`),
    scanSimulated: scanAndPack,
  });
  const orders = outcomes.flatMap((outcome) => ('ok' in outcome ? [outcome.ok.order] : []));
  const known = new Map((await lockFloorWork(tx, orders)).map((work) => [work.orderId, work]));
  const works: FloorWork[] = [];
  for (const [index, { context }] of scans.entries()) {
    const outcome = outcomes[index];
    if (outcome === undefined || 'refused' in outcome || outcome.ok.order.status !== 'PROCESSING ORDER') continue;
    const { order } = outcome.ok;
    const earlier = known.get(order.orderId);
    if (earlier !== undefined && !isOver(earlier.state)) continue;
    const { customerNo, orderId, orderNo } = order;
    // The work becomes `labeled` when the order is opened: its packages are written when this transaction commits.
    works.push({ ...newFloorWork(order, earlier?.claim ?? 0, undefined, timeOf(customerNo)), state: 'labeling' });
    const after = { OrderNo: orderNo };
    recordAudit(tx, context, { action: 'jit_label.scanned', subject: orderId, customerNo, after });
  }
  saveFloorWork(tx, works);
  const taken = outcomes.map((outcome): Outcome<SalesOrderKey> => {
    if ('refused' in outcome) return outcome;
    const { customerNo, orderId } = outcome.ok.order;
    return { ok: { customerNo, orderId } };
  });
  for (const [index, outcome] of taken.entries()) if ('ok' in outcome) await scans[index]?.onTaken(tx, outcome.ok);
  return taken;
}

interface PermittedScanning<Scan> {
  /** Undefined: permitted. */
  readonly refusalOf: (scan: Scan, order: SalesOrder, isOnFloor: boolean) => { refused: Refusal } | undefined;
  /** Scans labels with simulated carriers. */
  readonly scanSimulated: (tx: Tx, scans: JitLabelScans, carriers: 'sandbox') => Promise<Outcome<JitLabelScanResult>[]>;
}

type JitLabelScans = Parameters<typeof scanJitLabels>[1];

/**
 * Locks the orders of scanned labels, scans the labels that are not refused, and returns one outcome per scan. An unknown label is
 * refused as `scanJitLabels` does.
 */
export async function scanPermittedJitLabels<Scan extends JitScan>(
  tx: Tx,
  scans: readonly Scan[],
  timeOf: (customerNo: string) => Temporal.Instant,
  { refusalOf, scanSimulated }: PermittedScanning<Scan>,
): Promise<Outcome<JitLabelScanResult>[]> {
  const names = scans.map(({ customerNo, scanned }) => ({ customerNo, labelId: normalizeScannedJitLabelId(scanned) }));
  const labels = await findJitLabelsById(tx, names);
  const orders = new Map((await lockSalesOrders(tx, labels)).map((order) => [order.orderId, order]));
  const works = await readFloorWork(tx, [...orders.values()]);
  const onFloor = new Set(works.flatMap(({ orderId, state }) => (isOver(state) ? [] : [orderId])));
  const refusals = names.map(({ customerNo, labelId }, index) => {
    const label = labels.find((each) => each.customerNo === customerNo && each.labelId === labelId);
    const order = label && orders.get(label.orderId);
    return order && refusalOf(scans[index] as Scan, order, onFloor.has(order.orderId));
  });
  const permitted = scans.flatMap(({ context, customerNo, scanned }, index) =>
    refusals[index] === undefined ? [{ ...context.forCustomer(customerNo), scanned, at: timeOf(customerNo) }] : [],
  );
  const carriers = scans[0]?.carriers ?? 'none';
  const outcomes = (
    carriers === 'sandbox'
      ? await scanSimulated(tx, permitted, carriers)
      : await packScannedJitOrders(tx, permitted, carriers)
  ).values();
  return refusals.map((refusal) => refusal ?? assertPresent(outcomes.next().value, 'the outcome of a scan'));
}

const isOver = (state: FloorWork['state']): boolean => state === 'problem' || state === 'stopped';

/** Scans labels with simulated carriers, and packs their orders at once. */
async function scanAndPack(tx: Tx, scans: JitLabelScans) {
  const outcomes = await scanJitLabels(tx, scans, 'sandbox');
  const inWork = outcomes.flatMap((outcome, index) =>
    'ok' in outcome && outcome.ok.order.status === 'PROCESSING ORDER'
      ? [{ ...outcome.ok.order, at: (scans[index] as (typeof scans)[number]).at }]
      : [],
  );
  for (const [customerNo, orders] of Map.groupBy(inWork, (order) => order.customerNo)) {
    const orderIds = orders.map(({ orderId }) => orderId);
    await packOrdersWithoutCarrierLabels(
      tx,
      { customerNo, at: (orders[0] as (typeof orders)[number]).at, orderIds },
      new Set(orderIds),
    );
  }
  return outcomes;
}
