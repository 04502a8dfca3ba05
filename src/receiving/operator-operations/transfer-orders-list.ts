/** TransferOrders/List: transfer orders of all customers, newest first. */
import { codesFilterField, customersFilterField, parseUuidKey } from '../../contract/list-fields.ts';
import { defineOperatorList } from '../../operators/index.ts';
import {
  inboundOrderReaderRoles,
  inboundSearchTextField,
  TransferOrderRecord,
  transferOrderExample,
  transferStatusesField,
} from '../inbound-fields.ts';
import { readInboundOrderListReply } from '../inbound-lists.ts';
import { transferOrderListDefinition } from '../list-transfer-orders.ts';

export const transferOrdersListOperation = defineOperatorList({
  path: '/api/TransferOrders/List',
  summary: 'List transfer orders of all customers',
  description:
    'Returns the transfer orders that match all filters, the last created first, in pages: `Next` of a page is the `After` of the following one, and is absent on the last page.',
  roles: inboundOrderReaderRoles,
  filters: {
    Customers: customersFilterField,
    Statuses: transferStatusesField,
    Warehouses: codesFilterField('Codes of warehouses, of either end; absent or empty: all.'),
    Text: inboundSearchTextField,
  },
  requestExample: { Statuses: ['OPEN'], Warehouses: ['APC01'] },
  reply: {
    description: 'A page of transfer orders.',
    record: TransferOrderRecord,
    example: transferOrderExample,
  },
  parsePosition: parseUuidKey,
  execute: ({ environment, request }, page, buildReply) =>
    readInboundOrderListReply(environment.db, request, transferOrderListDefinition, page, buildReply),
});
