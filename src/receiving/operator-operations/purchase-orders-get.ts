/** PurchaseOrders/Get: a purchase order with its lines, receipts and timeline. */
import Type from 'typebox';
import { orderKeyExample } from '../../contract/operator-key-fields.ts';
import { linesVersionField } from '../../documents/index.ts';
import { notFoundError } from '../../platform/errors.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import {
  contactFieldsOfPurchaseOrder,
  purchaseLinesVersionOf,
  readPurchaseOrderDetails,
  readPurchaseOrders,
} from '../../purchase-orders/index.ts';
import {
  inboundOrderHistoryExample,
  inboundOrderHistoryFields,
  inboundOrderKeyFields,
  inboundOrderReaderRoles,
  PurchaseOrderContactRecord,
  PurchaseOrderRecord,
  purchaseOrderExample,
  purchaseOrderRecord,
} from '../inbound-fields.ts';
import { readListedInboundOrder } from '../inbound-lists.ts';
import { readInboundOrderHistory } from '../inbound-order-history.ts';
import { purchaseOrderListDefinition } from '../list-purchase-orders.ts';

export const purchaseOrdersGetOperation = defineOperatorQuery({
  path: '/api/PurchaseOrders/Get',
  summary: 'Get a purchase order',
  description:
    'Returns a purchase order as it is now, what people counted of it by pallet, and its timeline, oldest first.',
  roles: inboundOrderReaderRoles,
  request: Type.Object(inboundOrderKeyFields),
  requestExample: orderKeyExample,
  reply: {
    description: 'The purchase order.',
    schema: Type.Object({
      ...PurchaseOrderRecord.properties,
      Contact: PurchaseOrderContactRecord,
      Lines: Type.Array(
        Type.Object({
          Line: Type.Integer(),
          ItemNo: Type.String(),
          Description: Type.String(),
          Ordered: Type.Integer(),
          Received: Type.Integer({ description: 'In any condition; it may be more than ordered.' }),
        }),
      ),
      LinesVersion: linesVersionField,
      ...inboundOrderHistoryFields,
    }),
    example: {
      ...purchaseOrderExample,
      Contact: {
        ...contactFieldsOfPurchaseOrder(undefined),
        FirstName: 'Sample',
        LastName: 'Contact',
        SpecialInstruction: 'Dock 2',
      },
      Lines: [{ Line: 1, ItemNo: '23PIN-01', Description: '2023 Pinot Noir', Ordered: 1200, Received: 600 }],
      LinesVersion: '5f0c2d9a7be14c33',
      ...inboundOrderHistoryExample,
    },
  },
  errors: { 400: 'A field is not valid.', 404: 'The customer has no such purchase order.' },
  execute: async ({ environment: { db }, request }) => {
    const key = { customerNo: request.CustomerNo, orderId: request.TransactionReferenceNumber };
    return await db.snapshot(async (reader) => {
      const [order] = await readPurchaseOrders(reader, [key]);
      const listed = await readListedInboundOrder(reader, purchaseOrderListDefinition, key);
      if (order === undefined || listed === undefined)
        throw notFoundError(`Customer ${key.customerNo} has no purchase order ${key.orderId}.`);
      const details = await readPurchaseOrderDetails(reader, [key]);
      const { customerName, Receipts, Timeline } = await readInboundOrderHistory(reader, key);
      return {
        ...purchaseOrderRecord(listed, customerName),
        Contact: contactFieldsOfPurchaseOrder(details.get(order.orderId)),
        Lines: order.lines.map(({ line, itemNo, description, ordered, received }) => ({
          Line: line,
          ItemNo: itemNo,
          Description: description,
          Ordered: ordered,
          Received: received,
        })),
        LinesVersion: purchaseLinesVersionOf(order),
        Receipts,
        Timeline,
      };
    });
  },
});
