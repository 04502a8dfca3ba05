/** Generates labels of JIT orders in batches (interface: GenerateJitLabel; decisions 5, 6, 11 and 26). */

import { randomBytes } from 'node:crypto';
import { assertPresent } from '../../lib/assert.ts';
import { uuidv7 } from '../../lib/uuid.ts';
import { readOperatorSettings } from '../../operator-settings/index.ts';
import { readCustomerClockLookup } from '../../platform/clock.ts';
import type { CommandContext } from '../../platform/command-context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { scheduleDueWork } from '../../platform/due-work-store.ts';
import { type Outcome, okValuesOf, refuseState } from '../../platform/errors.ts';
import { appendLog } from '../../platform/log.ts';
import type { BatchWriter } from '../../platform/write-queue.ts';
import {
  computeProcessingStartTime,
  findSalesOrderKeysBySelector,
  lockSalesOrders,
  type SalesOrder,
  type SalesOrderKey,
  type SalesOrderSelector,
  setJitLabelIds,
} from '../../sales-orders/index.ts';
import type { CarrierMode } from '../../warehouse/index.ts';
import { requestLabels } from '../label-requests.ts';
import { holdOrdersRefusedBySimulatedCarrier } from './hold-simulated-refusals.ts';
import { decideJitLabel, type JitLabel, maxPackagesPerJitOrder } from './jit-label.ts';
import { newJitLabelId } from './jit-label-id.ts';
import { upsertJitLabels } from './jit-label-store.ts';
import { computeLabelContentHash } from './label-content.ts';
import { type LabelDataLookup, readLabelData } from './label-data-lookup.ts';
import type { OrderDocument } from './order-documents.ts';

interface JitLabelRequest extends CommandContext {
  readonly order: SalesOrderSelector;
  /** Sender name printed on the label. */
  readonly customerName: string;
  readonly carriers: CarrierMode;
}

/** Minutes until the simulated packing station scans the label of an order that waits for it. */
const minutesToPackingStation = 60;
/** The name of the due-work step in which the simulated packing station scans the label of a JIT order. */
export const simulatedLabelScanStep = 'sales_order.scan_label';

/** The result of a label request. */
export type JitLabelResult =
  | ({ readonly state: 'labeled' } & OrderDocument)
  /** Labels of this order have to be bought first; then the request is repeated. */
  | { readonly state: 'awaited'; readonly order: SalesOrderKey };

/**
 * The batch writer of GenerateJitLabel. Refusals, in order of precedence: `MultipleOrders`, `NotFound`, as `decideJitLabel`,
 * and `StateForbids` for too many packages.
 */
export const jitLabelGenerationWriter: BatchWriter<JitLabelRequest, JitLabelResult> = {
  name: 'labels.generate',
  maxItems: 50,
  customerNo: ({ order }) => order.customerNo,
  identities: ({ order }) => ['reference' in order ? `reference\n${order.reference}` : `number\n${order.orderNo}`],
  write: generateJitLabels,
};

/**
 * Generates labels. An order has one permanent label id; repeated requests keep the id and the tracking numbers and
 * print the order's current content. Orders that a simulated carrier refuses are put on hold. When labels are bought from
 * a carrier and the order has none, or only stale ones, they are requested first (decision 26).
 */
export async function generateJitLabels(
  tx: Tx,
  requests: readonly JitLabelRequest[],
): Promise<Outcome<JitLabelResult>[]> {
  const resolved = await findSalesOrderKeysBySelector(
    tx,
    requests.map(({ order }) => order),
  );
  const keys = okValuesOf(resolved);
  let orders = await lockSalesOrders(tx, keys);
  const names = new Map(requests.map(({ order, customerName }) => [order.customerNo, customerName]));
  const carriers = requests[0]?.carriers ?? 'none';
  const readData = () => readLabelData(tx, orders, carriers, (customerNo) => names.get(customerNo) ?? '');
  let data = await readData();
  const timeOf = await readCustomerClockLookup(tx, [...names.keys()]);
  if (carriers === 'sandbox' && (await holdOrdersRefusedBySimulatedCarrier(tx, orders, data, timeOf))) {
    orders = await lockSalesOrders(tx, keys);
    data = await readData();
  }
  const decision = new Map(
    orders.map((order) => [order.orderId, decideOrder(order, data, timeOf(order.customerNo))] as const),
  );
  const outcomes = resolved.map((outcome): Outcome<LabelDecision> => {
    if ('refused' in outcome) return outcome;
    return assertPresent(decision.get(outcome.ok.orderId), 'the decision about a locked order');
  });
  const decided = okValuesOf(decision.values());
  await write(
    tx,
    decided.filter((each) => each.state === 'labeled'),
    carriers,
    timeOf,
  );
  const claimed = await requestPending(
    tx,
    decided.filter((each) => each.state === 'awaited'),
    timeOf,
  );
  for (const [index, outcome] of outcomes.entries()) {
    const request = assertPresent(requests[index], 'the request of an outcome');
    if ('ok' in outcome) logGeneration(tx, request, outcome.ok, claimed, timeOf(outcome.ok.order.customerNo));
  }
  return outcomes.map((outcome) => ('refused' in outcome ? outcome : { ok: resultOf(outcome.ok) }));
}

async function requestPending(
  tx: Tx,
  pending: readonly PendingLabel[],
  timeOf: (customerNo: string) => Temporal.Instant,
): Promise<Set<string>> {
  const claimed = new Set<string>();
  const nameOf = new Map(pending.map(({ order, labelId }) => [order.orderId, labelId]));
  const orders = pending.map(({ order }) => order);
  for (const [customerNo, own] of Map.groupBy(orders, (order) => order.customerNo)) {
    const claims = await requestLabels(tx, own, timeOf(customerNo), ({ orderId }) => nameOf.get(orderId));
    for (const { orderId } of claims) claimed.add(orderId);
  }
  return claimed;
}

function resultOf(decision: LabelDecision): JitLabelResult {
  if (decision.state === 'awaited') {
    const { customerNo, orderId } = decision.order;
    return { state: 'awaited', order: { customerNo, orderId } };
  }
  return { state: 'labeled', content: decision.content, carrierLabels: decision.carrierLabels };
}

interface GeneratedLabel extends OrderDocument {
  readonly state: 'labeled';
  readonly order: SalesOrder;
  readonly label: JitLabel;
  readonly isNew: boolean;
  readonly isChanged: boolean;
}

interface PendingLabel {
  readonly state: 'awaited';
  readonly order: SalesOrder;
  /** The id of the order's label, existing or new. */
  readonly labelId: string;
}

type LabelDecision = GeneratedLabel | PendingLabel;

function decideOrder(order: SalesOrder, data: LabelDataLookup, now: Temporal.Instant): Outcome<LabelDecision> {
  const input = data.input(order);
  const decided = decideJitLabel(input);
  if ('refused' in decided) return decided;
  const { customerNo, orderId, orderNo } = order;
  const labeled = data.packages(order, decided.ok.details, now);
  const count = labeled?.packages.length ?? data.packagesToPack(order);
  if (count > maxPackagesPerJitOrder) {
    const reason = `Order ${orderNo} gets no JIT label: it has ${count.toLocaleString('en-US')} packages, and the maximum is ${maxPackagesPerJitOrder}. Split the order.`;
    return refuseState(order.status, reason);
  }
  const labelId = input.label?.labelId ?? labeled?.printed ?? newJitLabelId(customerNo, randomBytes);
  if (labeled === undefined) return { ok: { state: 'awaited', order, labelId } };
  const content = data.print(order, decided.ok.details, labelId, labeled.packages);
  const contentHash = computeLabelContentHash(content);
  const isChanged = input.label === undefined || !contentHash.equals(input.label.contentHash);
  const first = { customerNo, labelId, orderId, generatedAt: now, scannedAt: undefined };
  const label = { ...(input.label ?? first), contentHash };
  const { carrierLabels } = labeled;
  return {
    ok: { state: 'labeled', order, label, isNew: input.label === undefined, isChanged, content, carrierLabels },
  };
}

async function write(
  tx: Tx,
  generated: readonly GeneratedLabel[],
  carriers: CarrierMode,
  timeOf: (customerNo: string) => Temporal.Instant,
): Promise<void> {
  const changed = generated.filter(({ isChanged }) => isChanged);
  upsertJitLabels(
    tx,
    changed.map(({ label }) => label),
  );
  await setJitLabelIds(
    tx,
    generated.filter(({ isNew }) => isNew).map(({ label }) => label),
  );
  if (carriers !== 'sandbox') return;
  // The simulated station scans the labels of open orders when they can be processed, which may be later. A label that is
  // generated again may have been stale when its scan was due.
  const operator = await readOperatorSettings(tx);
  scheduleDueWork(
    tx,
    changed
      .filter(({ order }) => order.status === 'RECEIVED')
      .map(({ order, label: { customerNo, orderId } }) => {
        const due = computeProcessingStartTime(order, order.acceptedAt, operator);
        const now = timeOf(customerNo);
        const from = Temporal.Instant.compare(due, now) > 0 ? due : now;
        return {
          customerNo,
          dueAt: computeSimulatedLabelScanTime(from),
          step: simulatedLabelScanStep,
          subject: orderId,
        };
      }),
  );
}

/**
 * When the simulated packing station scans the label of an order that can be processed from `from` on: an hour later, rounded
 * up to a full minute.
 */
export function computeSimulatedLabelScanTime(from: Temporal.Instant): Temporal.Instant {
  return from.add({ minutes: minutesToPackingStation }).round({ smallestUnit: 'minute', roundingMode: 'ceil' });
}

/** Logs generated, reprinted and requested labels; an order that keeps waiting is not logged again. */
function logGeneration(
  tx: Tx,
  request: JitLabelRequest,
  decision: LabelDecision,
  claimed: ReadonlySet<string>,
  occurredAt: Temporal.Instant,
): void {
  const { orderId, orderNo } = decision.order;
  const event = { subject: orderId, occurredAt };
  if (decision.state === 'awaited') {
    if (claimed.has(orderId)) {
      // The label is logged later, under the request's own reference.
      appendLog(tx, { ...request, reference: uuidv7() }, { ...event, kind: 'jit_label.wanted', data: { orderNo } });
    }
    return;
  }
  const { label, isNew, content } = decision;
  appendLog(tx, request, {
    ...event,
    kind: isNew ? 'jit_label.generated' : 'jit_label.reprinted',
    data: {
      orderNo,
      label: label.labelId,
      packages: content.packages.length,
    },
  });
}
