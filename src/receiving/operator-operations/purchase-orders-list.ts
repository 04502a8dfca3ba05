/** PurchaseOrders/List: purchase orders of all customers, newest first. */
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
  PurchaseOrderRecord,
  purchaseOrderExample,
  purchaseOrderRecord,
  purchaseStatusesField,
} from '../inbound-fields.ts';
import { countPurchaseOrders, listPurchaseOrders } from '../list-purchase-orders.ts';

export const purchaseOrdersList = defineOperatorQuery({
  path: '/api/PurchaseOrders/List',
  summary: 'List purchase orders of all customers',
  description:
    'Returns the purchase orders that match all filters, the last created first, in pages: `Next` of a page is the `After` of the following one, and is absent on the last page.',
  roles: inboundRoles,
  request: Type.Object({
    Customers: customersFilter,
    Statuses: purchaseStatusesField,
    Warehouses: codesField('Codes of warehouses; absent or empty: all.'),
    Text: inboundTextField,
    ...pageFields,
  }),
  requestExample: { Statuses: ['OPEN'], Warehouses: ['APC01'] },
  reply: {
    description: 'A page of purchase orders.',
    schema: listReply(PurchaseOrderRecord),
    example: { Records: [purchaseOrderExample], Count: 1 },
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
      const rows = await listPurchaseOrders(reader, filter, { after, limit: top + 1 });
      const names = await readCustomers(reader, [...new Set(rows.map(({ customerNo }) => customerNo))]);
      return listPage(rows, top, await countPurchaseOrders(reader, filter, maxCount + 1), {
        keyOf: ({ orderId }) => orderId,
        toRecord: (row) => purchaseOrderRecord(row, names.get(row.customerNo)?.name ?? ''),
      });
    });
  },
});
