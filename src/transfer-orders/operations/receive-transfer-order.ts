/** POST /api/Simulation/ReceiveTransferOrder: the simulated destination counts a transfer in (decisions 2, 10, 11). Test only. */
import Type from 'typebox';
import { inventoryStatusField } from '../../contract/code-lists.ts';
import { nameField } from '../../contract/fields.ts';
import { referenceExample, TransactionReference } from '../../contract/orders.ts';
import { defineInternalChange } from '../../platform/http/internal-operation.ts';
import { type TransferReceipt, type TransferReceived, transferReceipts } from '../receive-transfers.ts';

const request = Type.Object({
  CustomerReferenceNo: nameField('Which transfer order.'),
  Lines: Type.Optional(
    Type.Array(
      Type.Object(
        {
          ItemNo: nameField('An item that left with the transfer order.'),
          ItemQuantity: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: 1_000_000,
              description: 'How many arrived, in units; 0 for none; by default what is still open of the item.',
            }),
          ),
          InventoryStatusCode: Type.Optional(
            inventoryStatusField('In which inventory status; by default as asked for. Damaged goods: DMGD-NO-TX.'),
          ),
        },
        { title: 'ReceivedTransferLine' },
      ),
      { minItems: 1, maxItems: 1000, description: 'All that arrived; by default everything as it left.' },
    ),
  ),
  Close: Type.Optional(
    Type.Boolean({
      description:
        'Whether nothing more is to come: what is missing is given up. Default true; false leaves the rest in transit, to arrive by another call or by itself.',
    }),
  ),
});

const posted = (description: string) =>
  Type.Array(
    Type.Object(
      {
        ItemNo: Type.String({ description: 'Item.' }),
        ItemQuantity: Type.Integer({ description: 'Quantity, in units of the item.' }),
        InventoryStatusCode: Type.String({ description: 'Inventory status.' }),
      },
      { title: 'TransferredLine' },
    ),
    { description },
  );

const reply = Type.Object(
  {
    TransactionReferenceNumber: TransactionReference,
    TransferOrderNumber: Type.String({ description: "The operator's number of the transfer order." }),
    Status: Type.String({
      description:
        'RECEIVING while something is open; RECEIVED when all has arrived; CLOSED when something was given up.',
    }),
    Lines: posted('What arrived of what had left: `Transfer In`.'),
    Surplus: posted('What arrived beyond it: `Inventory Adjustment`, reason `TRANSFER-OVER`.'),
    Short: posted(
      'What was given up: `Transfer In`, and out again by `Inventory Adjustment`, reason `TRANSFER-SHORT`.',
    ),
  },
  { title: 'TransferOrderReceived' },
);

const shown = (units: TransferReceived['arrived']) =>
  units.map((line) => ({ ItemNo: line.itemNo, ItemQuantity: line.quantity, InventoryStatusCode: line.status }));

export const receiveTransferOrder = defineInternalChange<
  typeof request,
  typeof reply,
  TransferReceipt,
  TransferReceived
>({
  name: 'ReceiveTransferOrder',
  summary: 'Receive a transfer order',
  description:
    'Receives a transfer order that is IN TRANSIT or RECEIVING at its destination. More, fewer and damaged units can arrive, but only of items that were shipped. Received stock is allocated to backorders first. Without this request a transfer order arrives complete within seven days.',
  request,
  requestExample: {
    CustomerReferenceNo: 'TRANSFER-1001',
    Lines: [{ ItemNo: '23PIN-01', ItemQuantity: 58, InventoryStatusCode: 'GOOD-NO-TX' }],
  },
  reply: {
    status: 200,
    description: 'The received units are on hand at the destination.',
    schema: reply,
    example: {
      TransactionReferenceNumber: referenceExample,
      TransferOrderNumber: 'TO000001',
      Status: 'CLOSED',
      Lines: [{ ItemNo: '23PIN-01', ItemQuantity: 58, InventoryStatusCode: 'GOOD-NO-TX' }],
      Surplus: [],
      Short: [{ ItemNo: '23PIN-01', ItemQuantity: 2, InventoryStatusCode: 'GOOD-NO-TX' }],
    },
  },
  errors: {
    400: 'A line names an item that was not shipped, or one without open units and without a quantity.',
    403: 'The transfer order is neither IN TRANSIT nor RECEIVING.',
    404: 'There is no such transfer order.',
  },
  change: {
    writer: transferReceipts,
    member: ({ caller, context, request: sent }) => ({
      ...context,
      name: { customerNo: caller.customerNo, customerReferenceNo: sent.CustomerReferenceNo },
      lines: sent.Lines?.map((line) => ({
        itemNo: line.ItemNo,
        quantity: line.ItemQuantity,
        status: line.InventoryStatusCode,
      })),
      final: sent.Close ?? true,
    }),
    reply: (received) => ({
      TransactionReferenceNumber: received.reference,
      TransferOrderNumber: received.number,
      Status: received.status,
      Lines: shown(received.arrived),
      Surplus: shown(received.surplus),
      Short: shown(received.short),
    }),
  },
});
