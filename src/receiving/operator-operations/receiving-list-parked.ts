/** Receiving/ListParked: deliveries that no order announced. */
import Type from 'typebox';
import { readCustomers } from '../../auth/index.ts';
import {
  buildListReply,
  createListReplySchema,
  cursorPageRequestFields,
  customersFilterField,
  defaultListPageSize,
  errorsOfListOperations,
  maxExactListCount,
  warehousesFilterField,
} from '../../contract/list-fields.ts';
import { checkTimePosition, formatTimePosition, parseTimePosition } from '../../contract/time-pages.ts';
import { assertPresent } from '../../lib/assert.ts';
import { limitToVisibleWarehouses } from '../../operators/index.ts';
import { readWithCustomPlans } from '../../platform/db/custom-plans.ts';
import { defineOperatorQuery, operatorRoles } from '../../platform/http/operator-operation.ts';
import { readListedReceiptRecords } from '../listed-receipt.ts';
import { ListedReceiptRecord, listedReceiptRecordExample } from '../receipt-fields.ts';
import { countParkedReceipts, listParkedReceipts } from '../receiving-lists.ts';

export const receivingListParkedOperation = defineOperatorQuery({
  path: '/api/Receiving/ListParked',
  summary: 'List parked deliveries',
  description:
    'Returns the deliveries that no order announced and that customer service has not settled, oldest first: for whom, what was counted, and where it stands.',
  roles: operatorRoles,
  request: Type.Object({
    Customers: customersFilterField,
    Warehouses: warehousesFilterField,
    ...cursorPageRequestFields,
  }),
  requestExample: { Warehouses: ['APC01'] },
  reply: {
    description: 'A page of deliveries.',
    schema: createListReplySchema(ListedReceiptRecord),
    example: { Records: [listedReceiptRecordExample], Count: 1 },
  },
  errors: errorsOfListOperations,
  check: checkTimePosition,
  execute: async ({ environment: { db }, operator, request }) => {
    const { Customers: customers = [], Top: top = defaultListPageSize } = request;
    const filter = {
      warehouses: limitToVisibleWarehouses(operator, request.Warehouses ?? []),
      customers: customers.length === 0 ? undefined : customers,
    };
    return await readWithCustomPlans(db, async (reader) => {
      const rows = await listParkedReceipts(reader, filter, {
        after: parseTimePosition(request.After),
        limit: top + 1,
      });
      const names = await readCustomers(reader, [...new Set(rows.map(({ customerNo }) => customerNo))]);
      const records = await readListedReceiptRecords(reader, rows, (customerNo) => names.get(customerNo)?.name ?? '');
      const recordOf = new Map(records.map((record) => [record.Receipt, record]));
      return buildListReply(rows, top, await countParkedReceipts(reader, filter, maxExactListCount + 1), {
        keyOf: ({ endedAt, receiptId }) => formatTimePosition({ at: endedAt, id: receiptId }),
        toRecord: ({ receiptId }) => assertPresent(recordOf.get(receiptId), 'the record of a receipt'),
      });
    });
  },
});
