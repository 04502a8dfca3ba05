/** Orders/List: orders of all customers, by view and filters, newest first. */

import Type from 'typebox';
import {
  cappedCountField,
  cursorPageFields,
  defaultListPageSize,
  errorsOfListOperations,
  takePage,
} from '../../contract/list-fields.ts';
import { timePositionFaults } from '../../contract/time-pages.ts';
import { readWithCustomPlans } from '../../platform/db/custom-plans.ts';
import { defineOperatorQuery, operatorRoles } from '../../platform/http/operator-operation.ts';
import { orderCsvColumns } from '../csv.ts';
import { listOrdersWithCount } from '../list-orders.ts';
import {
  formatOrderListPosition,
  indexAsOfField,
  ListedOrderRecord,
  listedOrderExample,
  orderFilterFields,
  orderFilterFromRequest,
  parseOrderListPosition,
  readIndexAsOf,
  readListedOrderRecords,
} from '../order-fields.ts';

export const ordersListOperation = defineOperatorQuery({
  path: '/api/Orders/List',
  summary: 'List orders of all customers',
  description:
    'Returns the orders that match all filters, newest first, in pages: `Next` of a page is the `After` of the following one, and is absent ' +
    'on the last page. The role floor sees the orders of its warehouses. The list follows the orders within about a second; `AsOf` says so when it is further behind.',
  roles: operatorRoles,
  request: Type.Object({ ...orderFilterFields, ...cursorPageFields }),
  requestExample: { View: 'held', HoldReasons: ['Winery'], Top: 50 },
  reply: {
    description: 'A page of orders.',
    schema: Type.Object({
      Records: Type.Array(ListedOrderRecord),
      Next: Type.Optional(Type.String()),
      Count: cappedCountField,
      AsOf: indexAsOfField,
    }),
    example: { Records: [listedOrderExample], Count: 1 },
  },
  errors: errorsOfListOperations,
  csvColumns: orderCsvColumns,
  check: timePositionFaults,
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
      ...(await readIndexAsOf(db)),
    };
  },
});
