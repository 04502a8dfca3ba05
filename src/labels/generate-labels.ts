/** Gives JIT orders their labels, many at once (interface: GenerateJitLabel; decisions 5, 6, 11 and 26). */
import { randomBytes } from 'node:crypto';
import { present } from '../lib/assert.ts';
import { uuidv7 } from '../lib/uuid.ts';
import { customerTimes, scheduleDueWork } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuse } from '../platform/errors.ts';
import type { SetWriter } from '../platform/lanes.ts';
import { appendLog } from '../platform/log.ts';
import {
  lockSalesOrders,
  noteJitLabels,
  type OrderKey,
  type OrderName,
  resolveOrders,
  type SalesOrder,
} from '../sales-orders/index.ts';
import { type Carriers, claimLabels } from '../warehouse/index.ts';
import { decideLabel, type JitLabel, mostPackages } from './jit-label.ts';
import { newJitLabelId } from './jit-label-id.ts';
import { contentHashOf, type LabelDocument } from './label-document.ts';
import { saveJitLabels } from './label-store.ts';
import { type LabelReading, readForLabels } from './labelled-orders.ts';

export interface LabelRequest {
  readonly order: OrderName;
  /** What the label calls the sender. */
  readonly customerName: string;
  readonly carriers: Carriers;
  readonly reference: string;
  readonly operation: string;
  readonly actor: string;
  readonly unknownProperties: readonly string[];
}

/** Minutes until the simulated bench scans the label of an order that waits for it. */
export const minutesToBench = 60;
export const benchStep = 'sales_order.scan_label';

/** What became of a request. */
export type LabelAnswer =
  | {
      readonly state: 'labelled';
      readonly document: LabelDocument;
      /** Where the carrier keeps the label of each package; '' where it is drawn by us. */
      readonly labelUrls: readonly string[];
    }
  /** Labels of this order are to be bought before it is asked again. */
  | { readonly state: 'awaited'; readonly order: OrderKey };

/** Gathers GenerateJitLabel calls. Refusals, in order of precedence: `MultipleOrders`, `NotFound`, as `decideLabel` refuses. */
export const jitLabelGeneration: SetWriter<LabelRequest, LabelAnswer> = {
  name: 'labels.generate',
  maxMembers: 50,
  customerNo: ({ order }) => order.customerNo,
  identities: ({ order }) => ['reference' in order ? `reference\n${order.reference}` : `number\n${order.orderNo}`],
  write: generateLabels,
};

/**
 * An order has one label for good: asked for again, its name and its tracking numbers stay, and it is drawn anew. Where
 * labels are bought of a carrier, those of an order that has none, or has outgrown them, are wanted first (decision 26).
 */
export async function generateLabels(tx: Tx, requests: readonly LabelRequest[]): Promise<Outcome<LabelAnswer>[]> {
  const resolved = await resolveOrders(
    tx,
    requests.map(({ order }) => order),
  );
  const orders = await lockSalesOrders(
    tx,
    resolved.flatMap((outcome) => ('done' in outcome ? [outcome.done] : [])),
  );
  const names = new Map(requests.map(({ order, customerName }) => [order.customerNo, customerName]));
  const carriers = requests[0]?.carriers ?? 'none';
  const reading = await readForLabels(tx, orders, carriers, (customerNo) => names.get(customerNo) ?? '');
  const timeOf = await customerTimes(tx, [...names.keys()]);
  const judged = new Map(
    orders.map((order) => [order.orderId, judge(order, reading, timeOf(order.customerNo))] as const),
  );
  const outcomes = resolved.map((outcome): Outcome<Judged> => {
    if ('refused' in outcome) return outcome;
    return present(judged.get(outcome.done.orderId), 'the judgement of a locked order');
  });
  const decided = [...judged.values()].flatMap((outcome) => ('done' in outcome ? [outcome.done] : []));
  await write(
    tx,
    decided.filter((each) => each.state === 'labelled'),
    carriers,
  );
  const claimed = await claimAwaited(
    tx,
    decided.filter((each) => each.state === 'awaited'),
    timeOf,
  );
  for (const [index, outcome] of outcomes.entries()) {
    const request = present(requests[index], 'the request of an outcome');
    if ('done' in outcome) tell(tx, request, outcome.done, claimed, timeOf(outcome.done.order.customerNo));
  }
  return outcomes.map((outcome) => ('refused' in outcome ? outcome : { done: answerOf(outcome.done) }));
}

async function claimAwaited(
  tx: Tx,
  awaited: readonly Awaited[],
  timeOf: (customerNo: string) => Temporal.Instant,
): Promise<Set<string>> {
  const claimed = new Set<string>();
  const nameOf = new Map(awaited.map(({ order, labelId }) => [order.orderId, labelId]));
  const orders = awaited.map(({ order }) => order);
  for (const [customerNo, own] of Map.groupBy(orders, (order) => order.customerNo)) {
    const claims = await claimLabels(tx, own, timeOf(customerNo), ({ orderId }) => nameOf.get(orderId));
    for (const { orderId } of claims) claimed.add(orderId);
  }
  return claimed;
}

function answerOf(judged: Judged): LabelAnswer {
  if (judged.state === 'awaited') {
    const { customerNo, orderId } = judged.order;
    return { state: 'awaited', order: { customerNo, orderId } };
  }
  return { state: 'labelled', document: judged.document, labelUrls: judged.labelUrls };
}

interface Generated {
  readonly state: 'labelled';
  readonly order: SalesOrder;
  readonly label: JitLabel;
  readonly isNew: boolean;
  readonly isChanged: boolean;
  readonly document: LabelDocument;
  readonly labelUrls: readonly string[];
}

interface Awaited {
  readonly state: 'awaited';
  readonly order: SalesOrder;
  /** The name that the order's label has, or is going to have. */
  readonly labelId: string;
}

type Judged = Generated | Awaited;

function judge(order: SalesOrder, reading: LabelReading, now: Temporal.Instant): Outcome<Judged> {
  const facts = reading.facts(order);
  const decided = decideLabel(facts);
  if ('refused' in decided) return decided;
  const { customerNo, orderId, orderNo } = order;
  const labelled = reading.packages(order, decided.done.document, now);
  const count = labelled?.packages.length ?? reading.packagesToPack(order);
  if (count > mostPackages) {
    const reason = `order ${orderNo} gets no JIT label: it has ${count} packages, more than ${mostPackages}: split it`;
    return refuse('StateForbids', reason);
  }
  const labelId = facts.label?.labelId ?? labelled?.printed ?? newJitLabelId(customerNo, randomBytes);
  if (labelled === undefined) return { done: { state: 'awaited', order, labelId } };
  const document = reading.print(order, decided.done.document, labelId, labelled.packages);
  const contentHash = contentHashOf(document);
  const isChanged = facts.label === undefined || !contentHash.equals(facts.label.contentHash);
  const first = { customerNo, labelId, orderId, generatedAt: now, scannedAt: undefined };
  const label = { ...(facts.label ?? first), contentHash };
  const { labelUrls } = labelled;
  return {
    done: { state: 'labelled', order, label, isNew: facts.label === undefined, isChanged, document, labelUrls },
  };
}

async function write(tx: Tx, generated: readonly Generated[], carriers: Carriers): Promise<void> {
  const made = generated.filter(({ isNew }) => isNew);
  await saveJitLabels(
    tx,
    generated.filter(({ isChanged }) => isChanged).map(({ label }) => label),
  );
  await noteJitLabels(
    tx,
    made.map(({ label }) => label),
  );
  if (carriers !== 'sandbox') return;
  // An order that is not in work yet has its label scanned when it is.
  const waiting = made.filter(({ order }) => order.status === 'PROCESSING ORDER');
  await scheduleDueWork(
    tx,
    waiting.map(({ label: { customerNo, orderId, generatedAt } }) => ({
      customerNo,
      dueAt: benchTime(generatedAt),
      step: benchStep,
      subject: orderId,
    })),
  );
}

/** When the simulated bench scans the label of an order that could be taken up at `from`: on a full minute. */
export function benchTime(from: Temporal.Instant): Temporal.Instant {
  return from.add({ minutes: minutesToBench }).round({ smallestUnit: 'minute', roundingMode: 'ceil' });
}

/** What was generated, printed again, or is to be bought; that an order goes on waiting is not told again. */
function tell(
  tx: Tx,
  request: LabelRequest,
  judged: Judged,
  claimed: ReadonlySet<string>,
  occurredAt: Temporal.Instant,
): void {
  const { unknownProperties, reference, operation, actor } = request;
  const { customerNo, orderId, orderNo } = judged.order;
  const entry = { customerNo, subject: orderId, occurredAt, operation, actor };
  if (judged.state === 'awaited') {
    if (claimed.has(orderId)) {
      // The answer comes later, and under the request's own reference.
      appendLog(tx, { ...entry, kind: 'jit_label.wanted', reference: uuidv7(), data: { orderNo } });
    }
    return;
  }
  const { label, isNew, document } = judged;
  appendLog(tx, {
    ...entry,
    kind: isNew ? 'jit_label.generated' : 'jit_label.reprinted',
    reference,
    data: {
      orderNo,
      label: label.labelId,
      packages: document.packages.length,
      ...(unknownProperties.length > 0 ? { unknownProperties } : {}),
    },
  });
}
