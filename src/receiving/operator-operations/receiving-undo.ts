/** Receiving/Undo: take the last scan or count back. */
import Type from 'typebox';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import {
  checkReceiptSessionFormat,
  noSuchReceiptText,
  receiptScanIdExample,
  receiptScanIdField,
  receiptSessionExample,
  receiptSessionField,
  receivingRoles,
} from '../receipt-fields.ts';
import { ReceiptRecord, receiptExample } from '../receipt-record.ts';
import { runReceiptStep } from '../receiving-requests.ts';

export const receivingUndoOperation = defineOperatorCommand({
  path: '/api/Receiving/Undo',
  isResumable: true,
  summary: 'Undo the last count at the receiving station',
  description:
    'Takes the last scan or count of the receipt back. `Message` says which. A `ScanId` is counted once, however often it is sent.',
  roles: receivingRoles,
  request: Type.Object({ Session: receiptSessionField, ScanId: receiptScanIdField }),
  requestExample: { Session: receiptSessionExample, ScanId: receiptScanIdExample },
  reply: { description: 'The receipt.', schema: ReceiptRecord, example: receiptExample },
  errors: {
    400: '`Session` does not have the form of one, `ScanId` is not a UUID, or it is the id of another step: only the last step can be undone.',
    403: 'Another person has taken the receipt over, or it has ended.',
    404: `${noSuchReceiptText}.`,
  },
  check: checkReceiptSessionFormat,
  execute: async (call) => await runReceiptStep(call, { kind: 'undo' }),
});
