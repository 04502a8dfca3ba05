/** TransferOrders/Get: a transfer order with its lines, receipts and timeline. */
import Type from 'typebox';
import { orderKeyExample } from '../../contract/operator-key-fields.ts';
import { linesVersionField } from '../../documents/index.ts';
import { notFoundError } from '../../platform/errors.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { readTransferOrderDetails, readTransferOrders, transferLinesVersionOf } from '../../transfer-orders/index.ts';
import {
  inboundOrderHistoryExample,
  inboundOrderHistoryFields,
  inboundOrderKeyFields,
  inboundOrderReaderRoles,
  TransferOrderContactRecord,
  TransferOrderRecord,
  transferOrderContactRecord,
  transferOrderExample,
  transferOrderRecord,
} from '../inbound-fields.ts';
import { readListedInboundOrder } from '../inbound-lists.ts';
import { readInboundOrderHistory } from '../inbound-order-history.ts';
import { transferOrderListDefinition } from '../list-transfer-orders.ts';

export const transferOrdersGetOperation = defineOperatorQuery({
  path: '/api/TransferOrders/Get',
  summary: 'Get a transfer order',
  description:
    'Returns a transfer order as it is now, what people counted of it by pallet, and its timeline, oldest first.',
  roles: inboundOrderReaderRoles,
  request: Type.Object(inboundOrderKeyFields),
  requestExample: orderKeyExample,
  reply: {
    description: 'The transfer order.',
    schema: Type.Object({
      ...TransferOrderRecord.properties,
      InventoryStatus: Type.String(),
      ToInventoryStatus: Type.String({ description: '`""` when every line keeps its status.' }),
      Contact: TransferOrderContactRecord,
      Lines: Type.Array(
        Type.Object({
          Line: Type.Integer(),
          ItemNo: Type.String(),
          Description: Type.String(),
          Quantity: Type.Integer({ description: 'As it was entered, in `QuantityUnit`.' }),
          QuantityUnit: Type.String({ description: '`RETAIL`: bottles; `WHOLESALE`: cases.' }),
          InventoryTaxStatus: Type.String({ description: '`""` when it is the status of the order.' }),
          Units: Type.Integer({ description: 'Wanted.' }),
          Missing: Type.Integer({ description: 'Missing when it was picked.' }),
          Shipped: Type.Integer(),
          Received: Type.Integer({ description: 'Arrived, surplus included.' }),
          Short: Type.Integer({ description: 'Never arrived; written off when the order was closed.' }),
        }),
      ),
      LinesVersion: linesVersionField,
      ...inboundOrderHistoryFields,
    }),
    example: {
      ...transferOrderExample,
      InventoryStatus: 'GOOD-NO-TX',
      ToInventoryStatus: '',
      Contact: { ...transferOrderContactRecord(undefined), FirstName: 'Sample', LastName: 'Contact' },
      Lines: [
        {
          Line: 1,
          ItemNo: '23PIN-01',
          Description: '2023 Pinot Noir',
          Units: 60,
          Missing: 0,
          Quantity: 60,
          QuantityUnit: 'RETAIL',
          InventoryTaxStatus: '',
          Shipped: 60,
          Received: 0,
          Short: 0,
        },
      ],
      LinesVersion: '5f0c2d9a7be14c33',
      ...inboundOrderHistoryExample,
    },
  },
  errors: { 400: 'A field is not valid.', 404: 'The customer has no such transfer order.' },
  execute: async ({ environment: { db }, request }) => {
    const key = { customerNo: request.CustomerNo, orderId: request.TransactionReferenceNumber };
    return await db.snapshot(async (reader) => {
      const [order] = await readTransferOrders(reader, [key]);
      const listed = await readListedInboundOrder(reader, transferOrderListDefinition, key);
      if (order === undefined || listed === undefined)
        throw notFoundError(`Customer ${key.customerNo} has no transfer order ${key.orderId}.`);
      const details = await readTransferOrderDetails(reader, [key]);
      const { customerName, Receipts, Timeline } = await readInboundOrderHistory(reader, key);
      return {
        ...transferOrderRecord(listed, customerName),
        InventoryStatus: order.inventoryStatus,
        ToInventoryStatus: order.toInventoryStatus,
        Contact: transferOrderContactRecord(details.get(order.orderId)),
        Lines: order.lines.map(
          ({ line, itemNo, description, units, missing, shipped, received, surplus, short, ...entered }) => ({
            Line: line,
            ItemNo: itemNo,
            Description: description,
            Units: units,
            Missing: missing,
            Quantity: entered.quantity,
            QuantityUnit: entered.quantityUnit,
            InventoryTaxStatus: entered.taxStatus,
            Shipped: shipped,
            Received: received + surplus,
            Short: short,
          }),
        ),
        LinesVersion: transferLinesVersionOf(order),
        Receipts,
        Timeline,
      };
    });
  },
});
