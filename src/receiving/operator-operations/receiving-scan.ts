/** Receiving/Scan: count a bottle or a case. */
import Type from 'typebox';
import { normalizeLocationCode } from '../../locations/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import {
  checkReceiptSessionFormat,
  lotField,
  noSuchReceiptText,
  receiptScanIdExample,
  receiptScanIdField,
  receiptSessionExample,
  receiptSessionField,
  receivingRoles,
  sourceBinField,
} from '../receipt-fields.ts';
import { ReceiptRecord, receiptExample } from '../receipt-record.ts';
import { runReceiptStep } from '../receiving-requests.ts';

export const receivingScanOperation = defineOperatorCommand({
  path: '/api/Receiving/Scan',
  isResumable: true,
  summary: 'Scan a bottle or a case at the receiving station',
  description:
    'Counts a bottle, or a case, of the receipt. Codes are resolved within the order, so that wineries may share one; those of an unannounced delivery within the winery. A code of no item is `unknown` and counts nothing: a lead may set it by ItemCodes/Set. ' +
    'Of a transfer that departs, the code of a bin counts nothing: `Location` of the reply is that bin, and is sent with what is taken out of it. A `Lot` that is a code of an item is `wrong`, and of a transfer that departs one too many or an item that is not recorded in its `Location`. The reply is the whole receipt. A `ScanId` is counted once, however often it is sent; its `Verdict` stays.',
  roles: receivingRoles,
  request: Type.Object({
    Session: receiptSessionField,
    ScanId: receiptScanIdField,
    Code: Type.String({ minLength: 1, maxLength: 200, description: 'As the scanner reads it.' }),
    Lot: lotField,
    Location: sourceBinField,
  }),
  requestExample: { Session: receiptSessionExample, ScanId: receiptScanIdExample, Code: '10012345678902' },
  reply: { description: 'The receipt after the scan.', schema: ReceiptRecord, example: receiptExample },
  errors: {
    400: '`Session` does not have the form of one, or `ScanId` is not a UUID.',
    403: 'Another person has taken the receipt over, or it has ended.',
    404: `${noSuchReceiptText}.`,
  },
  check: checkReceiptSessionFormat,
  execute: async (call) => {
    const { Code: code, Lot: lot = '', Location = '' } = call.request;
    const place = { lot: lot.trim(), location: normalizeLocationCode(Location) };
    return await runReceiptStep(call, { kind: 'scan', code, ...place });
  },
});
