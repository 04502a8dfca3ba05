/** Gives JIT orders their labels, many at once (interface: GenerateJitLabel; decisions 5, 6, 11, 29). */
import { randomBytes } from 'node:crypto';
import { present } from '../lib/assert.ts';
import { customerTimes, scheduleDueWork } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuse } from '../platform/errors.ts';
import type { SetWriter } from '../platform/lanes.ts';
import { appendLog } from '../platform/log.ts';
import {
  lockSalesOrders,
  noteJitLabels,
  type OrderName,
  resolveOrders,
  type SalesOrder,
} from '../sales-orders/index.ts';
import type { Carriers } from '../warehouse/index.ts';
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

/** What was answered to a member whose commit is in doubt: the log tells only whether it happened. */
const printed = new WeakMap<LabelRequest, LabelDocument>();

/** Gathers GenerateJitLabel calls. Refusals, in order of precedence: `MultipleOrders`, `NotFound`, as `decideLabel` refuses. */
export const jitLabelGeneration: SetWriter<LabelRequest, LabelDocument> = {
  name: 'labels.generate',
  maxMembers: 50,
  customerNo: ({ order }) => order.customerNo,
  reference: ({ reference }) => reference,
  identities: ({ order }) => ['reference' in order ? `reference\n${order.reference}` : `number\n${order.orderNo}`],
  write: async (tx, requests) => {
    const outcomes = await generateLabels(tx, requests);
    for (const [index, outcome] of outcomes.entries()) {
      if ('done' in outcome) printed.set(present(requests[index], 'the member of an outcome'), outcome.done);
    }
    return outcomes;
  },
  committed: (request) => present(printed.get(request), 'what a committed label says'),
};

/** An order has one label for good: asked for again, its name and its tracking numbers stay, and it is drawn anew. */
export async function generateLabels(tx: Tx, requests: readonly LabelRequest[]): Promise<Outcome<LabelDocument>[]> {
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
  const outcomes = resolved.map((outcome): Outcome<Generated> => {
    if ('refused' in outcome) return outcome;
    return present(judged.get(outcome.done.orderId), 'the judgement of a locked order');
  });
  const generated = [...judged.values()].flatMap((outcome) => ('done' in outcome ? [outcome.done] : []));
  await write(tx, generated, carriers);
  for (const [index, outcome] of outcomes.entries()) {
    if ('done' in outcome)
      tell(tx, requests[index] as LabelRequest, outcome.done, timeOf(outcome.done.order.customerNo));
  }
  return outcomes.map((outcome) => ('refused' in outcome ? outcome : { done: outcome.done.document }));
}

interface Generated {
  readonly order: SalesOrder;
  readonly label: JitLabel;
  readonly isNew: boolean;
  readonly isChanged: boolean;
  readonly document: LabelDocument;
}

function judge(order: SalesOrder, reading: LabelReading, now: Temporal.Instant): Outcome<Generated> {
  const facts = reading.facts(order);
  const decided = decideLabel(facts);
  if ('refused' in decided) return decided;
  const { customerNo, orderId, orderNo } = order;
  const labelId = facts.label?.labelId ?? newJitLabelId(customerNo, randomBytes);
  const document = reading.print(order, decided.done.document, labelId, now);
  if (document.packages.length > mostPackages) {
    const count = document.packages.length;
    const reason = `order ${orderNo} gets no JIT label: it has ${count} packages, more than ${mostPackages}: split it`;
    return refuse('StateForbids', reason);
  }
  const contentHash = contentHashOf(document);
  const isChanged = facts.label === undefined || !contentHash.equals(facts.label.contentHash);
  const first = { customerNo, labelId, orderId, generatedAt: now, scannedAt: undefined };
  const label = { ...(facts.label ?? first), contentHash };
  return { done: { order, label, isNew: facts.label === undefined, isChanged, document } };
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

function tell(tx: Tx, request: LabelRequest, { order, label, isNew, document }: Generated, at: Temporal.Instant): void {
  const { unknownProperties, reference, operation, actor } = request;
  appendLog(tx, {
    customerNo: order.customerNo,
    kind: isNew ? 'jit_label.generated' : 'jit_label.reprinted',
    subject: order.orderId,
    reference,
    occurredAt: at,
    operation,
    actor,
    data: {
      orderNo: order.orderNo,
      label: label.labelId,
      packages: document.packages.length,
      ...(unknownProperties.length > 0 ? { unknownProperties } : {}),
    },
  });
}
