/** Receiving/ListParked: deliveries that no order announced. */
import { readCustomerNameLookup } from '../../auth/index.ts';
import { customersFilterField, warehousesFilterField } from '../../contract/list-fields.ts';
import { formatTimePosition, parseTimePosition } from '../../contract/time-pages.ts';
import { assertPresent } from '../../lib/assert.ts';
import { defineOperatorList, limitToVisibleWarehouses } from '../../operators/index.ts';
import { readWithCustomPlans } from '../../platform/db/custom-plans.ts';
import { operatorRoles } from '../../platform/http/operator-operation.ts';
import { ListedReceiptRecord, listedReceiptRecordExample, readListedReceiptRecords } from '../listed-receipt.ts';
import { countParkedReceipts, listParkedReceipts } from '../receiving-lists.ts';

export const receivingListParkedOperation = defineOperatorList({
  path: '/api/Receiving/ListParked',
  summary: 'List parked deliveries',
  description:
    'Returns the deliveries that no order announced and that customer service has not settled, oldest first: for whom, what was counted, and where it stands.',
  roles: operatorRoles,
  filters: {
    Customers: customersFilterField,
    Warehouses: warehousesFilterField,
  },
  requestExample: { Warehouses: ['APC01'] },
  reply: {
    description: 'A page of deliveries.',
    record: ListedReceiptRecord,
    example: listedReceiptRecordExample,
  },
  parsePosition: parseTimePosition,
  execute: async ({ environment: { db }, operator, request }, page, buildReply) => {
    const { Customers: customers = [] } = request;
    const filter = {
      warehouses: limitToVisibleWarehouses(operator, request.Warehouses ?? []),
      customers: customers.length === 0 ? undefined : customers,
    };
    return await readWithCustomPlans(db, async (reader) => {
      const rows = await listParkedReceipts(reader, filter, page);
      const nameOf = await readCustomerNameLookup(reader, rows);
      const records = await readListedReceiptRecords(reader, rows, nameOf);
      const recordOf = new Map(records.map((record) => [record.Receipt, record]));
      return buildReply(rows, await countParkedReceipts(reader, filter, page.maxCounted), {
        keyOf: ({ endedAt, receiptId }) => formatTimePosition({ at: endedAt, id: receiptId }),
        toRecord: ({ receiptId }) => assertPresent(recordOf.get(receiptId), 'the record of a receipt'),
      });
    });
  },
});
