/** PurchaseOrders/List: purchase orders of all customers, newest first. */
import { codesFilterField, customersFilterField, parseUuidKey } from '../../contract/list-fields.ts';
import { defineOperatorList } from '../../operators/index.ts';
import {
  inboundOrderReaderRoles,
  inboundSearchTextField,
  PurchaseOrderRecord,
  purchaseOrderExample,
  purchaseStatusesField,
} from '../inbound-fields.ts';
import { readInboundOrderListReply } from '../inbound-lists.ts';
import { purchaseOrderListDefinition } from '../list-purchase-orders.ts';

export const purchaseOrdersListOperation = defineOperatorList({
  path: '/api/PurchaseOrders/List',
  summary: 'List purchase orders of all customers',
  description:
    'Returns the purchase orders that match all filters, the last created first, in pages: `Next` of a page is the `After` of the following one, and is absent on the last page.',
  roles: inboundOrderReaderRoles,
  filters: {
    Customers: customersFilterField,
    Statuses: purchaseStatusesField,
    Warehouses: codesFilterField('Codes of warehouses; absent or empty: all.'),
    Text: inboundSearchTextField,
  },
  requestExample: { Statuses: ['OPEN'], Warehouses: ['APC01'] },
  reply: {
    description: 'A page of purchase orders.',
    record: PurchaseOrderRecord,
    example: purchaseOrderExample,
  },
  parsePosition: parseUuidKey,
  execute: ({ environment, request }, page, buildReply) =>
    readInboundOrderListReply(environment.db, request, purchaseOrderListDefinition, page, buildReply),
});
