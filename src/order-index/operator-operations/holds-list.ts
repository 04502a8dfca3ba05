/** Holds/List: orders on hold of all customers with all their holds, oldest first. */

import Type from 'typebox';
import { cursorPageRequestFields, customersFilterField, errorsOfListOperations } from '../../contract/list-fields.ts';
import { checkTimePosition } from '../../contract/time-pages.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { readHoldsOfOrders } from '../held-orders.ts';
import { HoldRecord, holdRecord, holdRecordExample } from '../hold-fields.ts';
import { heldOrderCsvColumns } from '../order-csv-columns.ts';
import {
  holdReasonsField,
  ListedOrderRecord,
  listedOrderExample,
  readListedOrderRecords,
  visibleOrdersFilter,
} from '../order-fields.ts';
import { createOrderListReplySchema, readOrderListPage } from '../order-list-page.ts';

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
    schema: createOrderListReplySchema(HeldOrder),
    example: { Records: [{ ...listedOrderExample, Holds: [holdRecordExample] }], Count: 1 },
  },
  errors: errorsOfListOperations,
  csvColumns: heldOrderCsvColumns,
  check: checkTimePosition,
  execute: async ({ environment: { db }, operator, request }) => {
    const { Reasons: holdReasons = [], Causes: holdCauses = [], Customers: customers = [] } = request;
    const filter = { ...visibleOrdersFilter(operator), view: 'held' as const, holdReasons, holdCauses, customers };
    const { shown, fields } = await readOrderListPage(db, filter, request, 'oldest first');
    const held = await readHoldsOfOrders(db, shown);
    const records = await readListedOrderRecords(db, shown, operator);
    return {
      Records: records.map((record) => {
        const { holds = [], missing = [] } = held.get(record.TransactionReferenceNumber) ?? {};
        return { ...record, Holds: holds.map((hold) => holdRecord(hold, operator.role, missing)) };
      }),
      ...fields,
    };
  },
});
