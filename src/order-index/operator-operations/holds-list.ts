/** Holds/List: orders on hold of all customers with all their holds, oldest first. */

import Type from 'typebox';
import {
  cappedCountField,
  cursorPageRequestFields,
  customersFilterField,
  defaultListPageSize,
  errorsOfListOperations,
  takePage,
} from '../../contract/list-fields.ts';
import { checkTimePosition } from '../../contract/time-pages.ts';
import { readWithCustomPlans } from '../../platform/db/custom-plans.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { heldOrderCsvColumns } from '../csv.ts';
import { readHoldsOfOrders } from '../held-orders.ts';
import { HoldRecord, holdRecord, holdRecordExample } from '../hold-fields.ts';
import { listOrdersWithCount } from '../list-orders.ts';
import {
  formatOrderListPosition,
  holdReasonsField,
  ListedOrderRecord,
  listedOrderExample,
  orderIndexAsOfField,
  parseOrderListPosition,
  readListedOrderRecords,
  readOrderIndexAsOf,
  visibleOrdersFilter,
} from '../order-fields.ts';

const HeldOrder = Type.Object({ ...ListedOrderRecord.properties, Holds: Type.Array(HoldRecord) });

export const holdsListOperation = defineOperatorQuery({
  path: '/api/Holds/List',
  summary: 'List orders on hold',
  description:
    'Returns the orders on hold of all customers, oldest first, in pages as Orders/List does, each with all its holds as they are now: since when, what ends each, and whether ' +
    'this operator may release it. An order that was released a moment ago may be listed without holds.',
  roles: ['lead', 'service', 'admin'],
  request: Type.Object({
    Reasons: holdReasonsField('Orders with a hold for one of these reasons; absent or empty: all.'),
    Causes: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: 50,
        description: 'Orders with a hold of one of these causes, and for one of Reasons if given.',
      }),
    ),
    Customers: customersFilterField,
    ...cursorPageRequestFields,
  }),
  requestExample: { Reasons: ['Winery', 'Address'], Top: 50 },
  reply: {
    description: 'A page of orders on hold.',
    schema: Type.Object({
      Records: Type.Array(HeldOrder),
      Next: Type.Optional(Type.String()),
      Count: cappedCountField,
      AsOf: orderIndexAsOfField,
    }),
    example: { Records: [{ ...listedOrderExample, Holds: [holdRecordExample] }], Count: 1 },
  },
  errors: errorsOfListOperations,
  csvColumns: heldOrderCsvColumns,
  check: checkTimePosition,
  execute: async ({ environment: { db }, operator, request }) => {
    const {
      Reasons: holdReasons = [],
      Causes: holdCauses = [],
      Customers: customers = [],
      Top: top = defaultListPageSize,
    } = request;
    const filter = { ...visibleOrdersFilter(operator), view: 'held' as const, holdReasons, holdCauses, customers };
    const page = { after: parseOrderListPosition(request.After), top: top + 1, sequence: 'oldest first' } as const;
    const { rows, count } = await readWithCustomPlans(db, (reader) => listOrdersWithCount(reader, filter, page));
    const { shown, next } = takePage(rows, top, formatOrderListPosition);
    const held = await readHoldsOfOrders(db, shown);
    const records = await readListedOrderRecords(db, shown, operator);
    return {
      Records: records.map((record) => {
        const { holds = [], missing = [] } = held.get(record.TransactionReferenceNumber) ?? {};
        return { ...record, Holds: holds.map((hold) => holdRecord(hold, operator.role, missing)) };
      }),
      ...next,
      Count: count,
      ...(await readOrderIndexAsOf(db)),
    };
  },
});
