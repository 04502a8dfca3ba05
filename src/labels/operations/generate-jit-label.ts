/** POST /api/SalesOrder/GenerateJitLabel (interface: GenerateJitLabel; decisions 6, 11 and 29). */
import Type, { type Static } from 'typebox';
import { code, name, text } from '../../contract/fields.ts';
import { AppError } from '../../platform/errors.ts';
import { type Call, defineQuery } from '../../platform/http/operation.ts';
import { jitLabelGeneration } from '../generate-labels.ts';
import { type LabelFormat, labelFormats } from '../label-document.ts';
import { RenderPool } from '../render-pool.ts';

const request = Type.Object(
  {
    OrderNo: name('The order number; the order was created with CreateSalesOrder and is of type JIT.', {
      maxLength: 30,
    }),
    AlternateLabelFormat: Type.Optional(
      code('A full format gives packing slip and label, a label format the label only.', labelFormats, {
        default: 'FullPDF',
      }),
    ),
    ShipmentKey: Type.Optional(text('Tells shipments of one order number apart; without it all match.')),
    TransactionReferenceNumber: Type.Optional(
      text('Any reference answered for the order; names it instead of OrderNo, which is then ignored.'),
    ),
  },
  { title: 'GenerateJitLabelRequest' },
);

const dataFormats = ['application/pdf;base64', 'image/png;base64'] as const;

const reply = Type.Object(
  {
    OrderNo: Type.String({ description: 'The order.' }),
    JITLabelID: Type.String({
      description: 'The label, as it is scanned at the warehouse; it stays the same for good.',
    }),
    DataFormat: code('What File is.', dataFormats, { default: 'application/pdf;base64' }),
    File: Type.String({ description: 'The document, base64-encoded.', contentEncoding: 'base64' }),
  },
  { title: 'JitLabel' },
);

/** One for the process: both environments draw with the same threads. */
const renderers = new RenderPool();

async function answer(call: Call<Static<typeof request>>): Promise<Static<typeof reply>> {
  const { environment, caller, request: asked, reference, operation, unknownProperties } = call;
  const { customerNo, customerName } = caller;
  const format: LabelFormat = asked.AlternateLabelFormat ?? 'FullPDF';
  const outcome = await environment.lanes.submit(jitLabelGeneration, {
    order: asked.TransactionReferenceNumber
      ? { customerNo, reference: asked.TransactionReferenceNumber }
      : { customerNo, orderNo: asked.OrderNo, shipmentKey: asked.ShipmentKey },
    customerName,
    carriers: environment.name === 'test' ? 'sandbox' : 'none',
    reference,
    operation,
    actor: caller.userKey,
    unknownProperties,
  });
  if ('refused' in outcome) throw new AppError(outcome.refused);
  if ('kept' in outcome) throw new Error('a label was submitted without a key and answered from one');
  const document = outcome.done;
  return {
    OrderNo: document.orderNo,
    JITLabelID: document.labelId,
    DataFormat: format.endsWith('PDF') ? 'application/pdf;base64' : 'image/png;base64',
    File: await renderers.render({ document, format }),
  };
}

export const generateJitLabel = defineQuery({
  path: '/api/SalesOrder/GenerateJitLabel',
  tag: 'Fulfillment',
  summary: 'Generate the label of a JIT order',
  description: [
    'Gives a JIT order its label, and answers the document to print: a packing slip of letter size and a label of 4 by 6 inches for each package (full formats), or the labels alone; as PDF, or as one black and white PNG at 203 dots an inch with everything stacked.',
    '',
    'An order has one label for good: asked again, in whatever format, `JITLabelID` and tracking numbers stay. It is drawn from the order as it stands; after an update ask again, for the bench does not take an order that has changed since its label was drawn. The order waits until the label is scanned at the bench, then it ships.',
  ].join('\n'),
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  right: 'write',
  request,
  requestExample: { OrderNo: 'JIT260001', AlternateLabelFormat: 'FullPDF' },
  reply: {
    status: 200,
    description: 'The label.',
    schema: reply,
    example: {
      OrderNo: 'JIT260001',
      JITLabelID: 'JIT-W100-7K3M9QX2PA',
      DataFormat: 'application/pdf;base64',
      File: 'JVBERi0xLjMKJf////8K',
    },
  },
  errors: {
    300: 'Several orders have this OrderNo and no ShipmentKey was given; `Candidates` lists them.',
    400: 'OrderNo is missing or too long, or another rule is broken.',
    403: 'The order is not of type JIT, is cancelled, has no usable address or nothing to pack; no carrier is configured; or the credentials lack the right to write.',
    404: 'There is no such order.',
  },
  answer,
});
