/** POST /api/Simulation/ReceivePurchaseOrder: the simulated warehouse counts goods in (decisions 2, 10, 11). Test only. */
import Type from 'typebox';
import { inventoryStatusField } from '../../contract/code-lists.ts';
import { nameField, quantityField } from '../../contract/fields.ts';
import { referenceExample, TransactionReference } from '../../contract/orders.ts';
import { defineInternalChange } from '../../platform/http/internal-operation.ts';
import {
  type PurchaseOrderReceipt,
  type PurchaseOrderReceived,
  purchaseOrderReceipts,
} from '../receive-purchase-orders.ts';

const request = Type.Object({
  CustomerReferenceNo: nameField('Your reference of the purchase order.'),
  Lines: Type.Optional(
    Type.Array(
      Type.Object(
        {
          ItemNo: nameField('An item of the purchase order.'),
          ItemQuantity: Type.Optional(quantityField('How many arrived; by default what is still open of the item.')),
          InventoryStatusCode: Type.Optional(
            inventoryStatusField('In which inventory status; by default as ordered. Damaged goods: DMGD-NO-TX.'),
          ),
        },
        { title: 'ReceivedLine' },
      ),
      {
        minItems: 1,
        maxItems: 1000,
        description: 'What arrived; by default everything that is still open, as ordered.',
      },
    ),
  ),
});

const reply = Type.Object(
  {
    TransactionReferenceNumber: TransactionReference,
    PurchaseOrderNumber: Type.String({ description: "The operator's number of the purchase order." }),
    Status: Type.String({ description: 'PARTIALLY RECEIVED, or RECEIVED when every line has arrived in full.' }),
    Lines: Type.Array(
      Type.Object(
        {
          ItemNo: Type.String({ description: 'Item.' }),
          ItemQuantity: Type.Integer({ description: 'Quantity, in units of the item.' }),
          InventoryStatusCode: Type.String({ description: 'Inventory status.' }),
        },
        { title: 'PostedLine' },
      ),
      { description: 'What this call posted.' },
    ),
  },
  { title: 'PurchaseOrderReceived' },
);

export const receivePurchaseOrder = defineInternalChange<
  typeof request,
  typeof reply,
  PurchaseOrderReceipt,
  PurchaseOrderReceived
>({
  name: 'ReceivePurchaseOrder',
  summary: 'Receives a purchase order at its warehouse.',
  description:
    'More, fewer and damaged goods may arrive; what was never ordered may not. Stock that arrives goes to waiting orders first.',
  request,
  requestExample: {
    CustomerReferenceNo: 'INBOUND-1001',
    Lines: [{ ItemNo: '23PIN-01', ItemQuantity: 1200, InventoryStatusCode: 'GOOD-NO-TX' }],
  },
  reply: {
    status: 200,
    description: 'The goods are on hand.',
    schema: reply,
    example: {
      TransactionReferenceNumber: referenceExample,
      PurchaseOrderNumber: 'PO000001',
      Status: 'RECEIVED',
      Lines: [{ ItemNo: '23PIN-01', ItemQuantity: 1200, InventoryStatusCode: 'GOOD-NO-TX' }],
    },
  },
  errors: {
    400: 'A line names an item that is not on the purchase order, or one without open units and without a quantity.',
    403: 'The purchase order is RECEIVED, CLOSED or CANCELED.',
    404: 'There is no such purchase order.',
  },
  change: {
    writer: purchaseOrderReceipts,
    member: ({ context, request }) => ({
      ...context,
      customerReferenceNo: request.CustomerReferenceNo,
      lines: request.Lines?.map((line) => ({
        itemNo: line.ItemNo,
        quantity: line.ItemQuantity,
        status: line.InventoryStatusCode,
      })),
    }),
    reply: (received) => ({
      TransactionReferenceNumber: received.reference,
      PurchaseOrderNumber: received.number,
      Status: received.status,
      Lines: received.lines.map((line) => ({
        ItemNo: line.itemNo,
        ItemQuantity: line.quantity,
        InventoryStatusCode: line.status,
      })),
    }),
  },
});
