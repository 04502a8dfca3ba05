/** Receiving/Discard: give up a receipt that was opened by mistake, or a parked delivery. */

import Type from 'typebox';
import { maxNoteLength } from '../../contract/entry-limits.ts';
import { runStationStep } from '../../operators/index.ts';
import { defineOperatorCommand, operatorRoles } from '../../platform/http/operator-operation.ts';
import { discardReceipt } from '../discard-receipt.ts';
import { ListedReceiptRecord, listedReceiptRecordExample, readListedReceiptRecord } from '../listed-receipt.ts';
import { noSuchReceiptText, receiptIdExample, receiptKeyFields } from '../receipt-fields.ts';
import { warehouseAccessCheckOf } from '../receiving-requests.ts';

export const receivingDiscardOperation = defineOperatorCommand({
  path: '/api/Receiving/Discard',
  isResumable: true,
  summary: 'Discard a receipt',
  description:
    'Discards what was counted, and posts nothing: an open receipt by the person who has it, a lead or an admin, a parked delivery by customer service or an admin. The order has the status that it would have without the receipt. Repeated, it changes nothing.',
  roles: operatorRoles,
  request: Type.Object({
    ...receiptKeyFields,
    Reason: Type.String({ minLength: 1, maxLength: maxNoteLength, description: 'Why, in the words of the person.' }),
  }),
  requestExample: { CustomerNo: 'W1001', Receipt: receiptIdExample, Reason: 'It belongs to another warehouse.' },
  reply: {
    description: 'The receipt.',
    schema: ListedReceiptRecord,
    example: { ...listedReceiptRecordExample, State: 'discarded', Note: 'It belongs to another warehouse.' },
  },
  errors: {
    400: 'A field is not valid.',
    403: 'The receipt is finished or attached, or another person decides about it.',
    404: `${noSuchReceiptText}.`,
  },
  execute: async (call) => {
    const { CustomerNo: customerNo, Receipt: receiptId, Reason: reason } = call.request;
    const settling = { context: call.context, operator: call.operator, mayWorkIn: warehouseAccessCheckOf(call) };
    const key = { customerNo, receiptId: receiptId.toLowerCase() };
    const receipt = await runStationStep(call, (tx) => discardReceipt(tx, key, reason, settling));
    return await readListedReceiptRecord(call.environment.db, receipt);
  },
});
