/** TransferOrders/List: transfer orders of all customers, newest first. */
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
  TransferOrderRecord,
  transferOrderExample,
  transferStatusesField,
} from '../inbound-fields.ts';
import { readInboundOrderListReply } from '../inbound-lists.ts';
import { transferOrderListDefinition } from '../list-transfer-orders.ts';

export const transferOrdersListOperation = defineOperatorQuery({
  path: '/api/TransferOrders/List',
  summary: 'List transfer orders of all customers',
  description:
    'Returns the transfer orders that match all filters, the last created first, in pages: `Next` of a page is the `After` of the following one, and is absent on the last page.',
  roles: inboundOrderReaderRoles,
  request: Type.Object({
    Customers: customersFilterField,
    Statuses: transferStatusesField,
    Warehouses: codesFilterField('Codes of warehouses, of either end; absent or empty: all.'),
    Text: inboundSearchTextField,
    ...cursorPageRequestFields,
  }),
  requestExample: { Statuses: ['OPEN'], Warehouses: ['APC01'] },
  reply: {
    description: 'A page of transfer orders.',
    schema: createListReplySchema(TransferOrderRecord),
    example: { Records: [transferOrderExample], Count: 1 },
  },
  errors: errorsOfListOperations,
  check: createPagePositionCheck(isUuid),
  execute: ({ environment: { db }, request }) => readInboundOrderListReply(db, request, transferOrderListDefinition),
});
