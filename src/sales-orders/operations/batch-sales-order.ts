/** POST /api/SalesOrder/BatchSalesOrder, deprecated (interface: Fulfillment; decisions 1, 6 and 9). */

import { setImmediate } from 'node:timers/promises';
import Type, { type Static } from 'typebox';
import { openObjectField, referenceField, textField } from '../../contract/fields.ts';
import { referenceExample } from '../../contract/orders.ts';
import { eventLoopYielder } from '../../lib/event-loop-yielder.ts';
import { operatorCodeLists } from '../../operator-settings/index.ts';
import type { Environment } from '../../platform/environment.ts';
import { AppError, errorStatus, type Fault, limitFaults, maxFaults } from '../../platform/errors.ts';
import { defineCommand, type OperationCall } from '../../platform/http/operation.ts';
import { compileRequest, type RequestReader } from '../../platform/http/read-request.ts';
import { toAppError } from '../../platform/http/reply.ts';
import type { Reading, UnreadItem } from '../../platform/http/schema-reader.ts';
import type { CommandRun } from '../../platform/key-claims.ts';
import type { ItemResult } from '../../platform/write-queue.ts';
import { type BatchItemRecord, journalBatch } from '../batch-journal.ts';
import type { SalesOrderDraft, ShippingDefaults } from '../draft.ts';
import { type PlacedOrder, salesOrderPlacement } from '../place.ts';
import { parseHashedContent, type SalesOrderRequest } from '../request-mapping.ts';
import { createSalesOrder, readShippingDefaults } from './create-sales-order.ts';
import { salesItemFaults } from './item-faults.ts';

/** Orders that count as one request of the rate limit (decision 6). */
const ordersPerRequest = 50;

const request = Type.Object(
  {
    BatchId: Type.Optional(textField("The batch; an order's own BatchId wins.", { maxLength: 10 })),
    BatchDescription: Type.Optional(textField("What the batch is; an order's own wins.", { maxLength: 1000 })),
    SalesOrdersInfo: Type.Array(
      openObjectField('A sales order as CreateSalesOrder takes it; its own Authentication must be that of the batch.'),
      { description: 'The orders, at most 500. Each is judged as if it came alone.', independentItems: true },
    ),
  },
  { title: 'BatchSalesOrderRequest' },
);

const Status = Type.Object(
  {
    RefTransmissionId: Type.String({ description: "The order's TransmissionId." }),
    RefOrderNo: Type.String({ description: "The order's OrderNo." }),
    IsCreated: Type.Boolean({ description: 'Whether the order is there: created now, or by an earlier request.' }),
    TransactionReferenceNumber: Type.String({ description: "The order's reference; empty when it was refused." }),
    Messages: Type.Array(Type.String(), {
      description: 'Why it was refused, or what there is to know of one that is there, as it was sent, in plain words.',
    }),
    Status: Type.Integer({
      description:
        'The status that CreateSalesOrder would have returned for the order: 200 when it is there, 400 when it was refused, 503 when it could not be taken for lack of capacity, 500 after an internal error.',
    }),
    Retry: Type.Boolean({
      description: 'True when the order was neither created nor refused (Status 503 or 500): send it again as it is.',
    }),
  },
  { title: 'CreateSalesOrderStatus' },
);

const reply = Type.Object(
  {
    TransactionReferenceNumber: referenceField('The transaction reference of the batch.'),
    CreateSalesOrderStatuses: Type.Array(Status, { description: 'One per order, in the order sent.' }),
  },
  { title: 'BatchSalesOrderReply' },
);

type BatchRequest = Static<typeof request>;
type OrderStatus = Static<typeof Status>;

/** Orders that are handed on together: the next are read while these are written. */
const readTogether = 125;

const readers = new Map<string, RequestReader>();

/** Orders of a batch are read as CreateSalesOrder's are. */
function orderReader(brand: string): RequestReader {
  let reader = readers.get(brand);
  if (reader === undefined) {
    reader = compileRequest(createSalesOrder, brand);
    readers.set(brand, reader);
  }
  return reader;
}

/** What keeps a member from being placed: what is wrong with it, or what went wrong on our side. */
type NotPlaced = { readonly faults: readonly Fault[] } | { readonly failed: unknown };

/** A member that is in order, or why it is not placed. */
type Read = { readonly draft: SalesOrderDraft } | NotPlaced;

const failed = (error: unknown): NotPlaced => ({ failed: error });

/** What the reply calls a member, in the caller's words. */
interface MemberNames {
  readonly RefTransmissionId: string;
  readonly RefOrderNo: string;
}

const noNames: MemberNames = { RefTransmissionId: '', RefOrderNo: '' };

/** Before validation, which takes out what it refuses. */
function namesOf(request: Readonly<Record<string, unknown>>): MemberNames {
  const { TransmissionId, OrderNo } = (request.OrderInfo ?? {}) as Readonly<Record<string, unknown>>;
  return { RefTransmissionId: textOf(TransmissionId), RefOrderNo: textOf(OrderNo) };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What an order of the batch is placed with that it does not say itself. */
interface MemberPlacement {
  readonly preferences: ShippingDefaults;
  readonly mayBePlaced: boolean;
  documentId(): string;
}

/** `read` is a promise only of what is not in order, to name the items that are at fault as well. */
function readItem(
  call: OperationCall<BatchRequest>,
  member: UnreadItem,
  placement: MemberPlacement,
): { readonly names: MemberNames; readonly read: Read | Promise<Read> } {
  if (typeof member.value !== 'object' || member.value === null || Array.isArray(member.value)) {
    return { names: noNames, read: { faults: [{ field: '', code: 'Type', message: 'must be an object' }] } };
  }
  const reader = orderReader(call.environment.config.brand);
  const reading = reader.readItem(member);
  return { names: namesOf(reading.request), read: judgeMember(call, member, reader, reading, placement) };
}

function judgeMember(
  call: OperationCall<BatchRequest>,
  member: UnreadItem,
  reader: RequestReader,
  reading: Reading,
  placement: MemberPlacement,
): Read | Promise<Read> {
  const wrong = credentialsFault(call, member);
  if (wrong !== undefined) return { faults: [wrong] };
  const { environment, caller } = call;
  const faults = reader.validate(reading, operatorCodeLists(environment.db), caller.customerNo);
  if (faults.length > maxFaults) return { faults };
  if (faults.length > 0) {
    return salesItemFaults({ environment, customerNo: caller.customerNo, request: reading.request }).then((ofData) => ({
      faults: [...faults, ...ofData],
    }));
  }
  const content = parseHashedContent(reading.request as SalesOrderRequest);
  return {
    draft: {
      ...content,
      // The batch's own words are no content of the order: sent alone, or in another batch, it is the same order.
      batchId: content.batchId || (call.request.BatchId ?? ''),
      document: {
        ...content.document,
        batchDescription: content.document.batchDescription || (call.request.BatchDescription ?? ''),
      },
      ...call.context,
      reference: placement.documentId(),
      shippingDefaults: placement.preferences,
      unknownProperties: reading.unknownProperties,
      mayBePlaced: placement.mayBePlaced,
    },
  };
}

/**
 * Reads members side by side, and adds what the reply calls them to `names`. Others may be written by now, so what fails
 * here is that member's alone.
 */
async function readPortion(
  call: OperationCall<BatchRequest>,
  members: readonly UnreadItem[],
  placementOf: (index: number) => MemberPlacement,
  names: MemberNames[],
): Promise<Read[]> {
  const later: Promise<unknown>[] = [];
  const portion: Read[] = [];
  const pause = eventLoopYielder();
  for (const [index, member] of members.entries()) {
    // 125 orders can be 5 MiB.
    await pause();
    let name = noNames;
    try {
      const { names: ofMember, read } = readItem(call, member, placementOf(index));
      name = ofMember;
      if (!(read instanceof Promise)) portion[index] = read;
      else {
        const put = (became: Read): void => {
          portion[index] = became;
        };
        later.push(read.then(put, (error) => put(failed(error))));
      }
    } catch (error) {
      portion[index] = failed(error);
    }
    names.push(name);
  }
  await Promise.all(later);
  return portion;
}

/** The older description repeats `Authentication` in each order; what is repeated must be the same. */
function credentialsFault({ caller }: OperationCall<unknown>, member: UnreadItem): Fault | undefined {
  const sent = member.value as Readonly<Record<string, unknown>>;
  const own = sent.Authentication as Readonly<Record<string, unknown>> | null | undefined;
  if (own === undefined || own === null) return undefined;
  const { userKey, customerNo } = caller;
  if (own.UserKey === userKey && own.CustomerNo === customerNo && member.isSecret(own.Password)) return undefined;
  return { field: 'Authentication', code: 'Contradiction', message: "of the order is not the batch's" };
}

/** The batch is admitted as a whole before it is read: its first orders must not keep out its last. */
function ordersIn(body: unknown): number {
  const orders = (body as { readonly SalesOrdersInfo?: unknown } | null | undefined)?.SalesOrdersInfo;
  return Array.isArray(orders) ? orders.length : 0;
}

const sentence = (fault: Fault): string => `${fault.field === '' ? 'the order' : fault.field} ${fault.message}`;
const sentences = (faults: readonly Fault[]): string[] => limitFaults(faults).map(sentence);

async function execute(call: OperationCall<BatchRequest>, run: CommandRun): Promise<Static<typeof reply>> {
  const { environment, request: batch } = call;
  const members = batch.SalesOrdersInfo as unknown as readonly UnreadItem[];
  const { batchOrders } = environment.config.limits;
  if (members.length > batchOrders) {
    throw new AppError({
      code: 'PayloadTooLarge',
      reason: `a batch holds at most ${batchOrders} orders, this one has ${members.length}`,
    });
  }
  const preferences = await readShippingDefaults(call);
  const under: Promise<MemberOutcome[]>[] = [];
  const names: MemberNames[] = [];
  for (let first = 0; first < members.length; first += readTogether) {
    const placementOf = (index: number): MemberPlacement => ({
      preferences,
      mayBePlaced: run.isRepeated,
      documentId: () => run.documentId(first + index),
    });
    const read = await readPortion(call, members.slice(first, first + readTogether), placementOf, names);
    under.push(handOn(environment, read));
    await setImmediate();
  }
  const outcomes = (await Promise.all(under)).flat();
  throwWhereNothingWasWritten(outcomes);
  logFailures(call, outcomes);
  const statuses = outcomes.map(
    (outcome, index): OrderStatus => ({ ...(names[index] as MemberNames), ...statusOf(outcome) }),
  );
  const body = { TransactionReferenceNumber: call.context.reference, CreateSalesOrderStatuses: statuses };
  const records = outcomes.map((outcome, index) => recordOf(outcome, statuses[index] as OrderStatus));
  // Sent again under the same key, a batch that lacks an order completes it.
  const isComplete = !outcomes.some((outcome) => 'failed' in outcome);
  if (!isComplete) run.discardReply();
  try {
    await journalBatch(call, records, async (tx) => {
      if (isComplete) await run.storeReply(tx, body);
    });
  } catch (err) {
    // The orders are written: the response says so, and the same batch sent again returns the same references.
    environment.logger.warn({ err, reference: call.context.reference }, 'a batch is journaled later');
    run.discardReply();
  }
  return body;
}

/** What became of a member. */
type MemberOutcome = ItemResult<PlacedOrder> | NotPlaced;

/** Hands members on that are in order. The outcomes of all, in their order. */
async function handOn({ writeQueue }: Environment, read: readonly Read[]): Promise<MemberOutcome[]> {
  const drafts = read.flatMap((member) => ('draft' in member ? [member.draft] : []));
  const settled = (await writeQueue.submitAll(salesOrderPlacement, drafts, { admitted: true })).values();
  return read.map((member) => ('draft' in member ? (settled.next().value as ItemResult<PlacedOrder>) : member));
}

/** When every order failed, the batch has failed: 503 when all of them did for lack of capacity. */
function throwWhereNothingWasWritten(outcomes: readonly MemberOutcome[]): void {
  const failures = outcomes.flatMap((outcome) => ('failed' in outcome ? [toAppError(outcome.failed)] : []));
  if (failures.length === 0 || failures.length < outcomes.length) return;
  throw failures.find(({ status }) => status !== 503) ?? failures[0];
}

/** Orders that failed for lack of capacity share one line: a batch that finds the queue full has hundreds. */
function logFailures(
  { environment: { logger }, context: { reference } }: OperationCall<unknown>,
  outcomes: readonly MemberOutcome[],
): void {
  const lacking: AppError[] = [];
  for (const [member, outcome] of outcomes.entries()) {
    if (!('failed' in outcome)) continue;
    const error = toAppError(outcome.failed);
    if (error.status === 503) lacking.push(error);
    else logger.error({ err: error.internal ?? error, reference, member }, 'order of a batch failed');
  }
  const [first] = lacking;
  if (first === undefined) return;
  logger.warn({ err: first.internal ?? first, reference, orders: lacking.length }, 'orders of a batch not taken');
}

function statusOf(outcome: MemberOutcome): Omit<OrderStatus, 'RefTransmissionId' | 'RefOrderNo'> {
  if ('done' in outcome) {
    const { reference: TransactionReferenceNumber, warnings } = outcome.done;
    return { IsCreated: true, TransactionReferenceNumber, Messages: [...warnings], Status: 200, Retry: false };
  }
  const refused = { IsCreated: false, TransactionReferenceNumber: '' };
  if ('faults' in outcome) {
    return { ...refused, Messages: sentences(outcome.faults), Status: 400, Retry: false };
  }
  if ('failed' in outcome) {
    const { status, refusal } = toAppError(outcome.failed);
    return { ...refused, Messages: [`not taken, send it again: ${refusal.reason}`], Status: status, Retry: true };
  }
  const { code, faults = [], reason } = outcome.refused;
  const Messages = faults.length === 0 ? [reason] : sentences(faults);
  return { ...refused, Messages, Status: errorStatus[code], Retry: false };
}

/** What the journal tells of a member; in the caller's words only the number of an order that is not there. */
function recordOf(outcome: MemberOutcome, { RefOrderNo: orderNo }: OrderStatus): BatchItemRecord {
  if ('done' in outcome) return { orderId: outcome.done.reference, isNew: outcome.done.isNew };
  if ('failed' in outcome) return { orderNo, code: 'Failed', faults: [] };
  if ('faults' in outcome) return { orderNo, code: 'ValidationFailed', faults: outcome.faults };
  return { orderNo, code: outcome.refused.code, faults: outcome.refused.faults ?? [] };
}

export const batchSalesOrder = defineCommand({
  path: '/api/SalesOrder/BatchSalesOrder',
  timeoutSeconds: 120,
  tag: 'Fulfillment',
  summary: 'Create many sales orders',
  description: [
    'Creates up to 500 orders. Each is judged as if it came alone and has its own outcome, in the order sent: one that is refused never fails its neighbors.',
    '',
    'Sent again, orders that were created return their first references, and those that were refused or not taken are tried again. An order with `Retry` true could not be taken for lack of capacity: send the batch again, also under the same Idempotency-Key. When no order at all could be taken the batch is 503. Costs one request of the rate limit per 50 orders.',
  ].join('\n'),
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  request,
  requestExample: {
    BatchId: 'FALL26',
    SalesOrdersInfo: [createSalesOrder.requestExample as unknown as Record<string, unknown>],
  },
  reply: {
    status: 200,
    description: 'The outcome of each order.',
    schema: reply,
    example: {
      TransactionReferenceNumber: referenceExample,
      CreateSalesOrderStatuses: [
        {
          RefTransmissionId: 'FALL-00001',
          RefOrderNo: 'CLB260001',
          IsCreated: true,
          TransactionReferenceNumber: referenceExample,
          Messages: [],
          Status: 200,
          Retry: false,
        },
      ],
    },
  },
  errors: {
    400: 'The batch itself breaks a rule. What is wrong with an order is told in its Messages.',
    403: 'The credentials lack the right to write.',
    413: 'The batch has more than 500 orders or 5 MiB.',
  },
  countWrites: ordersIn,
  bodyLimit: 'batch',
  cost: (batch) => Math.ceil((batch.SalesOrdersInfo?.length ?? 0) / ordersPerRequest),
  deprecated: { replacedBy: '/api/SalesOrder/CreateSalesOrder' },
  execute,
});
