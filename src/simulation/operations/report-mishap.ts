/** ReportMishap: simulate a delivery exception of packages in transit (decision 2). */

import Type from 'typebox';
import { codeField, textField } from '../../contract/fields.ts';
import { TransactionReference, transactionReferenceExample } from '../../contract/transaction-reference.ts';
import { formatUsDate } from '../../lib/dates.ts';
import { defineInternalChange } from '../../platform/http/internal-operation.ts';
import {
  salesOrderSelectorErrorTexts,
  salesOrderSelectorFields,
  salesOrderSelectorRequestRules,
  toSalesOrderSelector,
} from '../../sales-orders/index.ts';
import { deliveryExceptionKinds } from '../delivery-exceptions.ts';
import {
  type DeliveryExceptionReport,
  deliveryExceptionReportWriter,
  type ReportedDeliveryException,
} from '../report-exceptions.ts';

const request = Type.Object(
  {
    ...salesOrderSelectorFields,
    PackageNo: Type.Optional(
      Type.Integer({
        description: 'Package number within the order, from 1. Default: all packages in transit.',
        minimum: 1,
      }),
    ),
    Mishap: codeField('Kind of delivery exception.', deliveryExceptionKinds),
    Message: Type.Optional(
      textField('Message of the carrier, as GetDetails shows it. Default: a usual message.', { maxLength: 200 }),
    ),
  },
  { title: 'ReportMishapRequest' },
);

const reply = Type.Object(
  {
    TransactionReferenceNumber: TransactionReference,
    OrderNo: Type.String({ description: 'Order number.' }),
    Packages: Type.Array(
      Type.Object(
        {
          PackageNo: Type.Integer({ description: 'Package number within the order, from 1.' }),
          TrackingNo: Type.String({ description: 'Tracking number.' }),
          Status: Type.String({ description: 'Status that GetDetails now shows.' }),
          EstimatedDeliveryDate: Type.String({
            description:
              "Estimated delivery date that GetDetails now shows, MM/DD/YYYY; '' if the carrier publishes none.",
          }),
        },
        { title: 'AffectedPackage' },
      ),
      { description: 'Affected packages.' },
    ),
  },
  { title: 'MishapReported' },
);

export const reportMishapOperation = defineInternalChange<
  typeof request,
  typeof reply,
  DeliveryExceptionReport,
  ReportedDeliveryException
>({
  name: 'ReportMishap',
  summary: 'Simulate a delivery problem',
  description: [
    "The carrier reports the exception now, by the customer's clock, and the remaining scans are rescheduled:",
    '',
    "- `ATTEMPT FAILED`: EXCEPTION; delivery is attempted again on the carrier's next working day.",
    '- `DELAYED`: IN TRANSIT; the package arrives one working day later than planned.',
    '- `EXCEPTION`: EXCEPTION; the package arrives one working day later than planned.',
    '- `DAMAGED`: DAMAGED; no further scans follow. Use `Simulation/ReturnSalesOrder` to return it, or any other undelivered package.',
  ].join('\n'),
  request,
  ...salesOrderSelectorRequestRules,
  requestExample: { OrderNo: 'CLB260001', PackageNo: 1, Mishap: 'ATTEMPT FAILED' },
  reply: {
    status: 200,
    description: 'The exception is reported.',
    schema: reply,
    example: {
      TransactionReferenceNumber: transactionReferenceExample,
      OrderNo: 'CLB260001',
      Packages: [
        {
          PackageNo: 1,
          TrackingNo: '279384056194',
          Status: 'EXCEPTION',
          EstimatedDeliveryDate: '11/24/2026',
        },
      ],
    },
  },
  errors: {
    ...salesOrderSelectorErrorTexts,
    400: 'Neither OrderNo nor TransactionReferenceNumber was given, Mishap is unknown, or the order has no package with this number.',
    403: "The package is not with a carrier: it has not shipped, is delivered, damaged or being returned, or is picked up at the warehouse. `ATTEMPT FAILED` is not allowed for a package that is picked up at a carrier's location.",
  },
  change: {
    writer: deliveryExceptionReportWriter,
    item: ({ context, request }) => ({
      ...context,
      order: toSalesOrderSelector(context.customerNo, request),
      packageNo: request.PackageNo,
      mishap: request.Mishap,
      message: request.Message ?? '',
    }),
    reply: ({ reference, orderNo, packages }) => ({
      TransactionReferenceNumber: reference,
      OrderNo: orderNo,
      Packages: packages.map(({ packageNo, trackingNo, status, estimatedDeliveryDate }) => ({
        PackageNo: packageNo,
        TrackingNo: trackingNo,
        Status: status,
        EstimatedDeliveryDate: estimatedDeliveryDate === undefined ? '' : formatUsDate(estimatedDeliveryDate),
      })),
    }),
  },
});
