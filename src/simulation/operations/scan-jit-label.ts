/** ScanJitLabel: scan a JIT label at the simulated packing station (decisions 2 and 26). */

import Type from 'typebox';
import { identifierField } from '../../contract/fields.ts';
import { TransactionReference, transactionReferenceExample } from '../../contract/transaction-reference.ts';
import { defineInternalChange } from '../../platform/http/internal-operation.ts';
import { simulatedJitScanWriter } from '../packing-station.ts';

const request = Type.Object(
  { JITLabelID: identifierField('Scanner input: the label ID, or the whole content of the Data Matrix.') },
  { title: 'ScanJitLabelRequest' },
);

const reply = Type.Object(
  {
    TransactionReferenceNumber: TransactionReference,
    OrderNo: Type.String({ description: 'Order number of the label.' }),
    JITLabelID: Type.String({ description: 'Label ID.' }),
    Status: Type.String({
      description: 'Order status: PROCESSING ORDER, or a later one if the label was scanned before.',
    }),
  },
  { title: 'JitLabelScanned' },
);

export const scanJitLabelOperation = defineInternalChange({
  name: 'ScanJitLabel',
  summary: 'Scan a JIT label at the packing station',
  description:
    'The goods of a JIT order arrived with its label: processing starts now, then the order is packed and shipped. A repeated scan changes nothing. Without a call the simulated packing station scans the label one hour after it was generated, or after processing can start if that is later.',
  request,
  requestExample: { JITLabelID: 'JIT-W100-7K3M9QX2PA' },
  reply: {
    status: 200,
    description: 'The order is in processing.',
    schema: reply,
    example: {
      TransactionReferenceNumber: transactionReferenceExample,
      OrderNo: 'JIT260001',
      JITLabelID: 'JIT-W100-7K3M9QX2PA',
      Status: 'PROCESSING ORDER',
    },
  },
  errors: {
    400: 'JITLabelID is missing.',
    403: 'The order is on hold, canceled or shipped, its ship date is in the future, or it changed after the label was generated.',
    404: 'The customer has no such label.',
  },
  change: {
    writer: simulatedJitScanWriter,
    item: ({ context, request }) => ({ ...context, scanned: request.JITLabelID }),
    reply: ({ reference, order, labelId }) => ({
      TransactionReferenceNumber: reference,
      OrderNo: order.orderNo,
      JITLabelID: labelId,
      Status: order.status,
    }),
  },
});
