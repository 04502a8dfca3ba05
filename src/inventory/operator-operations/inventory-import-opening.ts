/** Inventory/ImportOpening: a customer's opening balance from a CSV file. */
import Type from 'typebox';
import { assertCustomerFound } from '../../auth/index.ts';
import {
  assertNoCsvFaults,
  csvPreviewField,
  csvTextField,
  parseCsvAllowingRowFaults,
} from '../../contract/csv-import.ts';
import { recordAudit } from '../../operators/index.ts';
import { AppError, validationRefusal } from '../../platform/errors.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { importOpeningStock, parseOpeningStockFile } from '../opening-stock.ts';
import { stockCustomerField } from '../operator-stock-change.ts';

export const inventoryImportOpeningOperation = defineOperatorCommand({
  path: '/api/Inventory/ImportOpening',
  summary: 'Import an opening balance',
  description:
    'Posts the stock that a customer has before its first order, from a CSV file with a header: `item_no`, `warehouse`, `inventory_status`, `quantity` (units). Posted as Inventory Adjustment with the reason OPENING: all rows or none. An item that has a movement at the warehouse in the status already is a fault, so that a file is not posted twice. Waiting orders get the stock at once.',
  roles: ['admin'],
  request: Type.Object({ CustomerNo: stockCustomerField, Csv: csvTextField, Preview: csvPreviewField }),
  requestExample: {
    CustomerNo: 'W1001',
    Csv: 'item_no,warehouse,inventory_status,quantity\n23PIN-01,APC01,GOOD-NO-TX,1200\n',
  },
  reply: {
    description: 'Posted, or what would be.',
    schema: Type.Object({
      Rows: Type.Integer({ description: 'Rows in the file.' }),
      Items: Type.Integer({ description: 'Different items in it.' }),
      Units: Type.Integer({ description: 'Units of all rows.' }),
    }),
    example: { Rows: 1, Items: 1, Units: 1200 },
  },
  errors: {
    400: 'The file is not CSV, has no row, or rows have faults: `Errors` names each. Nothing was posted.',
    404: 'There is no such customer.',
  },
  timeoutSeconds: 60,
  execute: async ({ environment: { db }, context, request }) => {
    const { CustomerNo: customerNo, Csv: csv, Preview: isPreview = false } = request;
    await assertCustomerFound(db, customerNo);
    const file = parseCsvAllowingRowFaults(() => parseOpeningStockFile(csv));
    const { rows } = file;
    if (rows.length === 0 && file.faults.length === 0)
      throw new AppError(validationRefusal([{ field: 'Csv', code: 'Required', message: 'has no row' }]));
    const counts = {
      Rows: rows.length,
      Items: new Set(rows.map(({ itemNo }) => itemNo)).size,
      Units: rows.reduce((sum, { quantity }) => sum + quantity, 0),
    };
    const onPosted = isPreview
      ? 'preview'
      : (tx: Parameters<typeof recordAudit>[0]) =>
          recordAudit(tx, context, { action: 'stock.imported', subject: customerNo, customerNo, after: counts });
    assertNoCsvFaults(await importOpeningStock(db, context.forCustomer(customerNo), file, onPosted));
    return counts;
  },
});
