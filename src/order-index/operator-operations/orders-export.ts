/** Orders/Export: the orders of the current filters as CSV, in pages. */

import Type from 'typebox';
import { ExportReply, exportDescription, exportErrors, exportedRows } from '../../contract/list-export.ts';
import { pageFields } from '../../contract/list-fields.ts';
import { timePositionFaults } from '../../contract/time-pages.ts';
import { csvText } from '../../lib/csv-text.ts';
import { withCustomPlans } from '../../platform/db/custom-plans.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { orderColumns } from '../csv.ts';
import { listOrders } from '../list-orders.ts';
import { orderFilter, orderFilterFields, orderRecords, readPosition, writePosition } from '../order-fields.ts';

export const ordersExport = defineOperatorQuery({
  path: '/api/Orders/Export',
  summary: 'Export orders as CSV',
  description: exportDescription('Orders/List'),
  credentials: 'session',
  roles: ['service', 'admin'],
  request: Type.Object({ ...orderFilterFields, After: pageFields.After }),
  requestExample: { View: 'shipped', AcceptedFrom: '2026-11-01T00:00:00Z' },
  reply: {
    description: 'A page of rows.',
    schema: ExportReply,
    example: { Csv: 'CustomerNo,OrderNo\r\nW1001,CLB1001\r\n', Rows: 1 },
  },
  errors: exportErrors,
  check: timePositionFaults,
  execute: async ({ environment: { db, config }, operator, request }) => {
    const filter = orderFilter(request, operator, config.timeZone);
    const after = readPosition(request.After);
    const page = { after, top: exportedRows + 1, sequence: 'newest first' } as const;
    const rows = await withCustomPlans(db, (reader) => listOrders(reader, filter, page));
    const shown = rows.slice(0, exportedRows);
    const last = shown.at(-1);
    return {
      Csv: csvText(orderColumns, await orderRecords(db, shown, operator), after === undefined),
      Rows: shown.length,
      ...(rows.length > exportedRows && last !== undefined && { Next: writePosition(last) }),
    };
  },
});
