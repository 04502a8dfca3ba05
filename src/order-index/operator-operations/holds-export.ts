/** Holds/Export: orders on hold as CSV, in pages. */

import Type from 'typebox';
import { ExportReply, exportDescription, exportErrors, exportPages } from '../../contract/list-export.ts';
import { timePositionFaults } from '../../contract/time-pages.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { orderColumns } from '../csv.ts';
import { type HeldOrderRecord, holdsList } from './holds-list.ts';

const { Top: _, ...filters } = holdsList.request.properties;

const columns = {
  ...orderColumns,
  HeldSince: ({ Holds: holds }: HeldOrderRecord) => holds.map(({ Since }) => Since).sort()[0] ?? '',
  EndsBy: ({ Holds: holds }: HeldOrderRecord) => holds.map(({ EndsBy }) => EndsBy).join(' '),
};

export const holdsExport = defineOperatorQuery({
  path: '/api/Holds/Export',
  summary: 'Export orders on hold as CSV',
  description: exportDescription('Holds/List'),
  credentials: 'session',
  roles: holdsList.roles,
  request: Type.Object(filters),
  requestExample: { Reasons: ['Winery', 'Address'] },
  reply: {
    description: 'A page of rows.',
    schema: ExportReply,
    example: { Csv: 'CustomerNo,OrderNo\r\nW1001,CLB1001\r\n', Rows: 1 },
  },
  errors: exportErrors,
  check: timePositionFaults,
  execute: (call) =>
    exportPages(call.request.After, columns, (page) =>
      holdsList.execute({ ...call, request: { ...call.request, ...page } }),
    ),
});
