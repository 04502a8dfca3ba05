/** Activity/Export: the activity of customers in a month as CSV, in pages. */
import Type from 'typebox';
import { orderTypes } from '../../contract/code-lists.ts';
import { ExportReply, exportDescription, exportErrors, exportPages } from '../../contract/list-export.ts';
import type { CsvColumns } from '../../lib/csv-text.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import type { ActivityRow } from '../activity-fields.ts';
import { activityList } from './activity-list.ts';

const { Top: _, ...filters } = activityList.request.properties;

const columnsOf = (names: readonly Exclude<keyof ActivityRow, 'OrderTypes'>[]): CsvColumns<ActivityRow> =>
  Object.fromEntries(names.map((name) => [name, (row: ActivityRow) => row[name]]));

const columns: CsvColumns<ActivityRow> = {
  ...columnsOf(['CustomerNo', 'CustomerName', 'Month', 'Orders']),
  ...Object.fromEntries(
    orderTypes.map((type) => [
      `Orders ${type}`,
      ({ OrderTypes }: ActivityRow) => OrderTypes.find(({ OrderType }) => OrderType === type)?.Orders ?? 0,
    ]),
  ),
  ...columnsOf(['Boxes', 'Bottles', 'IcePacks', 'PurchaseOrders', 'PurchaseUnits', 'Transfers', 'TransferUnits']),
  ...columnsOf(['Returns', 'ReturnBoxes', 'ReturnBottles', 'UnitDays']),
};

export const activityExport = defineOperatorQuery({
  path: '/api/Activity/Export',
  summary: 'Export what customers had done in a month as CSV',
  description: exportDescription('Activity/List'),
  credentials: 'session',
  roles: activityList.roles,
  request: Type.Object(filters),
  requestExample: { Month: '2026-11' },
  reply: {
    description: 'A page of rows.',
    schema: ExportReply,
    example: { Csv: 'CustomerNo,Orders\r\nW1001,120\r\n', Rows: 1 },
  },
  errors: exportErrors,
  execute: (call) =>
    exportPages(call.request.After, columns, (page) =>
      activityList.execute({ ...call, request: { ...call.request, ...page } }),
    ),
});
