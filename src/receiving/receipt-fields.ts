/** What requests name a receipt by, and what replies name an expected order by. */
import Type from 'typebox';
import { clientGeneratedIdField, codeField, uuidPattern } from '../contract/fields.ts';
import { customerKeyField } from '../contract/operator-key-fields.ts';
import type { Fault } from '../platform/errors.ts';
import type { OperatorRole } from '../platform/http/operator-operation.ts';
import { parseReceiptSession, receiptKinds } from './receipt.ts';
import type { ExpectedOrder } from './receiving-lists.ts';

/** Describes the error 404 of operations; without a period, so that an operation can add to it. */
export const noSuchReceiptText = 'There is no such receipt in the warehouses of the operator';

/** Roles that may work at the receiving station. */
export const receivingRoles: readonly OperatorRole[] = ['floor', 'lead', 'admin'];
/** Roles that may attach parked deliveries, and cancel purchase and transfer orders. */
export const customerServiceRoles: readonly OperatorRole[] = ['service', 'admin'];

export const receiptSessionField = Type.String({
  minLength: 1,
  maxLength: 200,
  description: '`Session` of Receiving/Open or Receiving/Park.',
});

export const receiptScanIdField = clientGeneratedIdField('scan');

export const lotField = Type.Optional(
  Type.String({ maxLength: 60, description: 'The lot, as it is written on the cases; kept with the receipt.' }),
);

export const sourceBinField = Type.Optional(
  Type.String({
    maxLength: 60,
    description:
      'Of a transfer that departs: the bin that the units are taken out of, `Location` of an earlier reply; absent or `""`: of none that is named.',
  }),
);

export const receiptKeyFields = {
  CustomerNo: customerKeyField('The customer of the receipt.'),
  Receipt: Type.String({
    pattern: uuidPattern,
    description: 'The id of the receipt.',
  }),
};

export const receiptIdExample = '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0a1';
export const receiptSessionExample = `W1001.${receiptIdExample}.1`;
export const receiptScanIdExample = '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0ab';

/** The fault of a `Session` that does not have the form of one. */
export function checkReceiptSessionFormat({ Session: session }: { readonly Session: string }): Fault[] {
  if (parseReceiptSession(session) !== undefined) return [];
  return [{ field: 'Session', code: 'Format', message: 'must be a Session of Receiving/Open or Receiving/Park' }];
}

export const receiptKindField = codeField(
  '`transfer in` arrives, `transfer out` departs; `unannounced`: no order announced it.',
  receiptKinds,
);

/** The fields by which lists name an order that is to be received or sent. */
export const expectedOrderNameFields = {
  Kind: receiptKindField,
  CustomerNo: Type.String(),
  CustomerName: Type.String(),
  TransactionReferenceNumber: Type.String(),
  OrderNumber: Type.String(),
  CustomerReferenceNo: Type.String(),
};

export const expectedOrderNameRecord = (order: ExpectedOrder, customerName: string) => ({
  Kind: order.kind,
  CustomerNo: order.customerNo,
  CustomerName: customerName,
  TransactionReferenceNumber: order.orderId,
  OrderNumber: order.number,
  CustomerReferenceNo: order.customerReferenceNo,
});
