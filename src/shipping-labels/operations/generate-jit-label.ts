/** POST /api/SalesOrder/GenerateJitLabel (interface: GenerateJitLabel; decisions 6, 11 and 26). */
import Type, { type Static } from 'typebox';
import { codeField, nameField, textField } from '../../contract/fields.ts';
import { examplePdf } from '../../drawing/example-pdf.ts';
import { AppError } from '../../platform/errors.ts';
import { defineCommand, type OperationCall } from '../../platform/http/operation.ts';
import { carrierConnectionOf, carrierModeOf, labelDepsOf } from '../carrier-connection.ts';
import { awaitLabels } from '../jit/await-labels.ts';
import { fetchCarrierLabels } from '../jit/carrier-labels.ts';
import { type JitLabelResult, jitLabelGeneration } from '../jit/generate-labels.ts';
import { type LabelFormat, labelFormats } from '../jit/label-content.ts';
import { RenderPool } from '../jit/render-pool.ts';

const request = Type.Object(
  {
    OrderNo: nameField('The order number; the order was created with CreateSalesOrder and is of type JIT.', {
      maxLength: 30,
    }),
    AlternateLabelFormat: Type.Optional(
      codeField('A full format gives packing slip and label, a label format the label only.', labelFormats, {
        default: 'FullPDF',
      }),
    ),
    ShipmentKey: Type.Optional(textField('Tells shipments of one order number apart; without it all match.')),
    TransactionReferenceNumber: Type.Optional(
      textField('Any reference answered for the order; names it instead of OrderNo, which is then ignored.'),
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
    DataFormat: codeField('What File is.', dataFormats, { default: 'application/pdf;base64' }),
    File: Type.String({ description: 'The document, base64-encoded.', contentEncoding: 'base64' }),
  },
  { title: 'JitLabel' },
);

/** One per process, shared by both environments. */
const renderPool = new RenderPool();

/** Limit for an order that keeps changing while its labels are bought. */
const maxAttempts = 4;

async function execute(call: OperationCall<Static<typeof request>>): Promise<Static<typeof reply>> {
  const { environment, request: asked } = call;
  const format: LabelFormat = asked.AlternateLabelFormat ?? 'FullPDF';
  const { document, labelUrls } = await labeledOrder(call);
  const account = carrierConnectionOf(environment);
  const carrierLabels = account && (await fetchCarrierLabels(labelUrls, { ...account, logger: environment.logger }));
  return {
    OrderNo: document.orderNo,
    JITLabelID: document.labelId,
    DataFormat: format.endsWith('PDF') ? 'application/pdf;base64' : 'image/png;base64',
    File: await renderPool.render({ document, format, ...(carrierLabels && { carrierLabels }) }),
  };
}

/** Returns the order's labels; buys them first when it has none. */
async function labeledOrder(
  call: OperationCall<Static<typeof request>>,
): Promise<Extract<JitLabelResult, { state: 'labeled' }>> {
  const { environment, caller, context, request: asked } = call;
  const { customerNo, customerName } = caller;
  const deps = labelDepsOf(environment);
  const deadline = performance.now() + (carrierConnectionOf(environment)?.maxLabelWaitMs ?? 0);
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const outcome = await environment.writeQueue.submit(jitLabelGeneration, {
      ...context,
      order: asked.TransactionReferenceNumber
        ? { customerNo, reference: asked.TransactionReferenceNumber }
        : { customerNo, orderNo: asked.OrderNo, shipmentKey: asked.ShipmentKey },
      customerName,
      carriers: carrierModeOf(environment),
    });
    if ('refused' in outcome) throw new AppError(outcome.refused);
    if ('kept' in outcome) throw new Error('a label was submitted without a key and answered from one');
    if (outcome.done.state === 'labeled') return outcome.done;
    if (deps === undefined) throw new Error('a label is to be bought where no carrier is configured');
    const stillPending = await awaitLabels(deps, outcome.done.order, deadline);
    if (stillPending !== undefined) throw labelPendingError(stillPending.retryAfterSeconds);
  }
  throw labelPendingError(1);
}

/** A retry returns the same label; it is never bought twice. */
function labelPendingError(retryAfterSeconds: number): AppError {
  const message = 'the carrier has not given the label yet';
  const reason = `${message}: ask again, it is bought once`;
  const fault = { field: '', code: 'CarrierFailed', message, source: 'Carrier' } as const;
  return new AppError({ code: 'Unavailable', reason, faults: [fault] }, { retryAfterSeconds });
}

export const generateJitLabel = defineCommand({
  path: '/api/SalesOrder/GenerateJitLabel',
  // Includes the wait for the carrier and the rendering.
  timeoutSeconds: 60,
  tag: 'Fulfillment',
  summary: 'Generate the label of a JIT order',
  description: [
    'Gives a JIT order its label, and answers the document to print: a packing slip of letter size and a label of 4 by 6 inches for each package (full formats), or the labels alone; as PDF, or as one black and white PNG at 203 dots an inch with everything stacked.',
    '',
    'An order has one label for good: asked again, in whatever format, `JITLabelID` and tracking numbers stay. It is drawn from the order as it stands; after an update ask again, for the bench does not take an order that has changed since its label was drawn. The order waits until the label is scanned at the bench, then it ships.',
    '',
    'In production the labels are bought of the carrier, once, and shown as the carrier made them; labels alone are followed by a sheet that the bench scans. An update that the carrier must know of, and a cancellation, give them back: the next label asked for is another. 503 while the carrier has not answered: ask again after `Retry-After`. What the carrier refuses is 403, with its words in `Errors` (`Source: Carrier`), and holds the order until it is updated.',
  ].join('\n'),
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
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
      File: examplePdf(['EXAMPLE', 'JIT-W100-7K3M9QX2PA', 'Order JIT260001']),
    },
  },
  errors: {
    300: 'Several orders have this OrderNo and no ShipmentKey was given; `Candidates` lists them.',
    400: 'OrderNo is missing or too long, or another rule is broken.',
    403: 'The order is not of type JIT, is canceled, has no usable address or nothing to pack; the carrier refuses it; no carrier is configured; or the credentials lack the right to write.',
    404: 'There is no such order.',
  },
  execute,
});
