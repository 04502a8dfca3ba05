/** Orders/List: orders of all customers, by view and filters, newest first. */

import Type from 'typebox';
import { countField, defaultTop, listErrors, pageFields, pageOf } from '../../contract/list-fields.ts';
import { timePositionFaults } from '../../contract/time-pages.ts';
import { withCustomPlans } from '../../platform/db/custom-plans.ts';
import { defineOperatorQuery, operatorRoles } from '../../platform/http/operator-operation.ts';
import { orderColumns } from '../csv.ts';
import { listCountedOrders } from '../list-orders.ts';
import {
  asOf,
  asOfField,
  formatOrderPosition,
  ListedOrderRecord,
  orderFilter,
  orderFilterFields,
  orderRecordExample,
  orderRecords,
  parseOrderPosition,
} from '../order-fields.ts';

export const ordersList = defineOperatorQuery({
  path: '/api/Orders/List',
  summary: 'List orders of all customers',
  description:
    'Returns the orders that match all filters, newest first, in pages: `Next` of a page is the `After` of the following one, and is absent ' +
    'on the last page. The role floor sees the orders of its warehouses. The list follows the orders within about a second; `AsOf` says so when it is further behind.',
  roles: operatorRoles,
  request: Type.Object({ ...orderFilterFields, ...pageFields }),
  requestExample: { View: 'held', HoldReasons: ['Winery'], Top: 50 },
  reply: {
    description: 'A page of orders.',
    schema: Type.Object({
      Records: Type.Array(ListedOrderRecord),
      Next: Type.Optional(Type.String()),
      Count: countField,
      AsOf: asOfField,
    }),
    example: { Records: [orderRecordExample], Count: 1 },
  },
  errors: listErrors,
  csvColumns: orderColumns,
  check: timePositionFaults,
  execute: async ({ environment: { db, config }, operator, request }) => {
    const filter = orderFilter(request, operator, config.timeZone);
    const { Top: top = defaultTop } = request;
    const page = { after: parseOrderPosition(request.After), top: top + 1, sequence: 'newest first' } as const;
    const { rows, count } = await withCustomPlans(db, (reader) => listCountedOrders(reader, filter, page));
    const { shown, next } = pageOf(rows, top, formatOrderPosition);
    return {
      Records: await orderRecords(db, shown, operator),
      ...next,
      Count: count,
      ...(await asOf(db)),
    };
  },
});
