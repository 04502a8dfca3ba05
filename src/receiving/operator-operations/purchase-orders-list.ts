/** PurchaseOrders/List: purchase orders of all customers, newest first. */
import Type from 'typebox';
import {
  codesFilterField,
  createListReplySchema,
  createPagePositionCheck,
  cursorPageRequestFields,
  customersFilterField,
  errorsOfListOperations,
} from '../../contract/list-fields.ts';
import { isUuid } from '../../lib/uuid.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import {
  inboundOrderReaderRoles,
  inboundSearchTextField,
  PurchaseOrderRecord,
  purchaseOrderExample,
  purchaseStatusesField,
} from '../inbound-fields.ts';
import { readInboundOrderListReply } from '../inbound-lists.ts';
import { purchaseOrderListDefinition } from '../list-purchase-orders.ts';

export const purchaseOrdersListOperation = defineOperatorQuery({
  path: '/api/PurchaseOrders/List',
  summary: 'List purchase orders of all customers',
  description:
    'Returns the purchase orders that match all filters, the last created first, in pages: `Next` of a page is the `After` of the following one, and is absent on the last page.',
  roles: inboundOrderReaderRoles,
  request: Type.Object({
    Customers: customersFilterField,
    Statuses: purchaseStatusesField,
    Warehouses: codesFilterField('Codes of warehouses; absent or empty: all.'),
    Text: inboundSearchTextField,
    ...cursorPageRequestFields,
  }),
  requestExample: { Statuses: ['OPEN'], Warehouses: ['APC01'] },
  reply: {
    description: 'A page of purchase orders.',
    schema: createListReplySchema(PurchaseOrderRecord),
    example: { Records: [purchaseOrderExample], Count: 1 },
  },
  errors: errorsOfListOperations,
  check: createPagePositionCheck(isUuid),
  execute: ({ environment: { db }, request }) => readInboundOrderListReply(db, request, purchaseOrderListDefinition),
});
