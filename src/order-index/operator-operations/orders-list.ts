/** Orders/List: orders of all customers, by view and filters, newest first. */

import Type from 'typebox';
import { cursorPageRequestFields, errorsOfListOperations } from '../../contract/list-fields.ts';
import { checkTimePosition } from '../../contract/time-pages.ts';
import { defineOperatorQuery, operatorRoles } from '../../platform/http/operator-operation.ts';
import { orderCsvColumns } from '../order-csv-columns.ts';
import {
  ListedOrderRecord,
  listedOrderExample,
  orderFilterFields,
  orderFilterFromRequest,
  readListedOrderRecords,
} from '../order-fields.ts';
import { createOrderListReplySchema, readOrderListPage } from '../order-list-page.ts';

export const ordersListOperation = defineOperatorQuery({
  path: '/api/Orders/List',
  summary: 'List orders of all customers',
  description:
    'Returns the orders that match all filters, newest first, in pages: `Next` of a page is the `After` of the following one, and is absent ' +
    'on the last page. The role floor sees the orders of its warehouses. The list follows the orders within about a second; `AsOf` says so when it is further behind.',
  roles: operatorRoles,
  request: Type.Object({ ...orderFilterFields, ...cursorPageRequestFields }),
  requestExample: { View: 'held', HoldReasons: ['Winery'], Top: 50 },
  reply: {
    description: 'A page of orders.',
    schema: createOrderListReplySchema(ListedOrderRecord),
    example: { Records: [listedOrderExample], Count: 1 },
  },
  errors: errorsOfListOperations,
  csvColumns: orderCsvColumns,
  check: checkTimePosition,
  execute: async ({ environment: { db, config }, operator, request }) => {
    const filter = orderFilterFromRequest(request, operator, config.timeZone);
    const { shown, fields } = await readOrderListPage(db, filter, request, 'newest first');
    return { Records: await readListedOrderRecords(db, shown, operator), ...fields };
  },
});
