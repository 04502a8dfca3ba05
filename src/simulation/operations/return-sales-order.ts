/** POST /api/Simulation/ReturnSalesOrder: what was shipped comes back (decisions 2, 9, 11). Test only. */
import Type, { type Static } from 'typebox';
import { inventoryStatusField } from '../../contract/code-lists.ts';
import { nameField, quantityField, textField } from '../../contract/fields.ts';
import { referenceExample, TransactionReference } from '../../contract/orders.ts';
import type { Fault } from '../../platform/errors.ts';
import { defineInternalChange } from '../../platform/http/internal-operation.ts';
import { dispositionField, type OrderReturn, returnWarehouseField } from '../../returns/index.ts';
import { ignoredWhenReferenced } from '../../sales-orders/index.ts';
import { type SimulatedReturn, simulatedReturns } from '../simulated-returns.ts';

const request = Type.Object({
  OrderNo: Type.Optional(textField('The order number; ignored when TransactionReferenceNumber is given.')),
  TransactionReferenceNumber: Type.Optional(textField('Any reference answered for the order.')),
  ShipmentKey: Type.Optional(textField('Tells shipments of one order number apart; without it all match.')),
  Lines: Type.Optional(
    Type.Array(
      Type.Object(
        {
          ItemNo: nameField('An item of the order.'),
          ItemQuantity: quantityField('How many come back, in units of the item.'),
          InventoryStatusCode: Type.Optional(
            inventoryStatusField(
              'In what condition the inspection finds them; by default RTGD-NO-TX. Damaged: RDMG-NO-TX.',
            ),
          ),
          QuantityFound: Type.Optional(
            Type.Integer({
              description: 'How many the inspection finds; by default all of them.',
              minimum: 0,
              maximum: 1_000_000,
            }),
          ),
          DispositionCode: Type.Optional(
            dispositionField('What the inspector does with them; by default what is said of the whole return.'),
          ),
        },
        { title: 'ReturnedLine' },
      ),
      {
        minItems: 1,
        maxItems: 1000,
        description: 'What comes back; by default all that was shipped and still is out.',
      },
    ),
  ),
  ReturnReason: Type.Optional(textField('Why it comes back.', { maxLength: 500 })),
  DispositionCode: Type.Optional(
    dispositionField(
      'What is done after the inspection with all that has no disposition of its own; without one it waits for DisposeReturn.',
    ),
  ),
  Warehouse: Type.Optional(
    returnWarehouseField('Where it arrives; by default where it was shipped, or the nearest that takes returns.'),
  ),
});
type Request = Static<typeof request>;

const reply = Type.Object(
  {
    TransactionReferenceNumber: TransactionReference,
    RMANumber: Type.String({ description: "The operator's number of the return." }),
    OrderNo: Type.String({ description: 'The order that comes back.' }),
    ReturnWarehouse: Type.String({ description: 'Where it is going to arrive.' }),
    ReturnStatus: Type.String({ description: 'EXPECTED.' }),
    Lines: Type.Array(
      Type.Object(
        {
          ItemNo: Type.String({ description: 'Item.' }),
          ItemQuantity: Type.Integer({ description: 'Units of the item.' }),
        },
        { title: 'AnnouncedLine' },
      ),
      { description: 'What comes back; an item once for each inventory status from which it had been shipped.' },
    ),
  },
  { title: 'ReturnAnnounced' },
);

function check(sent: Partial<Request>): Fault[] {
  if (sent.TransactionReferenceNumber || sent.OrderNo) return [];
  const message = 'is required where TransactionReferenceNumber is not given';
  return [{ field: 'OrderNo', code: 'Required', message, unless: ['TransactionReferenceNumber'] }];
}

export const returnSalesOrder = defineInternalChange<typeof request, typeof reply, SimulatedReturn, OrderReturn>({
  name: 'ReturnSalesOrder',
  summary: 'Sends a shipped order back.',
  description:
    "Announces the return of a shipped order, whole or in part, and lets it go its way on the customer's clock: its packages turn back at once (RETURNED), arrive some working days later (DELIVERED TO SHIPPER) and are received, are inspected the next working morning, and get the dispositions that are given here, line by line or for all. Never more comes back than was shipped.",
  request,
  ignores: ignoredWhenReferenced(['OrderNo', 'ShipmentKey']),
  requestExample: {
    OrderNo: 'CLB260001',
    Lines: [{ ItemNo: '22CAB', ItemQuantity: 1, InventoryStatusCode: 'RDMG-NO-TX' }],
    ReturnReason: 'Arrived damaged',
    DispositionCode: 'Return to Inventory',
  },
  reply: {
    status: 200,
    description: 'The return is on its way.',
    schema: reply,
    example: {
      TransactionReferenceNumber: referenceExample,
      RMANumber: 'RMA-W100-000001',
      OrderNo: 'CLB260001',
      ReturnWarehouse: 'APC01',
      ReturnStatus: 'EXPECTED',
      Lines: [{ ItemNo: '22CAB', ItemQuantity: 1 }],
    },
  },
  errors: {
    300: 'Several orders have this OrderNo and no ShipmentKey was given; `Candidates` lists them.',
    400: 'An item that was not shipped, more than was shipped and still is out, a warehouse that takes no returns, or another rule is broken.',
    403: 'The order has not shipped, all of it is returned already, or the credentials lack the right to write.',
    404: 'There is no such order.',
  },
  check,
  change: {
    writer: simulatedReturns,
    member: ({ context, request: asked }) => ({
      ...context,
      order: asked.TransactionReferenceNumber
        ? { customerNo: context.customerNo, reference: asked.TransactionReferenceNumber }
        : { customerNo: context.customerNo, orderNo: asked.OrderNo ?? '', shipmentKey: asked.ShipmentKey },
      lines: asked.Lines?.map((line) => ({
        itemNo: line.ItemNo,
        quantity: line.ItemQuantity,
        status: line.InventoryStatusCode,
        found: line.QuantityFound,
        disposition: line.DispositionCode,
      })),
      warehouse: asked.Warehouse,
      reason: asked.ReturnReason ?? '',
      disposition: asked.DispositionCode,
    }),
    reply: ({ returnId, rmaNumber, orderNo, warehouse, status, lines }) => ({
      TransactionReferenceNumber: returnId,
      RMANumber: rmaNumber,
      OrderNo: orderNo,
      ReturnWarehouse: warehouse,
      ReturnStatus: status,
      Lines: lines.map(({ itemNo, expected }) => ({ ItemNo: itemNo, ItemQuantity: expected })),
    }),
  },
});
