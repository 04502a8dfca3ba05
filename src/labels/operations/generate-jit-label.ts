/** POST /api/SalesOrder/GenerateJitLabel (interface: GenerateJitLabel; decisions 6, 11 and 26). */
import Type, { type Static } from 'typebox';
import { code, name, text } from '../../contract/fields.ts';
import { AppError } from '../../platform/errors.ts';
import { type Call, defineCommand } from '../../platform/http/operation.ts';
import { carrierAccountOf, carriersOf, labelPlaceOf } from '../../warehouse/index.ts';
import { awaitLabels } from '../await-labels.ts';
import { fetchCarrierLabels } from '../carrier-labels.ts';
import { examplePdf } from '../example-label.ts';
import { jitLabelGeneration, type LabelAnswer } from '../generate-labels.ts';
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

/** An order that is updated again and again while its labels are bought is not followed for ever. */
const mostTurns = 4;

async function execute(call: Call<Static<typeof request>>): Promise<Static<typeof reply>> {
  const { environment, request: asked } = call;
  const format: LabelFormat = asked.AlternateLabelFormat ?? 'FullPDF';
  const { document, labelUrls } = await labelledOrder(call);
  const account = carrierAccountOf(environment);
  const carrierLabels = account && (await fetchCarrierLabels(labelUrls, { ...account, logger: environment.logger }));
  return {
    OrderNo: document.orderNo,
    JITLabelID: document.labelId,
    DataFormat: format.endsWith('PDF') ? 'application/pdf;base64' : 'image/png;base64',
    File: await renderers.render({ document, format, ...(carrierLabels && { carrierLabels }) }),
  };
}

/** The order with its labels, which are bought first where it has none. */
async function labelledOrder(call: Call<Static<typeof request>>): Promise<Extract<LabelAnswer, { state: 'labelled' }>> {
  const { environment, caller, request: asked, reference, operation, unknownProperties } = call;
  const { customerNo, customerName } = caller;
  const place = labelPlaceOf(environment);
  const deadline = performance.now() + (carrierAccountOf(environment)?.patienceMs ?? 0);
  for (let turn = 1; turn <= mostTurns; turn += 1) {
    const outcome = await environment.lanes.submit(jitLabelGeneration, {
      order: asked.TransactionReferenceNumber
        ? { customerNo, reference: asked.TransactionReferenceNumber }
        : { customerNo, orderNo: asked.OrderNo, shipmentKey: asked.ShipmentKey },
      customerName,
      carriers: carriersOf(environment),
      reference,
      operation,
      actor: caller.userKey,
      unknownProperties,
    });
    if ('refused' in outcome) throw new AppError(outcome.refused);
    if ('kept' in outcome) throw new Error('a label was submitted without a key and answered from one');
    if (outcome.done.state === 'labelled') return outcome.done;
    if (place === undefined) throw new Error('a label is to be bought where no carrier is configured');
    const unsettled = await awaitLabels(place, outcome.done.order, deadline);
    if (unsettled !== undefined) throw notYet(unsettled.retryAfterSeconds);
  }
  throw notYet(1);
}

/** Whoever asks again gets the same label: it is not bought twice. */
function notYet(retryAfterSeconds: number): AppError {
  const message = 'the carrier has not given the label yet';
  const reason = `${message}: ask again, it is bought once`;
  const fault = { field: '', code: 'CarrierFailed', message, source: 'Carrier' } as const;
  return new AppError({ code: 'Unavailable', reason, faults: [fault] }, { retryAfterSeconds });
}

export const generateJitLabel = defineCommand({
  path: '/api/SalesOrder/GenerateJitLabel',
  // It waits for the carrier, and then for a drawing.
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
    403: 'The order is not of type JIT, is cancelled, has no usable address or nothing to pack; the carrier refuses it; no carrier is configured; or the credentials lack the right to write.',
    404: 'There is no such order.',
  },
  execute,
});
