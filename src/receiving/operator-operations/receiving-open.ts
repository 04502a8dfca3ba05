/** Receiving/Open: begin to count an order that a scan names, or continue. */
import Type from 'typebox';
import { readCustomerNameLookup } from '../../auth/index.ts';
import { warehouseCodeField } from '../../contract/fields.ts';
import { lowercaseUuidPattern } from '../../lib/uuid.ts';
import { runStationStep } from '../../operators/index.ts';
import { readWithCustomPlans } from '../../platform/db/custom-plans.ts';
import { AppError, refuse } from '../../platform/errors.ts';
import { defineOperatorCommand, type OperatorCall } from '../../platform/http/operator-operation.ts';
import { continueReceipt, openReceipt } from '../open-receipt.ts';
import {
  expectedOrderNameFields,
  expectedOrderNameRecord,
  receiptKeyFields,
  receivingRoles,
} from '../receipt-fields.ts';
import { ReceiptRecord, readReceiptRecord, receiptExample } from '../receipt-record.ts';
import { type ExpectedOrder, listExpectedOrders } from '../receiving-lists.ts';
import { readOpenedReceiptResult, receivingPersonOf, warehouseAccessCheckOf } from '../receiving-requests.ts';

/** Maximum number of matches in a reply. */
const maxMatches = 50;

const request = Type.Object({
  Warehouse: warehouseCodeField,
  Scan: Type.String({
    minLength: 1,
    maxLength: 500,
    description:
      'The number or reference of a purchase or transfer order, the pickup reference, a transaction reference, the id of a receipt, or a label that contains one of these between spaces.',
  }),
  CustomerNo: Type.Optional(receiptKeyFields.CustomerNo),
  Pallet: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'The text on the pallet. A pallet with the same text is counted once.',
    }),
  ),
  TakeOver: Type.Optional(Type.Boolean({ description: 'Take the receipt from another person.' })),
});

export const receivingOpenOperation = defineOperatorCommand({
  path: '/api/Receiving/Open',
  isResumable: true,
  summary: 'Open an order at the receiving station',
  description:
    'Begins a receipt of the order that the scan names, which counts from 0, or continues the one that the person has open on it, as it is. People count pallets of their own side by side; a transfer that departs is picked by one person. ' +
    'When several orders match, `Matches` has them and nothing is opened: send the transaction reference of one. An order that arrives is RECEIVING while a receipt is open on it. Errors in this precedence: 404, 403.',
  roles: receivingRoles,
  request,
  requestExample: { Warehouse: 'APC01', Scan: 'INBOUND-1001' },
  reply: {
    description: 'The receipt, or the orders to choose from.',
    schema: Type.Object({
      Receipt: Type.Optional(ReceiptRecord),
      Matches: Type.Array(
        Type.Object({
          ...expectedOrderNameFields,
          Status: Type.String(),
        }),
        { description: 'Several orders that match; empty when one was opened.' },
      ),
    }),
    example: { Receipt: receiptExample, Matches: [] },
  },
  errors: {
    400: 'A field is not valid.',
    403: 'The order cannot be received or picked now, the pallet was counted already, or another person has the receipt.',
    404: 'The warehouse expects and sends no such order.',
  },
  execute: async (call) => {
    const { environment } = call;
    const { Scan: scan, TakeOver: takesOver = false, Pallet: label = '' } = call.request;
    const opening = {
      context: call.context,
      person: receivingPersonOf(call),
      takesOver,
      mayWorkIn: warehouseAccessCheckOf(call),
    };
    const continued = parseReceiptName(scan);
    if (continued !== undefined) {
      const receipt = await runStationStep(call, (tx) => continueReceipt(tx, continued, opening));
      return {
        Receipt: await readReceiptRecord(environment.db, await readOpenedReceiptResult(call, receipt)),
        Matches: [],
      };
    }
    const found = await findOrders(call);
    const [only, ...more] = found;
    if (only === undefined) {
      const reason = `${call.request.Warehouse} expects and sends no order ${JSON.stringify(scan)}. Scan the order before its bottles; count a delivery without an order by F8.`;
      throw new AppError(refuse('NotFound', reason).refused);
    }
    if (more.length > 0) return { Matches: await matchesOf(call, found) };
    const receipt = await runStationStep(call, (tx) => openReceipt(tx, only, label.trim().toUpperCase(), opening));
    return {
      Receipt: await readReceiptRecord(environment.db, await readOpenedReceiptResult(call, receipt)),
      Matches: [],
    };
  },
});

const receiptName = new RegExp(String.raw`^(.{1,100})\.(${lowercaseUuidPattern})$`);

/** `W1001.<id>`: the receipt that a page or a list names. */
function parseReceiptName(scan: string) {
  const [, customerNo, receiptId] = receiptName.exec(scan) ?? [];
  return customerNo === undefined || receiptId === undefined ? undefined : { customerNo, receiptId };
}

/** The orders whose name is the scan, or else a word of it. */
async function findOrders(call: OperatorCall<{ Warehouse: string; Scan: string; CustomerNo?: string }>) {
  const { environment, request: asked } = call;
  if (!warehouseAccessCheckOf(call)(asked.Warehouse)) return [];
  const scan = asked.Scan.trim();
  const words = scan.split(/[\s,;|]+/).filter((word) => word !== '');
  for (const names of [[scan], words]) {
    const found = await readWithCustomPlans(environment.db, (reader) =>
      listExpectedOrders(reader, {
        warehouses: [asked.Warehouse],
        customerNo: asked.CustomerNo,
        names,
        limit: maxMatches,
      }),
    );
    if (found.length > 0) return found;
  }
  return [];
}

async function matchesOf(
  { environment: { db } }: Pick<OperatorCall<unknown>, 'environment'>,
  found: readonly ExpectedOrder[],
) {
  const nameOf = await readCustomerNameLookup(db, found);
  return found.map((order) => ({
    ...expectedOrderNameRecord(order, nameOf(order.customerNo)),
    Status: order.status,
  }));
}
