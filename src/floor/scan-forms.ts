/**
 * Scan forms: a carrier scans one form to accept all packages of a manifest (decision 42). Forms are requested after
 * orders went on a manifest and when it departs. A background job makes them: it claims a form, calls the carrier
 * outside any transaction, and records the result. No reply of the carrier stops a departure.
 *
 * A shipment is on one form, even when a process dies between two steps: the form is stored with its shipments before
 * the call, a form that was attempted before is first looked up by a shipment, and the carrier refuses a second form of
 * a shipment.
 */
import type { CarrierResult, ScanForm } from '../carriers/index.ts';
import type { PrintableFile } from '../drawing/file-sheets.ts';
import type { Environment } from '../platform/environment.ts';
import {
  type BoughtShipment,
  type CarrierConnection,
  carrierConnectionOf,
  computeLabelRetryMinutes,
  downloadCarrierFile,
  findVoidedShipments,
  readBoughtShipments,
} from '../shipping-labels/index.ts';
import { listUndepartedFloorWorkOfManifest, readFloorWorkPages } from './floor-lists.ts';
import type { Manifest } from './manifest-store.ts';
import {
  claimScanForm,
  insertScanFormRequests,
  type ManifestScanForm,
  postponeScanForm,
  recordScanFormMade,
  recordScanFormRefused,
  removeScanFormShipments,
  saveCarrierScanFormId,
} from './scan-form-store.ts';

/** Longer than the calls for a form take. If two processes work on one, the carrier refuses the second form. */
const leaseSeconds = 300;
/** EasyPost makes a form in the background, mostly within seconds. */
const pollSeconds = 30;
/** From this attempt on, a form that the carrier is making is read after `computeLabelRetryMinutes` instead of after `pollSeconds`. */
const maxPolls = 10;
/** About two days: the packages have left, and the carrier makes no form of labels of earlier days. */
const maxAttempts = 50;

/**
 * Requests the forms of the orders on a manifest, except orders with a box in `missing`; `makeScanForms`
 * calls the carrier. A repeated call requests them only for orders that were added. Boxes of accounts without
 * forms are left out; when no account of the carrier makes forms, nothing happens.
 */
export async function requestScanForms(
  environment: Environment,
  { manifestId, carrier }: Manifest,
  missing: readonly string[] = [],
): Promise<void> {
  const gateway = carrierConnectionOf(environment)?.gateway;
  if (gateway?.hasScanForms(carrier) !== true) return;
  const { db } = environment;
  const left = new Set(missing);
  const shipments: BoughtShipment[] = [];
  for await (const works of readFloorWorkPages((page) => listUndepartedFloorWorkOfManifest(db, manifestId, page))) {
    const leaving = works.filter(({ trackingNos }) => !trackingNos.some((trackingNo) => left.has(trackingNo)));
    const boxes = new Set(leaving.flatMap(({ trackingNos }) => trackingNos));
    shipments.push(
      ...(await readBoughtShipments(db, leaving)).filter(
        ({ trackingNo, through }) => boxes.has(trackingNo) && gateway.hasScanForms(carrier, through),
      ),
    );
  }
  if (shipments.length > 0) await db.write((tx) => insertScanFormRequests(tx, manifestId, shipments));
}

/** Makes all forms that are due. Safe to run concurrently and after any crash. */
export async function makeScanForms(environment: Environment, signal?: AbortSignal): Promise<void> {
  const { db, logger } = environment;
  const connection = carrierConnectionOf(environment);
  while (connection !== undefined && !signal?.aborted) {
    const form = await db.write((tx) => claimScanForm(tx, leaseSeconds));
    if (form === undefined) return;
    try {
      await makeForm(environment, connection, form);
    } catch (err) {
      const { formId, manifestId } = form;
      logger.error({ err, formId, manifestId }, 'a scan form failed and is retried later');
      await postpone(environment, form, 'internal error');
    }
  }
}

async function makeForm(
  environment: Environment,
  connection: CarrierConnection,
  requested: ManifestScanForm,
): Promise<void> {
  const { db } = environment;
  const form = await withoutVoided(environment, requested);
  if (form.shipments.length === 0) {
    await db.write((tx) => recordScanFormRefused(tx, form.formId, 'All its labels were voided.'));
    return;
  }
  const reply = await askForForm(environment, connection, form);
  if (reply.outcome === 'unclear') {
    await postpone(environment, form, messageText(reply), reply.retryAfterSeconds);
    return;
  }
  if (reply.outcome === 'refused') {
    // The carrier refuses all shipments when one label was voided since the form was read: retry without it.
    if ((await withoutVoided(environment, form)).shipments.length < form.shipments.length) {
      await postpone(environment, form, messageText(reply), 0);
      return;
    }
    await db.write((tx) =>
      recordScanFormRefused(tx, form.formId, messageText(reply) || 'The carrier refused the form.'),
    );
    return;
  }
  const { status, message, url } = reply.data;
  if (status === 'failed') {
    await db.write((tx) => recordScanFormRefused(tx, form.formId, message || 'The carrier could not make the form.'));
    return;
  }
  if (status === 'creating' || url === '') {
    const seconds = form.attempts < maxPolls ? pollSeconds : undefined;
    await postpone(environment, form, 'the carrier is making the form', seconds);
    return;
  }
  let file: PrintableFile;
  try {
    file = await downloadCarrierFile(url, connection.trustedOrigin);
  } catch (error) {
    // Its message does not contain the URL, which gives access to the form.
    const why = error instanceof Error ? error.message : String(error);
    await postpone(environment, form, `the form cannot be downloaded: ${why}`);
    return;
  }
  await db.write((tx) => recordScanFormMade(tx, form.formId, file));
}

/** Removes shipments with voided labels from a form that the carrier does not have yet. */
async function withoutVoided({ db }: Environment, form: ManifestScanForm): Promise<ManifestScanForm> {
  if (form.carrierFormId !== undefined) return form;
  const voided = await findVoidedShipments(db, form.shipments);
  if (voided.size === 0) return form;
  await db.write((tx) => removeScanFormShipments(tx, form.formId, [...voided]));
  return { ...form, shipments: form.shipments.filter((id) => !voided.has(id)) };
}

/** Reads, finds or creates the carrier's form. Its id is saved before anything else happens. */
async function askForForm(
  { db }: Environment,
  { gateway }: CarrierConnection,
  { formId, carrierFormId, shipments, attempts, through }: ManifestScanForm,
): Promise<CarrierResult<ScanForm>> {
  if (carrierFormId !== undefined) return await gateway.parseScanForm(carrierFormId, through);
  const [first = ''] = shipments;
  const readFound = async (found: string): Promise<CarrierResult<ScanForm>> =>
    await gateway.parseScanForm(await db.write((tx) => saveCarrierScanFormId(tx, formId, found)), through);
  if (attempts > 1) {
    const earlier = await gateway.findScanForm(first, through);
    if (earlier.outcome !== 'ok') return earlier;
    if (earlier.data.formId !== undefined) return await readFound(earlier.data.formId);
  }
  const created = await gateway.createScanForm(shipments, through);
  if (created.outcome === 'ok') {
    const saved = await db.write((tx) => saveCarrierScanFormId(tx, formId, created.data.formId));
    return saved === created.data.formId ? created : await gateway.parseScanForm(saved, through);
  }
  if (created.outcome === 'unclear') return created;
  // An earlier request may have created the form after the lookup.
  const found = await gateway.findScanForm(first, through);
  if (found.outcome === 'ok' && found.data.formId !== undefined) return await readFound(found.data.formId);
  return found.outcome === 'unclear' ? found : created;
}

async function postpone(
  { db, logger }: Environment,
  { formId, manifestId, attempts }: ManifestScanForm,
  response: string,
  seconds = computeLabelRetryMinutes(attempts) * 60,
): Promise<void> {
  if (attempts >= maxAttempts) {
    await db.write((tx) => recordScanFormRefused(tx, formId, `Given up after ${attempts} attempts: ${response}`));
    logger.error({ formId, manifestId, attempts, response }, 'a scan form is given up');
    return;
  }
  await db.write((tx) => postponeScanForm(tx, formId, seconds, response));
  logger.warn({ formId, manifestId, attempts, seconds, response }, 'a scan form is retried later');
}

const messageText = ({ messages }: CarrierResult<unknown>): string =>
  messages
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join('; ');
