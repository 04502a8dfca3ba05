/** Orders/List: orders of all customers, by view and filters, newest first. */

import Type from 'typebox';
import {
  cappedCountField,
  cursorPageRequestFields,
  defaultListPageSize,
  errorsOfListOperations,
  takePage,
} from '../../contract/list-fields.ts';
import { checkTimePosition } from '../../contract/time-pages.ts';
import { readWithCustomPlans } from '../../platform/db/custom-plans.ts';
import { defineOperatorQuery, operatorRoles } from '../../platform/http/operator-operation.ts';
import { orderCsvColumns } from '../csv.ts';
import { listOrdersWithCount } from '../list-orders.ts';
import {
  formatOrderListPosition,
  ListedOrderRecord,
  listedOrderExample,
  orderFilterFields,
  orderFilterFromRequest,
  orderIndexAsOfField,
  parseOrderListPosition,
  readListedOrderRecords,
  readOrderIndexAsOf,
} from '../order-fields.ts';

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
    schema: Type.Object({
      Records: Type.Array(ListedOrderRecord),
      Next: Type.Optional(Type.String()),
      Count: cappedCountField,
      AsOf: orderIndexAsOfField,
    }),
    example: { Records: [listedOrderExample], Count: 1 },
  },
  errors: errorsOfListOperations,
  csvColumns: orderCsvColumns,
  check: checkTimePosition,
  execute: async ({ environment: { db, config }, operator, request }) => {
    const filter = orderFilterFromRequest(request, operator, config.timeZone);
    const { Top: top = defaultListPageSize } = request;
    const page = { after: parseOrderListPosition(request.After), top: top + 1, sequence: 'newest first' } as const;
    const { rows, count } = await readWithCustomPlans(db, (reader) => listOrdersWithCount(reader, filter, page));
    const { shown, next } = takePage(rows, top, formatOrderListPosition);
    return {
      Records: await readListedOrderRecords(db, shown, operator),
      ...next,
      Count: count,
      ...(await readOrderIndexAsOf(db)),
    };
  },
});
