/** POST /api/SalesOrder/BatchSalesOrder, deprecated (interface: Fulfillment; decisions 1, 6 and 9). */

import { setImmediate } from 'node:timers/promises';
import Type, { type Static } from 'typebox';
import { freeFormObjectField, textField, textOrNumberField, transactionReferenceField } from '../../contract/fields.ts';
import { transactionReferenceExample } from '../../contract/transaction-reference.ts';
import { createEventLoopYielder } from '../../lib/event-loop-yielder.ts';
import { uuidv7 } from '../../lib/uuid.ts';
import { createOperatorSettingsCodeLists } from '../../operator-settings/index.ts';
import type { Environment } from '../../platform/environment.ts';
import { AppError, errorStatusByCode, type Fault, limitFaults, maxFaults } from '../../platform/errors.ts';
import { batchSizeRefusal } from '../../platform/http/batch-size.ts';
import { wineryInterfaceCodeLists } from '../../platform/http/code-lists.ts';
import { defineCommand, type OperationCall } from '../../platform/http/operation.ts';
import type { RequestReader } from '../../platform/http/read-request.ts';
import { toAppError } from '../../platform/http/reply.ts';
import type { BodyReadResult, UnreadBatchItem } from '../../platform/http/schema-reader.ts';
import type { CommandRun } from '../../platform/key-claims.ts';
import type { BatchItemWriteResult } from '../../platform/write-queue.ts';
import {
  type BatchOrderNames,
  batchOrderNamesOf,
  checkBatchItemCredentials,
  checkBatchItemIsObject,
  noBatchOrderNames,
  renameOrderHeaderInfo,
} from '../batch-item.ts';
import { type JournaledBatchOrder, journalOrderBatch } from '../batch-journal.ts';
import type { SalesOrderCreationResult } from '../claim-identities.ts';
import { salesOrderCreationWriter } from '../create.ts';
import type { SalesOrderDraft, ShippingDefaults } from '../draft.ts';
import { formatHoldMessages } from '../hold-list.ts';
import { readHolds } from '../hold-store.ts';
import type { Hold } from '../order.ts';
import { parseOrderContentWithHash, type SalesOrderRequest } from '../request-mapping.ts';
import { readShippingDefaults } from '../shipping-defaults.ts';
import { createBatchOrderRequestReader, toBatchOrderHashInput } from './batch-order-reader.ts';
import { CreateSalesOrderStatus } from './batch-order-status.ts';
import { createSalesOrderOperation } from './create-sales-order.ts';
import { findSalesItemFaults } from './item-faults.ts';

/** The number of orders that count as one request for the rate limit (decision 6). */
const ordersPerRequest = 50;

const request = Type.Object(
  {
    // The interface limits the BatchId of an order only: a whole batch is not rejected for a longer one.
    BatchId: Type.Optional(textOrNumberField("Batch of the orders; an order's own BatchId takes precedence.")),
    BatchDescription: Type.Optional(
      textField("Description of the batch; an order's own takes precedence.", { maxLength: 1000 }),
    ),
    SalesOrdersInfo: Type.Array(
      freeFormObjectField(
        'A sales order as in CreateSalesOrder; OrderHeaderInfo is accepted in place of OrderInfo. Its own Authentication must match that of the batch.',
      ),
      { description: 'The orders, at most 500. Each is handled as if it were sent alone.', independentItems: true },
    ),
  },
  { title: 'BatchSalesOrderRequest' },
);

const reply = Type.Object(
  {
    TransactionReferenceNumber: transactionReferenceField('The transaction reference of the batch.'),
    CreateSalesOrderStatuses: Type.Array(CreateSalesOrderStatus, { description: 'One per order, in the order sent.' }),
  },
  { title: 'BatchSalesOrderReply' },
);

type BatchRequest = Static<typeof request>;

/** Orders that are submitted together. The next ones are read while these are written. */
const portionSize = 125;

/** Why an item was not submitted: its faults, or an internal error. */
type NotSubmitted = { readonly faults: readonly Fault[] } | { readonly failed: unknown };

/** An item whose order is ready to be created, or why it is not. */
type ReadItem = { readonly draft: SalesOrderDraft } | NotSubmitted;

/** The parts of a draft that the order itself does not have. */
interface ItemContext {
  readonly shippingDefaults: ShippingDefaults;
  readonly mayBeCreated: boolean;
  documentId(): string;
}

/** `read` is a promise only for an invalid item, whose item numbers are looked up to report all faults together. */
function readItem(
  call: OperationCall<BatchRequest>,
  item: UnreadBatchItem,
  context: ItemContext,
): { readonly names: BatchOrderNames; readonly read: ReadItem | Promise<ReadItem> } {
  const notAnObject = checkBatchItemIsObject(item);
  if (notAnObject.length > 0) return { names: noBatchOrderNames, read: { faults: notAnObject } };
  const reader = createBatchOrderRequestReader(call.environment.config.brand);
  const { item: unified, faults } = renameOrderHeaderInfo(item);
  const reading = reader.readItem(unified);
  const names = batchOrderNamesOf(reading.request);
  const read = faults.length > 0 ? { faults } : validateItem(call, unified, reader, reading, context);
  return { names, read };
}

function validateItem(
  call: OperationCall<BatchRequest>,
  item: UnreadBatchItem,
  reader: RequestReader,
  reading: BodyReadResult,
  { shippingDefaults, mayBeCreated, documentId }: ItemContext,
): ReadItem | Promise<ReadItem> {
  const mismatch = checkBatchItemCredentials(call.caller, item);
  if (mismatch !== undefined) return { faults: [mismatch] };
  const { environment, caller } = call;
  const faults = reader.validate(reading, createOperatorSettingsCodeLists(environment.db), caller.customerNo);
  if (faults.length > maxFaults) return { faults };
  if (faults.length > 0) {
    return findSalesItemFaults({ environment, customerNo: caller.customerNo, request: reading.request }).then(
      (ofItems) => ({ faults: [...faults, ...ofItems] }),
    );
  }
  const content = parseOrderContentWithHash(reading.request as SalesOrderRequest);
  return {
    draft: {
      ...content,
      // Excluded from the content hash: an order is the same whether sent separately or in another batch.
      batchId: content.batchId || (call.request.BatchId ?? ''),
      details: {
        ...content.details,
        batchDescription: content.details.batchDescription || (call.request.BatchDescription ?? ''),
      },
      ...call.context,
      reference: documentId(),
      shippingDefaults,
      unknownProperties: reading.unknownProperties,
      mayBeCreated,
    },
  };
}

/**
 * Reads items, looks up those of invalid ones concurrently, and appends their names to `names`. An error fails only its own
 * item, because earlier portions may already be written.
 */
async function readPortion(
  call: OperationCall<BatchRequest>,
  items: readonly UnreadBatchItem[],
  contextOf: (index: number) => ItemContext,
  names: BatchOrderNames[],
): Promise<ReadItem[]> {
  const pending: Promise<unknown>[] = [];
  const portion: ReadItem[] = [];
  const yieldToEventLoop = createEventLoopYielder();
  for (const [index, item] of items.entries()) {
    // 125 orders can have 5 MiB.
    await yieldToEventLoop();
    let name = noBatchOrderNames;
    try {
      const { names: itemNames, read } = readItem(call, item, contextOf(index));
      name = itemNames;
      if (!(read instanceof Promise)) portion[index] = read;
      else {
        const set = (result: ReadItem): void => {
          portion[index] = result;
        };
        pending.push(read.then(set, (error) => set({ failed: error })));
      }
    } catch (error) {
      portion[index] = { failed: error };
    }
    names.push(name);
  }
  await Promise.all(pending);
  return portion;
}

/** The number of orders in a body. The whole batch is admitted before it is read, so that its first orders cannot crowd out its last. */
function countOrders(body: unknown): number {
  const orders = (body as { readonly SalesOrdersInfo?: unknown } | null | undefined)?.SalesOrdersInfo;
  return Array.isArray(orders) ? orders.length : 0;
}

const messagesOf = (faults: readonly Fault[]): string[] =>
  limitFaults(faults).map(({ field, message }) => `${field === '' ? 'The order' : field} ${message}`);

async function execute(call: OperationCall<BatchRequest>, run: CommandRun): Promise<Static<typeof reply>> {
  const { environment, request: batch } = call;
  const items = batch.SalesOrdersInfo as unknown as readonly UnreadBatchItem[];
  const tooMany = batchSizeRefusal(items.length, environment.config.limits.batchOrders);
  if (tooMany !== undefined) throw new AppError(tooMany);
  const shippingDefaults = await readShippingDefaults(call);
  const submitted: Promise<ItemOutcome[]>[] = [];
  const names: BatchOrderNames[] = [];
  for (let first = 0; first < items.length; first += portionSize) {
    const contextOf = (index: number): ItemContext => ({
      shippingDefaults,
      mayBeCreated: run.isRepeated,
      documentId: () => run.documentId(first + index),
    });
    const read = await readPortion(call, items.slice(first, first + portionSize), contextOf, names);
    submitted.push(submitItems(environment, read));
    await setImmediate();
  }
  const outcomes = (await Promise.all(submitted)).flat();
  throwIfAllFailed(outcomes);
  logFailures(call, outcomes);
  const holds = await holdsOfRepeated(call, outcomes);
  const statuses = outcomes.map(
    (outcome, index): CreateSalesOrderStatus => ({ ...(names[index] as BatchOrderNames), ...statusOf(outcome, holds) }),
  );
  const body = { TransactionReferenceNumber: call.context.reference, CreateSalesOrderStatuses: statuses };
  const records = outcomes.map((outcome, index) => recordOf(outcome, statuses[index] as CreateSalesOrderStatus));
  // The reply is stored only when no order failed: sent again under the same key, an incomplete batch is completed.
  const isComplete = !outcomes.some((outcome) => 'failed' in outcome);
  if (!isComplete) run.discardReply();
  try {
    await journalOrderBatch(call, records, async (tx) => {
      if (isComplete) await run.storeReply(tx, body);
    });
  } catch (err) {
    // The orders are written. A complete reply that is not stored is not sent: the same key would return another reference.
    environment.logger.warn({ err, reference: call.context.reference }, 'log entry of a batch is written later');
    run.storeReplyAtEnd();
  }
  return body;
}

type ItemOutcome = BatchItemWriteResult<SalesOrderCreationResult> | NotSubmitted;

/** Submits the valid items and returns the outcomes of all, in their sequence. */
async function submitItems({ writeQueue }: Environment, read: readonly ReadItem[]): Promise<ItemOutcome[]> {
  const drafts = read.flatMap((item) => ('draft' in item ? [item.draft] : []));
  const results = (await writeQueue.submitAll(salesOrderCreationWriter, drafts, { admitted: true })).values();
  return read.map((item) =>
    'draft' in item ? (results.next().value as BatchItemWriteResult<SalesOrderCreationResult>) : item,
  );
}

/** Fails the batch if every order failed: with 503 when all of them lacked capacity, else with the first other error. */
function throwIfAllFailed(outcomes: readonly ItemOutcome[]): void {
  const failures = outcomes.flatMap((outcome) => ('failed' in outcome ? [toAppError(outcome.failed)] : []));
  if (failures.length === 0 || failures.length < outcomes.length) return;
  throw failures.find(({ status }) => status !== 503) ?? failures[0];
}

/** Orders that failed for lack of capacity share one log line, because a full queue fails hundreds. */
function logFailures(
  { environment: { logger }, context: { reference } }: OperationCall<unknown>,
  outcomes: readonly ItemOutcome[],
): void {
  const unavailable: AppError[] = [];
  for (const [member, outcome] of outcomes.entries()) {
    if (!('failed' in outcome)) continue;
    const error = toAppError(outcome.failed);
    if (error.status === 503) unavailable.push(error);
    else logger.error({ err: error.internal ?? error, reference, member }, 'order of a batch failed');
  }
  const [first] = unavailable;
  if (first === undefined) return;
  const orders = unavailable.length;
  logger.warn({ err: first.internal ?? first, reference, orders }, 'orders of a batch failed for lack of capacity');
}

type HoldsByOrder = ReadonlyMap<string, readonly Hold[]>;

/** The holds of orders that existed before the batch; those of new orders are in their outcomes. */
async function holdsOfRepeated(
  { environment: { db }, caller: { customerNo } }: OperationCall<unknown>,
  outcomes: readonly ItemOutcome[],
): Promise<HoldsByOrder> {
  const repeated = outcomes.flatMap((outcome) => ('ok' in outcome && outcome.ok.holds === undefined ? outcome.ok : []));
  if (repeated.length === 0) return new Map();
  return await readHolds(
    db,
    repeated.map(({ reference: orderId }) => ({ customerNo, orderId })),
  );
}

function statusOf(
  outcome: ItemOutcome,
  holdsByOrder: HoldsByOrder,
): Omit<CreateSalesOrderStatus, 'RefTransmissionId' | 'RefOrderNo'> {
  if ('ok' in outcome) {
    const { reference: TransactionReferenceNumber, warnings, holds } = outcome.ok;
    const Messages = [...warnings, ...formatHoldMessages(holds ?? holdsByOrder.get(TransactionReferenceNumber) ?? [])];
    return { IsCreated: true, TransactionReferenceNumber, Messages, Status: 200, Retry: false };
  }
  const notCreated = { IsCreated: false, TransactionReferenceNumber: '' };
  if ('faults' in outcome) {
    return { ...notCreated, Messages: messagesOf(outcome.faults), Status: 400, Retry: false };
  }
  if ('failed' in outcome) {
    const { status, refusal } = toAppError(outcome.failed);
    return {
      ...notCreated,
      Messages: [`Not created; send the batch again. ${refusal.reason}`],
      Status: status,
      Retry: true,
    };
  }
  const { code, faults = [], reason } = outcome.refused;
  const Messages = faults.length === 0 ? [reason] : messagesOf(faults);
  return { ...notCreated, Messages, Status: errorStatusByCode[code], Retry: false };
}

/** The outcome as the log shows it. Of the caller's texts it has only the number of an order that was not created. */
function recordOf(outcome: ItemOutcome, { RefOrderNo: orderNo }: CreateSalesOrderStatus): JournaledBatchOrder {
  if ('ok' in outcome) return { orderId: outcome.ok.reference, isNew: outcome.ok.isNew };
  if ('failed' in outcome) return { orderNo, code: 'Failed', faults: [] };
  if ('faults' in outcome) return { orderNo, code: 'ValidationFailed', faults: outcome.faults };
  return { orderNo, code: outcome.refused.code, faults: outcome.refused.faults ?? [] };
}

/** The mock's status of an order: rejected for the faults that need no data, else created under a reference of its own. */
function exampleStatus(item: UnreadBatchItem, brand: string): CreateSalesOrderStatus {
  const rejected = (names: BatchOrderNames, faults: readonly Fault[]) => ({
    ...names,
    ...statusOf({ faults }, new Map()),
  });
  const notAnObject = checkBatchItemIsObject(item);
  if (notAnObject.length > 0) return rejected(noBatchOrderNames, notAnObject);
  const reader = createBatchOrderRequestReader(brand);
  const { item: unified, faults: unreadable } = renameOrderHeaderInfo(item);
  const reading = reader.readItem(unified);
  const names = batchOrderNamesOf(reading.request);
  const faults = unreadable.length > 0 ? unreadable : reader.validate(reading, wineryInterfaceCodeLists, '');
  if (faults.length > 0) return rejected(names, faults);
  return { ...names, IsCreated: true, TransactionReferenceNumber: uuidv7(), Messages: [], Status: 200, Retry: false };
}

export const batchSalesOrderOperation = defineCommand({
  path: '/api/SalesOrder/BatchSalesOrder',
  timeoutSeconds: 120,
  tag: 'Fulfillment',
  summary: 'Create many sales orders',
  description: [
    'Creates up to 500 orders. Each is handled as if it were sent alone and has its own status, in the sequence sent; a rejected order does not affect the others. An order that is accepted and put on hold has the reason in its `Messages`.',
    '',
    'When a batch is sent again, orders that exist return their first references and all others are tried again. An order with `Retry` true was not created for lack of capacity or after an internal error: send the batch again, with the same Idempotency-Key if you used one. When no order could be handled, the response is 503 for lack of capacity, or 500 after an internal error. A batch counts as one request for the rate limit per 50 orders.',
  ].join('\n'),
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  request,
  requestExample: {
    BatchId: 'FALL26',
    SalesOrdersInfo: [createSalesOrderOperation.requestExample as unknown as Record<string, unknown>],
  },
  reply: {
    status: 200,
    description: 'The status of each order.',
    schema: reply,
    example: {
      TransactionReferenceNumber: transactionReferenceExample,
      CreateSalesOrderStatuses: [
        {
          RefTransmissionId: 'FALL-00001',
          RefOrderNo: 'CLB260001',
          IsCreated: true,
          TransactionReferenceNumber: transactionReferenceExample,
          Messages: [],
          Status: 200,
          Retry: false,
        },
      ],
    },
    exampleFor: async ({ SalesOrdersInfo }, { brand }) => {
      const yieldToEventLoop = createEventLoopYielder();
      const CreateSalesOrderStatuses: CreateSalesOrderStatus[] = [];
      for (const item of SalesOrdersInfo as unknown as readonly UnreadBatchItem[]) {
        await yieldToEventLoop();
        CreateSalesOrderStatuses.push(exampleStatus(item, brand));
      }
      return { TransactionReferenceNumber: transactionReferenceExample, CreateSalesOrderStatuses };
    },
  },
  errors: {
    400: 'The batch itself breaks a rule. Faults of an order are in its Messages.',
    413: 'The batch has more orders or bytes than the server accepts, by default 500 orders and 5 MiB.',
  },
  batch: {
    cost: ({ SalesOrdersInfo }) => Math.ceil((SalesOrdersInfo?.length ?? 0) / ordersPerRequest),
    countWrites: countOrders,
    contentOf: toBatchOrderHashInput,
  },
  deprecated: { replacedBy: '/api/SalesOrder/CreateSalesOrder' },
  execute,
});
