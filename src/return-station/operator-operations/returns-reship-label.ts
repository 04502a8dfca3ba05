/** Returns/ReshipLabel: the slip and labels of an order that sends returned bottles out again. */
import Type from 'typebox';
import { transactionReferenceField } from '../../contract/fields.ts';
import { valueOrThrowAppError, worksInWarehouse } from '../../operators/index.ts';
import { notFoundError, refuseState } from '../../platform/errors.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { readReturns } from '../../returns/index.ts';
import { readSalesOrders, type SalesOrder } from '../../sales-orders/index.ts';
import { storeAndRenderPackedOrderDocument } from '../../shipping-labels/index.ts';
import {
  noSuchReturnText,
  returnIdExample,
  returnKeyExample,
  returnKeyFields,
  returnStationRoles,
} from '../station-fields.ts';
import { returnKeyOf } from '../station-requests.ts';

export const returnsReshipLabelOperation = defineOperatorQuery({
  path: '/api/Returns/ReshipLabel',
  // Includes the rendering and the download of carrier labels.
  timeoutSeconds: 60,
  summary: 'Get the label of a reshipment',
  description:
    'Returns the packing slip and the labels of an order that sends bottles of this return out again, once it is packed and labeled; nothing is bought. Until then it is 403 and says what is missing: at a worked warehouse the packing station releases and opens the order by its shipment key, which begins with the RMA number.',
  roles: returnStationRoles,
  request: Type.Object({
    ...returnKeyFields,
    ReshipReferenceNumber: transactionReferenceField('Of a finding of the return.'),
  }),
  requestExample: { ...returnKeyExample, ReshipReferenceNumber: returnIdExample },
  reply: {
    description: 'The document.',
    schema: Type.Object({ File: Type.String({ description: 'A PDF, base64-encoded.' }) }),
    example: { File: 'JVBERi0xLjQ=' },
  },
  errors: {
    400: 'A field is not valid.',
    403: 'The order has no labels yet.',
    404: `${noSuchReturnText}, or it has no such reshipment.`,
  },
  execute: async (call) => {
    const { environment, request } = call;
    const key = returnKeyOf(request);
    const orderId = request.ReshipReferenceNumber.toLowerCase();
    const [found] = await readReturns(environment.db, [key]);
    const isOfReturn = found?.lines.some(({ findings }) =>
      findings.some(({ disposed }) => disposed?.reshipOrderId === orderId),
    );
    const [order] = await readSalesOrders(environment.db, [{ customerNo: key.customerNo, orderId }]);
    if (
      found === undefined ||
      isOfReturn !== true ||
      order === undefined ||
      !worksInWarehouse(call.operator, found.warehouse)
    )
      throw notFoundError('There is no such reshipment of a return in your warehouses.');
    const made = await storeAndRenderPackedOrderDocument(environment, order, 'FullPDF');
    const isMissing = 'refused' in made && made.refused.code === 'StateForbids';
    return { File: valueOrThrowAppError(isMissing ? refuseState(order.status, missingLabelText(order)) : made) };
  },
});

/** Why a reshipment has no label, and when it will have one. */
function missingLabelText({ shipmentKey, status }: SalesOrder): string {
  const name = `The reshipment ${shipmentKey}`;
  if (status === 'CANCELED') return `${name} is canceled, so it has no label.`;
  if (status.startsWith('ON '))
    return `${name} is on hold (status ${status}). Its label is printed when the hold has ended and it is packed.`;
  return `${name} is not packed yet (status ${status}). Its label is printed when it is packed.`;
}
