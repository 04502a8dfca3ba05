/** Scans of JIT labels at the packing station of a worked warehouse. The winery packed the order; the scan puts it on the floor. */
import { assertPresent } from '../lib/assert.ts';
import { isWorkedWarehouse, readOperatorSettings } from '../operator-settings/index.ts';
import { recordAudit } from '../operators/index.ts';
import { readCustomerClocks } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, type Refusal, refuseState } from '../platform/errors.ts';
import type { OperatorContext } from '../platform/http/operator-operation.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { lockSalesOrders, type SalesOrder, type SalesOrderKey } from '../sales-orders/index.ts';
import {
  findJitLabels,
  parseScannedJitLabelId,
  scanAtPackingStation,
  scanJitLabels,
} from '../shipping-labels/index.ts';
import { type CarrierMode, packWithoutCarrierLabels } from '../warehouse/index.ts';
import { lockFloorWork, readFloorWork, saveFloorWork } from './floor-store.ts';
import type { FloorWork } from './floor-work.ts';
import { newFloorWork } from './release.ts';

export interface StationJitScan {
  readonly customerNo: string;
  /** The label id, or the whole Data Matrix. */
  readonly scanned: string;
  readonly context: OperatorContext;
  readonly carriers: CarrierMode;
  /** Whether the person works in a warehouse. */
  readonly mayWorkIn: (warehouse: string) => boolean;
  /** Saves the progress of the request in the transaction of the scan. */
  readonly onTaken: (tx: Tx, order: SalesOrderKey) => Promise<void>;
}

/**
 * Puts orders on the floor by scans of their JIT labels, in batches: the orders are in work, and their packages become the boxes. A
 * repeated scan changes nothing. Refusals: `StateForbids` for a warehouse where the person does not work, and for an automatic
 * warehouse unless the order is on the floor already; then those of `scanJitLabels`.
 */
export const stationJitScanWriter: BatchWriter<StationJitScan, SalesOrderKey> = {
  name: 'floor.take-up-jit',
  maxItems: 50,
  customerNo: ({ customerNo }) => customerNo,
  identities: ({ scanned }) => [parseScannedJitLabelId(scanned)],
  write: takeUp,
};

async function takeUp(tx: Tx, scans: readonly StationJitScan[]): Promise<Outcome<SalesOrderKey>[]> {
  const timeOf = await readCustomerClocks(
    tx,
    scans.map(({ customerNo }) => customerNo),
  );
  const operator = await readOperatorSettings(tx);
  // An order that is on the floor stays there when its warehouse becomes automatic.
  const refused = await refusalsOfJitScans(tx, scans, ({ mayWorkIn }, { orderNo, warehouse, status }, isOnFloor) =>
    (isWorkedWarehouse(warehouse, operator) || isOnFloor) && mayWorkIn(warehouse)
      ? undefined
      : refuseState(status, `Order ${orderNo} ships from ${warehouse}, where this station does not work.`),
  );
  const allowed = scans.filter((_, index) => refused[index] === undefined);
  const read = allowed.map(({ context, customerNo, scanned }) => ({
    ...{ ...context.forCustomer(customerNo), scanned, at: timeOf(customerNo) },
  }));
  const carriers = scans[0]?.carriers ?? 'none';
  const taken = carriers === 'sandbox' ? await scanAndPack(tx, read) : await scanAtPackingStation(tx, read, carriers);
  const orders = taken.flatMap((outcome) => ('ok' in outcome ? [outcome.ok.order] : []));
  const known = new Map((await lockFloorWork(tx, orders)).map((work) => [work.orderId, work]));
  const works: FloorWork[] = [];
  for (const [index, outcome] of taken.entries()) {
    if ('refused' in outcome || outcome.ok.order.status !== 'PROCESSING ORDER') continue;
    const { order } = outcome.ok;
    const earlier = known.get(order.orderId);
    if (earlier !== undefined && !isOver(earlier.state)) continue;
    const { customerNo, orderId, orderNo } = order;
    // The work becomes `labeled` when the order is opened: its packages are written when this transaction commits.
    works.push({ ...newFloorWork(order, earlier?.claim ?? 0, undefined, timeOf(customerNo)), state: 'labeling' });
    const { context } = allowed[index] as StationJitScan;
    recordAudit(tx, context, {
      action: 'jit_label.scanned',
      subject: orderId,
      customerNo,
      after: { OrderNo: orderNo },
    });
  }
  saveFloorWork(tx, works);
  for (const [index, outcome] of taken.entries()) {
    if ('refused' in outcome) continue;
    const { customerNo, orderId } = outcome.ok.order;
    await (allowed[index] as StationJitScan).onTaken(tx, { customerNo, orderId });
  }
  const outcomes = taken.values();
  return scans.map((_, index): Outcome<SalesOrderKey> => {
    const refusal = refused[index];
    if (refusal !== undefined) return refusal;
    const outcome = assertPresent(outcomes.next().value, 'the outcome of a scan');
    if ('refused' in outcome) return outcome;
    const { customerNo, orderId } = outcome.ok.order;
    return { ok: { customerNo, orderId } };
  });
}

/**
 * Locks the orders of scanned labels, and returns for each scan the refusal that `refusalOf` decides; undefined for no refusal and for
 * an unknown label. `refusalOf` gets the scan, its order, and whether the order is on the floor.
 */
export async function refusalsOfJitScans<Scan extends Pick<StationJitScan, 'customerNo' | 'scanned'>>(
  tx: Tx,
  scans: readonly Scan[],
  refusalOf: (scan: Scan, order: SalesOrder, isOnFloor: boolean) => { refused: Refusal } | undefined,
): Promise<({ refused: Refusal } | undefined)[]> {
  const names = scans.map(({ customerNo, scanned }) => ({ customerNo, labelId: parseScannedJitLabelId(scanned) }));
  const labels = await findJitLabels(tx, names);
  const orders = new Map((await lockSalesOrders(tx, labels)).map((order) => [order.orderId, order]));
  const works = await readFloorWork(tx, [...orders.values()]);
  const onFloor = new Set(works.flatMap(({ orderId, state }) => (isOver(state) ? [] : [orderId])));
  return names.map(({ customerNo, labelId }, index) => {
    const label = labels.find((each) => each.customerNo === customerNo && each.labelId === labelId);
    const order = label && orders.get(label.orderId);
    return order && refusalOf(scans[index] as Scan, order, onFloor.has(order.orderId));
  });
}

const isOver = (state: FloorWork['state']): boolean => state === 'problem' || state === 'stopped';

/** Scans labels with simulated carriers, and packs their orders at once. */
async function scanAndPack(tx: Tx, scans: Parameters<typeof scanJitLabels>[1]) {
  const outcomes = await scanJitLabels(tx, scans, 'sandbox');
  const inWork = outcomes.flatMap((outcome, index) =>
    'ok' in outcome && outcome.ok.order.status === 'PROCESSING ORDER'
      ? [{ ...outcome.ok.order, at: (scans[index] as (typeof scans)[number]).at }]
      : [],
  );
  for (const [customerNo, orders] of Map.groupBy(inWork, (order) => order.customerNo)) {
    const orderIds = orders.map(({ orderId }) => orderId);
    await packWithoutCarrierLabels(
      tx,
      { customerNo, at: (orders[0] as (typeof orders)[number]).at, orderIds },
      new Set(orderIds),
    );
  }
  return outcomes;
}
