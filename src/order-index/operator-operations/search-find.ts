/** Search/Find: orders, returns, purchase and transfer orders, items, customers and requests by any of their names. */
import Type from 'typebox';
import { isUuid } from '../../lib/uuid.ts';
import { limitToVisibleWarehouses } from '../../operators/index.ts';
import { readWithCustomPlans } from '../../platform/db/custom-plans.ts';
import type { DbReader } from '../../platform/db/db.ts';
import { defineOperatorQuery, operatorRoles } from '../../platform/http/operator-operation.ts';
import { findCustomersOfReference, readJournalOfReference } from '../../platform/journal-reads.ts';
import { computePossibleUpcSpellings } from '../../skus/index.ts';
import { searchInboundOrders } from '../inbound-search.ts';
import {
  type FoundOrder,
  findReturnsByRma,
  type OrderSearchOptions,
  searchCustomers,
  searchItems,
  searchOrders,
} from '../search.ts';

interface Result {
  Kind: 'order' | 'return' | 'purchase order' | 'transfer order' | 'sku' | 'customer' | 'transaction';
  CustomerNo: string;
  Id: string;
  Label: string;
  Detail: string;
}

export const searchFindOperation = defineOperatorQuery({
  path: '/api/Search/Find',
  summary: 'Find anything by a name of it',
  description:
    'Finds orders by their OrderNo (its beginning, or its end without the winery’s prefix), any TransactionReferenceNumber, a tracking number, also of a label that was canceled (`Detail` says so), a part of the ' +
    'recipient’s name, the recipient’s e-mail address (its beginning, with the at sign) or telephone number (or its last seven or more digits); returns and their reshipments by RMA number, reshipments by shipment key; purchase orders and transfer orders by their whole number, CustomerReferenceNo, ReferenceNo or any TransactionReferenceNumber, in any letter case; items by UPC or the beginning of their ItemNo; customers by number or name. A TransactionReferenceNumber of no order finds its request in the journal, for the roles that may read it. Best first: what has the text as a whole number or name, then the others, orders before items before customers. The role floor finds the orders of its warehouses, and nothing else.',
  roles: operatorRoles,
  request: Type.Object({
    Text: Type.String({ minLength: 1, maxLength: 100, description: 'The text to look for.' }),
    Top: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: 'Results; 10 by default.' })),
  }),
  requestExample: { Text: '1001', Top: 10 },
  reply: {
    description: 'The results.',
    schema: Type.Object({
      Results: Type.Array(
        Type.Object({
          Kind: Type.Union([
            Type.Literal('order'),
            Type.Literal('return'),
            Type.Literal('purchase order'),
            Type.Literal('transfer order'),
            Type.Literal('sku'),
            Type.Literal('customer'),
            Type.Literal('transaction'),
          ]),
          CustomerNo: Type.String(),
          Id: Type.String({
            description:
              'The TransactionReferenceNumber of an order of any kind, return or request, an ItemNo, a CustomerNo.',
          }),
          Label: Type.String(),
          Detail: Type.String(),
        }),
      ),
    }),
    example: {
      Results: [
        {
          Kind: 'order',
          CustomerNo: 'W1001',
          Id: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001',
          Label: 'CLB1001',
          Detail: 'Ana Lee, Denver · Received',
        },
      ],
    },
  },
  errors: { 400: '`Text` is missing or too long.' },
  execute: async ({ environment: { db }, operator, request }) => {
    const { Top: top = 10 } = request;
    const text = request.Text.trim();
    if (text === '') return { Results: [] };
    const { role } = operator;
    const isFloor = role === 'floor';
    const options = { top, warehouses: limitToVisibleWarehouses(operator, []), isFloor, findsContacts: !isFloor };
    const readsJournal = role === 'service' || role === 'admin';
    return await readWithCustomPlans(db, async (reader) => {
      const results = await find(reader, text, options);
      const isFound = results.length > 0 || !isUuid(text) || !readsJournal;
      return { Results: isFound ? results : await findTransactions(reader, text, top) };
    });
  },
});

interface FindOptions extends OrderSearchOptions {
  /** People of the floor find orders only: they may not read returns, inbound orders, items and customers. */
  readonly isFloor: boolean;
}

async function find(reader: DbReader, text: string, options: FindOptions): Promise<Result[]> {
  const { top, isFloor } = options;
  const [returns, orders, inbound, items, customers] = await Promise.all([
    isFloor ? [] : findReturnsByRma(reader, [text]),
    searchOrders(reader, text, options),
    isFloor ? [] : searchInboundOrders(reader, text, top),
    isFloor ? [] : searchItems(reader, text, top),
    isFloor ? [] : searchCustomers(reader, text, top),
  ]);
  const results: Result[] = [
    ...returns.map(
      ({ customerNo, returnId, rmaNumber, orderNo, status }): Result => ({
        Kind: 'return',
        CustomerNo: customerNo,
        Id: returnId,
        Label: rmaNumber,
        Detail: `Order ${orderNo} · ${statusInWords(status)}`,
      }),
    ),
    ...orders.map(orderResult),
    ...inbound.map(
      ({ kind, customerNo, orderId, number, customerReferenceNo, status }): Result => ({
        Kind: kind,
        CustomerNo: customerNo,
        Id: orderId,
        Label: number,
        Detail: [customerReferenceNo, statusInWords(status)].filter((part) => part !== '').join(' · '),
      }),
    ),
    ...items.map(
      ({ customerNo, itemNo, description, upcCode }): Result => ({
        Kind: 'sku',
        CustomerNo: customerNo,
        Id: itemNo,
        Label: itemNo,
        Detail: upcCode === '' ? description : `${description} · UPC ${upcCode}`,
      }),
    ),
    ...customers.map(
      ({ customerNo, name }): Result => ({
        Kind: 'customer',
        CustomerNo: customerNo,
        Id: customerNo,
        Label: customerNo,
        Detail: name,
      }),
    ),
  ];
  // Stable: of many orders whose number only begins or ends with the text, none hides what it is the whole name of.
  return results.toSorted((a, b) => Number(hasWholeName(b, text)) - Number(hasWholeName(a, text))).slice(0, top);
}

/** Whether the text is a whole number or name. Returns and inbound orders are found by whole names only. */
function hasWholeName({ Kind: kind, Label: label, Detail: detail }: Result, text: string): boolean {
  if (kind === 'return' || kind === 'purchase order' || kind === 'transfer order') return true;
  const names =
    kind === 'customer' ? [label, detail] : kind === 'sku' ? [label, detail.split(' · UPC ').at(-1)] : [label];
  const wanted = new Set(kind === 'sku' ? [text, ...computePossibleUpcSpellings(text)] : [text]);
  return names.some((name) => [...wanted].some((each) => each.toLowerCase() === name?.toLowerCase()));
}

/** The requests with a reference. There are several when one request of an operator changed orders of several customers. */
async function findTransactions(reader: DbReader, reference: string, top: number): Promise<Result[]> {
  const customers = (await findCustomersOfReference(reader, reference)).slice(0, top);
  const entries = await Promise.all(
    customers.map((customerNo) => readJournalOfReference(reader, customerNo, reference, 1)),
  );
  return entries.flat().map(({ customerNo, operation, kind }) => ({
    Kind: 'transaction',
    CustomerNo: customerNo,
    Id: reference,
    Label: operation,
    Detail: kind === 'request.rejected' ? 'Rejected' : 'Done',
  }));
}

function orderResult(order: FoundOrder): Result {
  const { customerNo, orderId, orderNo, recipientName, city, status, holdReasons, isFoundByCanceledLabel } = order;
  const recipient = [recipientName, city].filter((part) => part !== '').join(', ');
  const label = isFoundByCanceledLabel ? 'This label was canceled' : '';
  const state = holdReasons.length > 0 ? `Held: ${holdReasons.join(', ')}` : statusInWords(status);
  const detail = [recipient, state, label].filter((part) => part !== '').join(' · ');
  return { Kind: 'order', CustomerNo: customerNo, Id: orderId, Label: orderNo, Detail: detail };
}

/** `PARTIALLY RECEIVED` -> `Partially received` */
const statusInWords = (status: string): string => status.slice(0, 1) + status.slice(1).toLowerCase();
