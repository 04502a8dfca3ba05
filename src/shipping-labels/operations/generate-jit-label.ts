/** POST /api/SalesOrder/GenerateJitLabel (interface: GenerateJitLabel; decisions 6, 11 and 26). */

import Type, { type Static } from 'typebox';
import { codeField, identifierField, textField, textOrNumberField } from '../../contract/fields.ts';
import { createExamplePdf, createExamplePng, labelSizeIn, packingSlipSizeIn } from '../../drawing/example-label.ts';
import { AppError } from '../../platform/errors.ts';
import { defineCommand, type OperationCall } from '../../platform/http/operation.ts';
import { carrierConnectionOf, carrierModeOf, labelDepsOf } from '../carrier-connection.ts';
import { type JitLabelResult, jitLabelGenerationWriter } from '../jit/generate-labels.ts';
import { type LabelFormat, labelFormats } from '../jit/label-content.ts';
import { renderOrderDocumentAsBase64 } from '../jit/order-documents.ts';
import { buyOrAwaitLabels } from '../label-work.ts';

const request = Type.Object(
  {
    OrderNo: identifierField('Number of an order of type JIT, created with CreateSalesOrder.', {
      maxLength: 30,
    }),
    AlternateLabelFormat: Type.Optional(
      codeField('A full format has packing slip and labels, a label format the labels only.', labelFormats, {
        default: 'FullPDF',
      }),
    ),
    ShipmentKey: Type.Optional(
      textOrNumberField('Selects one of several shipments of an order number; absent, all match.'),
    ),
    TransactionReferenceNumber: Type.Optional(
      textField('Any reference returned for the order; identifies it instead of OrderNo, which is then ignored.'),
    ),
  },
  { title: 'GenerateJitLabelRequest' },
);

const dataFormats = ['application/pdf;base64', 'image/png;base64'] as const;

const reply = Type.Object(
  {
    OrderNo: Type.String({ description: 'Order number.' }),
    JITLabelID: Type.String({
      description: 'The permanent label id, as scanned at the warehouse.',
    }),
    DataFormat: codeField('Format of File.', dataFormats, { default: 'application/pdf;base64' }),
    File: Type.String({ description: 'The content, base64-encoded.', contentEncoding: 'base64' }),
  },
  { title: 'JitLabel' },
);

const dataFormatOf = (format: LabelFormat): (typeof dataFormats)[number] =>
  format.endsWith('PDF') ? 'application/pdf;base64' : 'image/png;base64';

/** A document in the requested format, as the mock returns it. */
function exampleLabel(orderNo: string, format: LabelFormat): Static<typeof reply> {
  const labelId = 'JIT-W100-7K3M9QX2PA';
  const label = { ...labelSizeIn, lines: ['EXAMPLE LABEL', labelId, `Order ${orderNo}`] };
  const slip = { ...packingSlipSizeIn, lines: ['EXAMPLE PACKING SLIP', `Order ${orderNo}`] };
  const pages = format.startsWith('Full') ? [slip, label] : [label];
  const File = format.endsWith('PDF') ? createExamplePdf(pages) : createExamplePng(pages);
  return { OrderNo: orderNo, JITLabelID: labelId, DataFormat: dataFormatOf(format), File };
}

/** Limit for an order that keeps changing while its labels are bought. */
const maxAttempts = 4;

async function execute(call: OperationCall<Static<typeof request>>): Promise<Static<typeof reply>> {
  const { environment, request: requested } = call;
  const format: LabelFormat = requested.AlternateLabelFormat ?? 'FullPDF';
  const labeled = await labeledOrder(call);
  const { content } = labeled;
  return {
    OrderNo: content.orderNo,
    JITLabelID: content.labelId,
    DataFormat: dataFormatOf(format),
    File: await renderOrderDocumentAsBase64(environment, labeled, format),
  };
}

/** Returns the order's labels; buys them first when it has no current ones. */
async function labeledOrder(
  call: OperationCall<Static<typeof request>>,
): Promise<Extract<JitLabelResult, { state: 'labeled' }>> {
  const { environment, caller, context, request: requested } = call;
  const { customerNo, customerName } = caller;
  const deps = labelDepsOf(environment);
  const deadline = performance.now() + (carrierConnectionOf(environment)?.maxLabelWaitMs ?? 0);
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const outcome = await environment.writeQueue.submit(jitLabelGenerationWriter, {
      ...context,
      order: requested.TransactionReferenceNumber
        ? { customerNo, reference: requested.TransactionReferenceNumber }
        : { customerNo, orderNo: requested.OrderNo, shipmentKey: requested.ShipmentKey },
      customerName,
      carriers: carrierModeOf(environment),
    });
    if ('refused' in outcome) throw new AppError(outcome.refused);
    if (outcome.ok.state === 'labeled') return outcome.ok;
    if (deps === undefined) throw new Error('a label has to be bought but no carrier is connected');
    const stillPending = await buyOrAwaitLabels(deps, outcome.ok.order, deadline);
    if (stillPending !== undefined) throw labelPendingError(stillPending.retryAfterSeconds);
  }
  throw labelPendingError(1);
}

/** A retry returns the same label; it is never bought twice. */
function labelPendingError(retryAfterSeconds: number): AppError {
  const message = 'the carrier has not provided the label yet';
  const reason = `The carrier has not provided the label yet. Send the request again; the label is bought only once.`;
  const fault = { field: '', code: 'CarrierFailed', message, source: 'Carrier' } as const;
  return new AppError({ code: 'Unavailable', reason, faults: [fault] }, { retryAfterSeconds });
}

export const generateJitLabelOperation = defineCommand({
  path: '/api/SalesOrder/GenerateJitLabel',
  // Includes the wait for the carrier and the rendering.
  timeoutSeconds: 60,
  tag: 'Fulfillment',
  summary: 'Generate the label of a JIT order',
  description: [
    'Generates the label of a JIT order and returns the document to print: a packing slip of letter size and a label of 4 by 6 inches for each package (full formats), or the labels only; as PDF, or as one black and white PNG at 203 dpi with all pages stacked.',
    '',
    'Idempotent: `JITLabelID` and tracking numbers stay the same in every format. The label shows the current order; call this operation again after an update, because the packing station rejects a label that is out of date (GetDetails says when a new one is needed). The order stays open, and can be updated and canceled, until its label is scanned at the packing station or a carrier has the package.',
    '',
    'In production, labels are bought from the carrier, once, and returned as the carrier provides them; label formats then end with a sheet for the packing station to scan. After an update that affects the shipment, the next call voids them and buys new ones; a cancellation voids them at once. 503 while the carrier has not responded: retry after `Retry-After`. A refusal by the carrier returns 403 with its message in `Errors` (`Source: Carrier`) and puts the order on hold until it is updated.',
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
    example: exampleLabel('JIT260001', 'FullPDF'),
    exampleFor: ({ OrderNo, AlternateLabelFormat = 'FullPDF' }) =>
      // Only ASCII can be drawn without a font file.
      exampleLabel(/^[ -~]+$/.test(OrderNo) ? OrderNo : 'JIT260001', AlternateLabelFormat),
  },
  errors: {
    300: 'Several orders have this OrderNo and no ShipmentKey was given; `Candidates` lists them.',
    400: 'OrderNo is missing or too long, or another field is invalid.',
    403: 'The order is not of type JIT, is canceled, has shipped without a label, has no usable address, no warehouse or nothing to pack, or more units or packages than labels are made for; its warehouse has no address to ship from; its recipient was erased; the carrier refused it; no carrier is connected; or the credentials lack the right to write.',
    404: 'There is no such order.',
  },
  execute,
});
