/** Orders/Export: the orders of the current filters as CSV, in pages. */
import Type from 'typebox';
import { pageFields } from '../../contract/list-fields.ts';
import { timePositionFaults } from '../../contract/time-pages.ts';
import { withCustomPlans } from '../../platform/db/custom-plans.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { ordersCsv } from '../csv.ts';
import { listOrders } from '../list-orders.ts';
import { orderFilter, orderFilterFields, orderRecords, readPosition, writePosition } from '../order-fields.ts';

const rowsPerPage = 2_000;

export const ordersExport = defineOperatorQuery({
  path: '/api/Orders/Export',
  summary: 'Export orders as CSV',
  description:
    `Returns up to ${rowsPerPage} orders of the filters of Orders/List as CSV, newest first. Send \`Next\` as \`After\` for the following rows and append them: only the ` +
    'first page has the header. Texts that a spreadsheet would run as a formula begin with an apostrophe.',
  credentials: 'session',
  roles: ['service', 'admin'],
  request: Type.Object({ ...orderFilterFields, After: pageFields.After }),
  requestExample: { View: 'shipped', AcceptedFrom: '2026-11-01T00:00:00Z' },
  reply: {
    description: 'A page of rows.',
    schema: Type.Object({ Csv: Type.String(), Rows: Type.Integer(), Next: Type.Optional(Type.String()) }),
    example: { Csv: 'CustomerNo,OrderNo\r\nW1001,CLB1001\r\n', Rows: 1 },
  },
  errors: { 400: 'A filter is not valid, or `After` is not the `Next` of an earlier page.' },
  check: timePositionFaults,
  execute: async ({ environment: { db, config }, operator, request }) => {
    const filter = orderFilter(request, operator, config.timeZone);
    const after = readPosition(request.After);
    const page = { after, top: rowsPerPage + 1, sequence: 'newest first' } as const;
    const rows = await withCustomPlans(db, (reader) => listOrders(reader, filter, page));
    const shown = rows.slice(0, rowsPerPage);
    const last = shown.at(-1);
    return {
      Csv: ordersCsv(await orderRecords(db, shown, operator), after === undefined),
      Rows: shown.length,
      ...(rows.length > rowsPerPage && last !== undefined && { Next: writePosition(last) }),
    };
  },
});
