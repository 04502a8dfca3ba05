/** POST /api/Simulation/ScanJitLabel: what the customer brought is at the bench (decisions 2 and 11). Test only. */
import Type from 'typebox';
import { nameField } from '../../contract/fields.ts';
import { referenceExample, TransactionReference } from '../../contract/orders.ts';
import { defineInternalChange } from '../../platform/http/internal-operation.ts';
import { stationScans } from '../packing-station.ts';

const request = Type.Object(
  { JITLabelID: nameField('What the scanner read: the label, or all that its Data Matrix says.') },
  { title: 'ScanJitLabelRequest' },
);

const reply = Type.Object(
  {
    TransactionReferenceNumber: TransactionReference,
    OrderNo: Type.String({ description: 'The order of the label.' }),
    JITLabelID: Type.String({ description: 'The label.' }),
    Status: Type.String({ description: 'PROCESSING ORDER, or SHIPPED when it was scanned long ago.' }),
  },
  { title: 'JitLabelScanned' },
);

export const scanJitLabel = defineInternalChange({
  name: 'ScanJitLabel',
  summary: 'Scans a JIT label at the bench.',
  description:
    'The stock of a JIT order has come with its label: the order is taken up now, packed and shipped. Scanned again nothing changes. Without a call the bench scans the label by itself, an hour after the order could be taken up.',
  request,
  requestExample: { JITLabelID: 'JIT-W100-7K3M9QX2PA' },
  reply: {
    status: 200,
    description: 'The order goes on.',
    schema: reply,
    example: {
      TransactionReferenceNumber: referenceExample,
      OrderNo: 'JIT260001',
      JITLabelID: 'JIT-W100-7K3M9QX2PA',
      Status: 'PROCESSING ORDER',
    },
  },
  errors: {
    400: 'JITLabelID is missing.',
    403: 'The order is on hold, canceled or shipped, its ship date has not come, it has changed since its label was drawn, or the credentials lack the right to write.',
    404: 'There is no such label of this customer.',
  },
  change: {
    writer: stationScans,
    member: ({ context, request: { JITLabelID } }) => ({ ...context, scanned: JITLabelID }),
    reply: ({ reference, order, labelId }) => ({
      TransactionReferenceNumber: reference,
      OrderNo: order.orderNo,
      JITLabelID: labelId,
      Status: order.status,
    }),
  },
});
