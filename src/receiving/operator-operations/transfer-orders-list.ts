/** TransferOrders/List: transfer orders of all customers, newest first. */
import Type from 'typebox';
import { readCustomers } from '../../auth/index.ts';
import {
  afterFaults,
  codesField,
  customersFilter,
  defaultTop,
  listErrors,
  listPage,
  listReply,
  maxCount,
  pageFields,
} from '../../contract/list-fields.ts';
import { isUuid } from '../../lib/uuid.ts';
import { withCustomPlans } from '../../platform/db/custom-plans.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import {
  inboundRoles,
  inboundTextField,
  TransferOrderRecord,
  transferOrderExample,
  transferOrderRecord,
  transferStatusesField,
} from '../inbound-fields.ts';
import { countTransferOrders, listTransferOrders } from '../list-transfer-orders.ts';

export const transferOrdersList = defineOperatorQuery({
  path: '/api/TransferOrders/List',
  summary: 'List transfer orders of all customers',
  description:
    'Returns the transfer orders that match all filters, the last created first, in pages: `Next` of a page is the `After` of the following one, and is absent on the last page.',
  roles: inboundRoles,
  request: Type.Object({
    Customers: customersFilter,
    Statuses: transferStatusesField,
    Warehouses: codesField('Codes of warehouses, of either end; absent or empty: all.'),
    Text: inboundTextField,
    ...pageFields,
  }),
  requestExample: { Statuses: ['OPEN'], Warehouses: ['APC01'] },
  reply: {
    description: 'A page of transfer orders.',
    schema: listReply(TransferOrderRecord),
    example: { Records: [transferOrderExample], Count: 1 },
  },
  errors: listErrors,
  check: afterFaults(isUuid),
  execute: async ({ environment: { db }, request }) => {
    const { Top: top = defaultTop, After: after } = request;
    const filter = {
      customers: request.Customers ?? [],
      statuses: request.Statuses ?? [],
      warehouses: request.Warehouses ?? [],
      text: request.Text?.trim() ?? '',
    };
    return await withCustomPlans(db, async (reader) => {
      const rows = await listTransferOrders(reader, filter, { after, limit: top + 1 });
      const names = await readCustomers(reader, [...new Set(rows.map(({ customerNo }) => customerNo))]);
      return listPage(rows, top, await countTransferOrders(reader, filter, maxCount + 1), {
        keyOf: ({ orderId }) => orderId,
        toRecord: (row) => transferOrderRecord(row, names.get(row.customerNo)?.name ?? ''),
      });
    });
  },
});
