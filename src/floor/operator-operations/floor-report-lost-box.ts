/** Floor/ReportLostBox: a box that stayed behind, or was never scanned, is lost, or bottles of one that was unpacked for a return. */
import Type from 'typebox';
import { transactionReferenceField } from '../../contract/fields.ts';
import { orderCustomerField } from '../../contract/operator-key-fields.ts';
import { valueOrThrowAppError } from '../../operators/index.ts';
import { tryCatchUpOrderIndex } from '../../order-index/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { floorLeadRoles, lossNoteField, missingReasonField, worksInWarehouse } from '../floor-fields.ts';
import { reportLostBox } from '../report-lost-box.ts';
import { floorOrderExample } from '../wave-fields.ts';

export const floorReportLostBoxOperation = defineOperatorCommand({
  path: '/api/Floor/ReportLostBox',
  summary: 'Report a box lost that its carrier has not',
  description:
    'Ends the search for a box of a shipped order: one that its carrier did not take with others, or one that departed with its manifest at least four days ago and that its carrier has never scanned. The box is canceled and its label voided. Its bottles leave the stock with the reason: they are posted back from the order and at once out, so stock on hand does not change. They are short on the lines of the order, which stays shipped without them; those of a JIT order were never in stock. Bottles of it that inspections of returns found are not lost: more of an item than all other boxes of the order held, or with `WasUnpacked` any that no other canceled box had. When they found all, the box is canceled and its label voided, and `Lost` is empty. A box that an inspection canceled, and of which bottles are missing (`IsMissingBottles` of Orders/Get), is reported too: `Lost` is what is missing. What ships in their place is a new order. A box that is found after that is no longer of the order: add its bottles to the stock by Inventory/Adjust.',
  roles: floorLeadRoles,
  request: Type.Object({
    CustomerNo: orderCustomerField,
    TransactionReferenceNumber: transactionReferenceField('Of the order, as lists name it.'),
    TrackingNumber: Type.String({ minLength: 1, maxLength: 100, description: 'Of the box.' }),
    ReasonCode: missingReasonField,
    Note: lossNoteField,
    WasUnpacked: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'The box was opened at the returns station: bottles that returns of its order have are its own.',
      }),
    ),
  }),
  requestExample: {
    CustomerNo: 'W1001',
    TransactionReferenceNumber: floorOrderExample.TransactionReferenceNumber,
    TrackingNumber: '794612345678',
    ReasonCode: 'LOST',
    Note: 'Not on the dock, nor in the trailer.',
  },
  reply: {
    description: 'What is lost.',
    schema: Type.Object({
      TransactionReferenceNumber: Type.String({ description: 'Of this change.' }),
      PackageNo: Type.Integer(),
      Lost: Type.Array(Type.Object({ ItemNo: Type.String(), Quantity: Type.Integer() })),
    }),
    example: {
      TransactionReferenceNumber: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c002',
      PackageNo: 2,
      Lost: [{ ItemNo: 'PN21', Quantity: 12 }],
    },
  },
  errors: {
    400: 'A field is not valid, or ReasonCode is no reason for missing stock.',
    403: 'The box is canceled and misses no bottles, or has left and was scanned or may be still, its order is not shipped, its bottles are in a return whose inspection has not ended, or the month in which they left the stock is archived.',
    404: 'The customer has no such order with this box, in a warehouse in which the operator works.',
  },
  execute: async ({ environment: { db }, operator, context, request }) => {
    const {
      CustomerNo: customerNo,
      TransactionReferenceNumber,
      TrackingNumber,
      ReasonCode,
      Note = '',
      WasUnpacked = false,
    } = request;
    const report = {
      order: { customerNo, orderId: TransactionReferenceNumber.toLowerCase() },
      trackingNo: TrackingNumber.trim(),
      context,
      person: operator.email,
      mayWorkIn: (warehouse: string) => worksInWarehouse(operator, warehouse),
      reasonCode: ReasonCode,
      note: Note.trim(),
      isUnpacked: WasUnpacked,
    };
    const { packageNo, lost } = await db.write(async (tx) => valueOrThrowAppError(await reportLostBox(tx, report)));
    await tryCatchUpOrderIndex(db, [customerNo]);
    return {
      TransactionReferenceNumber: context.reference,
      PackageNo: packageNo,
      Lost: lost.map(({ itemNo, units }) => ({ ItemNo: itemNo, Quantity: units })),
    };
  },
});
