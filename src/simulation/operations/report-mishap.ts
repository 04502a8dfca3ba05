/** POST /api/Simulation/ReportMishap: something goes wrong with a package on its way (decisions 2 and 11). Test only. */
import Type, { type Static } from 'typebox';
import { codeField, textField } from '../../contract/fields.ts';
import { referenceExample, TransactionReference } from '../../contract/orders.ts';
import { formatDate } from '../../lib/dates.ts';
import { defineInternalChange } from '../../platform/http/internal-operation.ts';
import { checkOrderName, ignoredWhenReferenced } from '../../sales-orders/index.ts';
import { exceptionKinds } from '../delivery-exceptions.ts';
import { type ExceptionReport, exceptionReports, type ReportedException } from '../report-exceptions.ts';

const request = Type.Object(
  {
    OrderNo: Type.Optional(textField('The order number; ignored when TransactionReferenceNumber is given.')),
    TransactionReferenceNumber: Type.Optional(textField('Any reference answered for the order.')),
    ShipmentKey: Type.Optional(textField('Tells shipments of one order number apart; without it all match.')),
    PackageNo: Type.Optional(
      Type.Integer({
        description: 'Which package, from 1 within the order; by default every one that is on its way.',
        minimum: 1,
      }),
    ),
    Mishap: codeField('What goes wrong.', exceptionKinds),
    Message: Type.Optional(
      textField("The carrier's words for it, as GetDetails shows them; usual ones by default.", { maxLength: 200 }),
    ),
  },
  { title: 'ReportMishapRequest' },
);
type Request = Static<typeof request>;

const reply = Type.Object(
  {
    TransactionReferenceNumber: TransactionReference,
    OrderNo: Type.String({ description: 'The order.' }),
    Packages: Type.Array(
      Type.Object(
        {
          PackageNo: Type.Integer({ description: 'From 1 within the order.' }),
          TrackingNo: Type.String({ description: 'Tracking number.' }),
          Status: Type.String({ description: 'What GetDetails shows now.' }),
          EstimatedDeliveryDate: Type.String({
            description: "MM/DD/YYYY, by the carrier's new plan; '' where none is published.",
          }),
        },
        { title: 'BefallenPackage' },
      ),
      { description: 'The packages that it befell.' },
    ),
  },
  { title: 'MishapReported' },
);

const sentName = ({ TransactionReferenceNumber, OrderNo }: Partial<Request>) => ({
  TransactionReferenceNumber,
  orderNo: OrderNo,
});

export const reportMishap = defineInternalChange<typeof request, typeof reply, ExceptionReport, ReportedException>({
  name: 'ReportMishap',
  summary: 'Lets something go wrong with a package on its way.',
  description: [
    "The carrier reports it now, by the customer's clock, and the rest of the journey follows from it:",
    '',
    '- `ATTEMPT FAILED`: EXCEPTION; the carrier tries again on its next working day.',
    '- `DELAYED`: IN TRANSIT; it arrives a working day later than planned.',
    '- `EXCEPTION`: EXCEPTION; it goes on, and arrives a working day later than planned.',
    '- `DAMAGED`: DAMAGED; it goes no further. Send it back with `Simulation/ReturnSalesOrder`, as anything else that is to come back undelivered.',
  ].join('\n'),
  request,
  ignores: ignoredWhenReferenced(['OrderNo', 'ShipmentKey']),
  requestExample: { OrderNo: 'CLB260001', PackageNo: 1, Mishap: 'ATTEMPT FAILED' },
  reply: {
    status: 200,
    description: 'It has happened.',
    schema: reply,
    example: {
      TransactionReferenceNumber: referenceExample,
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
    300: 'Several orders have this OrderNo and no ShipmentKey was given; `Candidates` lists them.',
    400: 'Neither OrderNo nor TransactionReferenceNumber was given, another Mishap, or the order has no such package.',
    403: "No carrier has the package: it has not left, is delivered, damaged or on its way back, or is fetched at the warehouse. An attempt cannot fail where it is fetched at a carrier's location. Or the credentials lack the right to write.",
    404: 'There is no such order.',
  },
  check: (sent) => checkOrderName(sentName(sent), 'OrderNo'),
  change: {
    writer: exceptionReports,
    member: ({ context, request: asked }) => ({
      ...context,
      order: asked.TransactionReferenceNumber
        ? { customerNo: context.customerNo, reference: asked.TransactionReferenceNumber }
        : { customerNo: context.customerNo, orderNo: asked.OrderNo ?? '', shipmentKey: asked.ShipmentKey },
      packageNo: asked.PackageNo,
      mishap: asked.Mishap,
      message: asked.Message ?? '',
    }),
    reply: ({ reference, orderNo, packages }) => ({
      TransactionReferenceNumber: reference,
      OrderNo: orderNo,
      Packages: packages.map(({ packageNo, trackingNo, status, estimatedDeliveryDate }) => ({
        PackageNo: packageNo,
        TrackingNo: trackingNo,
        Status: status,
        EstimatedDeliveryDate: estimatedDeliveryDate === undefined ? '' : formatDate(estimatedDeliveryDate),
      })),
    }),
  },
});
