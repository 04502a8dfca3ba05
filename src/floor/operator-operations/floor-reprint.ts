/** Floor/Reprint: the stored slip and labels of an order. */

import Type from 'typebox';
import { codeField, transactionReferenceField } from '../../contract/fields.ts';
import { orderCustomerField, orderKeyExample } from '../../contract/operator-key-fields.ts';
import { printerDotsPerInch } from '../../drawing/sheet.ts';
import { valueOrThrowAppError } from '../../operators/index.ts';
import { AppError } from '../../platform/errors.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { readSalesOrders } from '../../sales-orders/index.ts';
import { type PrintFormat, printFormats, storeAndRenderPackedOrderDocument } from '../../shipping-labels/index.ts';
import { floorRoles, worksInWarehouse } from '../floor-fields.ts';
import { readFloorWork } from '../floor-store.ts';
import { orderNotOnFloorRefusal } from '../floor-work.ts';

const dataFormats = ['application/pdf;base64', 'image/png;base64', 'application/zpl;base64'] as const;

function dataFormatOf(format: PrintFormat): (typeof dataFormats)[number] {
  if (format === 'LabelZPL') return 'application/zpl;base64';
  return format.endsWith('PDF') ? 'application/pdf;base64' : 'image/png;base64';
}

export const floorReprintOperation = defineOperatorQuery({
  path: '/api/Floor/Reprint',
  // Includes the rendering, and the carrier's labels.
  timeoutSeconds: 60,
  summary: 'Get the slip and labels of an order again',
  description:
    'Returns the labels and the packing slip of a labeled order as they were printed first, whatever has changed since: nothing is bought, and the carrier is not asked, however often it is called. They are stored when the labels are bought, else by the first call; 503 while the carrier then does not return a label. 30 days after it was printed, the document of an order that has left is deleted, and is drawn again from the order.',
  roles: floorRoles,
  request: Type.Object({
    CustomerNo: orderCustomerField,
    TransactionReferenceNumber: transactionReferenceField('`TransactionReferenceNumber` of the session.'),
    Format: Type.Optional(
      codeField(
        `A full format has packing slip and labels, a label format the labels only; ZPL is for ${printerDotsPerInch} dpi.`,
        printFormats,
        {
          default: 'FullPDF',
        },
      ),
    ),
    PackageNo: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Of the labels only that of this package, as Orders/Get numbers it; absent: all.',
      }),
    ),
  }),
  requestExample: orderKeyExample,
  reply: {
    description: 'The document.',
    schema: Type.Object({
      DataFormat: codeField('Of File.', dataFormats),
      File: Type.String({ description: 'The content, base64-encoded.' }),
    }),
    example: { DataFormat: 'application/pdf;base64', File: 'JVBERi0xLjQ=' },
  },
  errors: {
    400: 'The reference is not one.',
    403: 'The order has no labels.',
    404: 'No such order is on the floor of the warehouses of the operator, or it has no such package.',
  },
  execute: async ({ environment, operator, request }) => {
    const { CustomerNo: customerNo, TransactionReferenceNumber: orderId } = request;
    const { Format: format = 'FullPDF', PackageNo: packageNo } = request;
    const key = { customerNo, orderId };
    const [work] = await readFloorWork(environment.db, [key]);
    const [order] = await readSalesOrders(environment.db, [key]);
    // An order that was taken back may have moved to another warehouse, and been packed there.
    if (work === undefined || !worksInWarehouse(operator, work.warehouse) || order?.warehouse !== work.warehouse) {
      throw new AppError(orderNotOnFloorRefusal.refused);
    }
    const File = valueOrThrowAppError(await storeAndRenderPackedOrderDocument(environment, work, format, packageNo));
    return { DataFormat: dataFormatOf(format), File };
  },
});
