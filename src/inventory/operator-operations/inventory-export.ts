/** Inventory/Export: balances as CSV, in pages. */

import Type from 'typebox';
import { ExportReply, exportDescription, exportErrors, exportPages } from '../../contract/list-export.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { type BalanceRecord, inventoryList } from './inventory-list.ts';

const { Top: _, ...filters } = inventoryList.request.properties;

const names = [
  ...(['CustomerNo', 'CustomerName', 'ItemNo', 'Description', 'Warehouse', 'InventoryStatus'] as const),
  ...(['OnHand', 'Reserved', 'Backordered', 'Incoming', 'Sellable'] as const),
];
// Only the role floor, which exports nothing, lacks a quantity.
const columns = Object.fromEntries(names.map((name) => [name, (balance: BalanceRecord) => balance[name] ?? '']));

export const inventoryExport = defineOperatorQuery({
  path: '/api/Inventory/Export',
  summary: 'Export balances as CSV',
  description: exportDescription('Inventory/List'),
  credentials: 'session',
  roles: ['lead', 'service', 'admin'],
  request: Type.Object(filters),
  requestExample: { Customers: ['W1001'], Text: 'pinot' },
  reply: {
    description: 'A page of rows.',
    schema: ExportReply,
    example: { Csv: 'CustomerNo,ItemNo\r\nW1001,23PIN-01\r\n', Rows: 1 },
  },
  errors: exportErrors,
  ...(inventoryList.check && { check: inventoryList.check }),
  execute: (call) =>
    exportPages(call.request.After, columns, (page) =>
      inventoryList.execute({ ...call, request: { ...call.request, ...page } }),
    ),
});
