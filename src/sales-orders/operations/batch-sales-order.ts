/** POST /api/SalesOrder/BatchSalesOrder, deprecated (interface: Fulfillment; decisions 6, 9 and 13). */
import Type, { type Static } from 'typebox';
import { openObject, reference, text } from '../../contract/fields.ts';
import { referenceExample } from '../../contract/orders.ts';
import { operatorCodeLists } from '../../inventory/index.ts';
import { uuidv7 } from '../../lib/uuid.ts';
import { AppError, type Fault, type Outcome } from '../../platform/errors.ts';
import { type Call, defineQuery } from '../../platform/http/operation.ts';
import { compileRequest, type RequestReader } from '../../platform/http/read-request.ts';
import { takenOutSecret } from '../../platform/http/schema-reader.ts';
import type { PlacementPreferences, SalesOrderDraft } from '../draft.ts';
import { type PlacedOrder, salesOrderPlacement } from '../place.ts';
import { hashedContent, type SalesOrderRequest } from '../wire.ts';
import { createSalesOrder, placementPreferences } from './create-sales-order.ts';
import { itemFaults } from './item-faults.ts';

/** Orders that count as one request of the rate limit (decision 6). */
const ordersPerRequest = 50;

const request = Type.Object(
  {
    BatchId: Type.Optional(text("The batch; an order's own BatchId wins.", { maxLength: 10 })),
    BatchDescription: Type.Optional(text("What the batch is; an order's own wins.", { maxLength: 1000 })),
    SalesOrdersInfo: Type.Array(
      openObject('A sales order as CreateSalesOrder takes it; its own Authentication must be that of the batch.'),
      { description: 'The orders, at most 500. Each is judged as if it came alone.' },
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
    Messages: Type.Array(Type.String(), { description: 'Why it was refused, in plain words.' }),
  },
  { title: 'CreateSalesOrderStatus' },
);

const reply = Type.Object(
  {
    TransactionReferenceNumber: reference('The transaction reference of the batch.'),
    CreateSalesOrderStatuses: Type.Array(Status, { description: 'One per order, in the order sent.' }),
  },
  { title: 'BatchSalesOrderReply' },
);

type BatchRequest = Static<typeof request>;
type OrderStatus = Static<typeof Status>;

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

/** A member that is in order, or what is wrong with it. */
type Read = { readonly draft: SalesOrderDraft } | { readonly messages: string[] };

async function readMember(
  call: Call<BatchRequest>,
  member: Readonly<Record<string, unknown>>,
  preferences: PlacementPreferences,
): Promise<Read> {
  const wrong = credentialsFault(call, member);
  if (wrong !== undefined) return { messages: [wrong] };
  const { environment, caller } = call;
  const reader = orderReader(environment.config.brand);
  const reading = reader.read(member, '', []);
  const faults = reader.validate(reading, operatorCodeLists(environment.db), caller.customerNo);
  if (faults.length > 0) {
    const ofData = await itemFaults({ environment, customerNo: caller.customerNo, request: reading.request });
    return { messages: [...faults, ...ofData].map(sentence) };
  }
  const content = hashedContent(reading.request as SalesOrderRequest);
  return {
    draft: {
      ...content,
      // The batch's own words are no content of the order: sent alone, or in another batch, it is the same order.
      batchId: content.batchId || (call.request.BatchId ?? ''),
      document: {
        ...content.document,
        batchDescription: content.document.batchDescription || (call.request.BatchDescription ?? ''),
      },
      customerNo: caller.customerNo,
      reference: uuidv7(),
      actor: caller.userKey,
      operation: call.operation,
      preferences,
      unknownProperties: reading.unknownProperties,
    },
  };
}

/** The older description repeats `Authentication` in each order; what is repeated must be the same. */
function credentialsFault(call: Call<unknown>, member: Readonly<Record<string, unknown>>): string | undefined {
  const own = member.Authentication as Readonly<Record<string, unknown>> | null | undefined;
  if (own === undefined || own === null) return undefined;
  const { userKey, customerNo } = call.caller;
  // The password of the call is taken out of a body wherever else it stands: only the same one leaves this behind.
  if (own.UserKey === userKey && own.CustomerNo === customerNo && own.Password === takenOutSecret) return undefined;
  return "Authentication of the order is not the batch's";
}

const sentence = (fault: Fault): string => (fault.field === '' ? fault.message : `${fault.field} ${fault.message}`);

function textAt(member: Readonly<Record<string, unknown>>, property: string): string {
  const info = member.OrderInfo as Readonly<Record<string, unknown>> | null | undefined;
  const value = info?.[property];
  return typeof value === 'string' ? value : '';
}

async function answer(call: Call<BatchRequest>): Promise<Static<typeof reply>> {
  const { environment, request: batch } = call;
  const members = batch.SalesOrdersInfo;
  const { batchOrders } = environment.config.limits;
  if (members.length > batchOrders) {
    throw new AppError({
      code: 'PayloadTooLarge',
      reason: `a batch holds at most ${batchOrders} orders, this one has ${members.length}`,
    });
  }
  const preferences = await placementPreferences(call);
  const read = await Promise.all(members.map((member) => readMember(call, member, preferences)));
  const drafts = read.flatMap((member) => ('draft' in member ? [member.draft] : []));
  const submitted = environment.lanes.submitAll(salesOrderPlacement, drafts);
  const outcomes = new Map(
    (await Promise.all(submitted)).map((outcome, index) => [drafts[index] as SalesOrderDraft, outcome]),
  );
  return {
    TransactionReferenceNumber: call.reference,
    CreateSalesOrderStatuses: members.map((member, index): OrderStatus => {
      const entry = read[index] as Read;
      return {
        RefTransmissionId: textAt(member, 'TransmissionId'),
        RefOrderNo: textAt(member, 'OrderNo'),
        ...told('draft' in entry ? (outcomes.get(entry.draft) as Outcome<PlacedOrder>) : entry),
      };
    }),
  };
}

function told(
  outcome: Outcome<PlacedOrder> | { readonly messages: string[] },
): Omit<OrderStatus, 'RefTransmissionId' | 'RefOrderNo'> {
  if ('done' in outcome) {
    return { IsCreated: true, TransactionReferenceNumber: outcome.done.reference, Messages: [] };
  }
  const messages = 'messages' in outcome ? outcome.messages : messagesOf(outcome.refused);
  return { IsCreated: false, TransactionReferenceNumber: '', Messages: messages };
}

function messagesOf(refusal: { readonly reason: string; readonly faults?: readonly Fault[] }): string[] {
  return refusal.faults === undefined || refusal.faults.length === 0 ? [refusal.reason] : refusal.faults.map(sentence);
}

export const batchSalesOrder = defineQuery({
  path: '/api/SalesOrder/BatchSalesOrder',
  tag: 'Fulfillment',
  summary: 'Create many sales orders',
  description: [
    'Creates up to 500 orders. Each is judged as if it came alone and has its own outcome, in the order sent: one that is refused never fails its neighbours.',
    '',
    'Sent again, orders that were created answer their first references, and those that were refused are tried again. Costs one request of the rate limit per 50 orders.',
  ].join('\n'),
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  right: 'write',
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
        },
      ],
    },
  },
  errors: {
    400: 'The batch itself breaks a rule. What is wrong with an order is told in its Messages.',
    403: 'The credentials lack the right to write.',
    413: 'The batch has more than 500 orders or 5 MiB.',
  },
  bodyLimit: 'batch',
  cost: (batch) => Math.ceil((batch.SalesOrdersInfo?.length ?? 0) / ordersPerRequest),
  deprecated: { replacedBy: '/api/SalesOrder/CreateSalesOrder' },
  answer,
});
