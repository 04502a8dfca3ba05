/** ReturnSalesOrder: simulate the return of a shipped order (decisions 2 and 21). */

import Type from 'typebox';
import { inventoryStatusField } from '../../contract/code-lists.ts';
import { identifierField, quantityField, quantityOrZeroField, textField } from '../../contract/fields.ts';
import { TransactionReference, transactionReferenceExample } from '../../contract/transaction-reference.ts';
import { defineInternalChange } from '../../platform/http/internal-operation.ts';
import { dispositionField, type OrderReturn, returnWarehouseField } from '../../returns/index.ts';
import {
  salesOrderSelectorErrorTexts,
  salesOrderSelectorFields,
  salesOrderSelectorRequestRules,
  toSalesOrderSelector,
} from '../../sales-orders/index.ts';
import { type SimulatedReturn, simulatedReturnWriter } from '../simulated-returns.ts';

const request = Type.Object({
  ...salesOrderSelectorFields,
  Lines: Type.Optional(
    Type.Array(
      Type.Object(
        {
          ItemNo: identifierField('Item number on the order.'),
          ItemQuantity: quantityField('Units to return.'),
          InventoryStatusCode: Type.Optional(
            inventoryStatusField('Condition that the inspection finds. Default: RTGD-NO-TX. Damaged: RDMG-NO-TX.'),
          ),
          QuantityFound: Type.Optional(quantityOrZeroField('Units that the inspection finds. Default: ItemQuantity.')),
          DispositionCode: Type.Optional(
            dispositionField('Disposition of these units. Default: the disposition of the return.'),
          ),
        },
        { title: 'ReturnedLine' },
      ),
      {
        minItems: 1,
        maxItems: 1000,
        description: 'Items to return. Default: all shipped units that were not returned yet.',
      },
    ),
  ),
  ReturnReason: Type.Optional(textField('Reason for the return.', { maxLength: 500 })),
  DispositionCode: Type.Optional(
    dispositionField(
      'Disposition, after the inspection, of all units without their own. Without it they wait for DisposeReturn.',
    ),
  ),
  Warehouse: Type.Optional(
    returnWarehouseField(
      'Warehouse that receives the return. Default: the one that shipped the order, or the nearest that takes returns.',
    ),
  ),
});

const reply = Type.Object(
  {
    TransactionReferenceNumber: TransactionReference,
    RMANumber: Type.String({ description: 'RMA number of the return.' }),
    OrderNo: Type.String({ description: 'Order number.' }),
    ReturnWarehouse: Type.String({ description: 'Warehouse that will receive the return.' }),
    ReturnStatus: Type.String({ description: 'EXPECTED.' }),
    Lines: Type.Array(
      Type.Object(
        {
          ItemNo: Type.String({ description: 'Item.' }),
          ItemQuantity: Type.Integer({ description: 'Units of the item.' }),
        },
        { title: 'AnnouncedLine' },
      ),
      { description: 'Announced units; one line per item and inventory status from which it was shipped.' },
    ),
  },
  { title: 'ReturnAnnounced' },
);

export const returnSalesOrderOperation = defineInternalChange<
  typeof request,
  typeof reply,
  SimulatedReturn,
  OrderReturn
>({
  name: 'ReturnSalesOrder',
  summary: 'Return a shipped order',
  description:
    "Announces the return of a shipped order, in full or in part. On the customer's clock its packages turn back at once (RETURNED), arrive some working days later (DELIVERED TO SHIPPER), are received, are inspected on the next working morning, and get the dispositions given here for lines or for the whole return. No more units can be returned than were shipped.",
  request,
  ...salesOrderSelectorRequestRules,
  requestExample: {
    OrderNo: 'CLB260001',
    Lines: [{ ItemNo: '22CAB', ItemQuantity: 1, InventoryStatusCode: 'RDMG-NO-TX' }],
    ReturnReason: 'Arrived damaged',
    DispositionCode: 'Return to Inventory',
  },
  reply: {
    status: 200,
    description: 'The return is announced and in transit.',
    schema: reply,
    example: {
      TransactionReferenceNumber: transactionReferenceExample,
      RMANumber: 'RMA-W100-000001',
      OrderNo: 'CLB260001',
      ReturnWarehouse: 'APC01',
      ReturnStatus: 'EXPECTED',
      Lines: [{ ItemNo: '22CAB', ItemQuantity: 1 }],
    },
  },
  errors: {
    ...salesOrderSelectorErrorTexts,
    400: 'An item was not shipped, a quantity exceeds the shipped units that were not returned yet, the warehouse takes no returns, an item that the operator does not store has a disposition other than Return to Winery, or the request is otherwise invalid.',
    403: 'The order has not shipped, or all of it was returned.',
  },
  change: {
    writer: simulatedReturnWriter,
    item: ({ context, request }) => ({
      ...context,
      order: toSalesOrderSelector(context.customerNo, request),
      lines: request.Lines?.map((line) => ({
        itemNo: line.ItemNo,
        quantity: line.ItemQuantity,
        status: line.InventoryStatusCode,
        found: line.QuantityFound,
        disposition: line.DispositionCode,
      })),
      warehouse: request.Warehouse,
      reason: request.ReturnReason ?? '',
      disposition: request.DispositionCode,
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
