/** Draws the documents of orders, in worker threads. One pool per process, shared by both environments. */
import { readCustomers } from '../../auth/index.ts';
import type { PrintableFile } from '../../drawing/file-sheets.ts';
import { canonicalJson, sha256 } from '../../lib/canonical-json.ts';
import type { Environment } from '../../platform/environment.ts';
import { type Outcome, refuse, refuseState } from '../../platform/errors.ts';
import { readSalesOrders, type SalesOrderKey } from '../../sales-orders/index.ts';
import type { Package } from '../../warehouse/index.ts';
import type { ManifestContent } from '../manifest-layout.ts';
import { type CarrierLabel, readOrDownloadCarrierLabelFiles } from './carrier-labels.ts';
import type { LabelContent, PrintFormat } from './label-content.ts';
import { readLabelData } from './label-data-lookup.ts';
import { readPrintedDocuments, savePrintedDocuments } from './printed-document-store.ts';
import { DocumentRenderPool } from './render-pool.ts';

const renderPool = new DocumentRenderPool();

/** What is printed of an order, with the bought labels of its packages; undefined for a label that is drawn here. */
export interface OrderDocument {
  readonly content: LabelContent;
  readonly carrierLabels: readonly (CarrierLabel | undefined)[];
  /** The index of the package of which alone the label is printed; absent: of all. */
  readonly only?: number;
}

/** Draws content with the labels that the carrier made, where there are any; base64. */
export async function renderOrderDocumentAsBase64(
  environment: Environment,
  { content, carrierLabels, only }: OrderDocument,
  format: PrintFormat,
): Promise<string> {
  const printed = carrierLabels.map((label, index) => (only === undefined || index === only ? label : undefined));
  return await renderPool.render({
    content,
    format,
    ...(only !== undefined && { only }),
    carrierLabels: await readOrDownloadCarrierLabelFiles(environment, printed),
  });
}

/** Draws a manifest, after the forms that its carrier made; base64. */
export const renderManifestAsBase64 = (
  manifest: ManifestContent,
  carrierForms: readonly PrintableFile[],
): Promise<string> => renderPool.render({ manifest, carrierForms });

/**
 * Renders the labels and the packing slip of a packed order as they were printed first; base64. The first call stores their content, from
 * which later calls render them: nothing is bought, and what is stored needs no carrier. With `packageNo`, of the labels only that of this
 * package. Refusals: `NotFound`, also when its recipient was erased, and for a package that is canceled or that the order does not have;
 * `StateForbids` when it has no labels.
 */
export async function storeAndRenderPackedOrderDocument(
  environment: Environment,
  order: SalesOrderKey,
  format: PrintFormat,
  packageNo?: number,
): Promise<Outcome<string>> {
  const found = await storedDocument(environment, order);
  if ('refused' in found) return found;
  const { packageNos, ...document } = found.ok;
  if (packageNo === undefined) return { ok: await renderOrderDocumentAsBase64(environment, document, format) };
  const only = packageNos.indexOf(packageNo);
  if (only === -1) return refuse('NotFound', `The order has no label of package ${packageNo}.`);
  return { ok: await renderOrderDocumentAsBase64(environment, { ...document, only }, format) };
}

/** Stores what is printed of a labeled order, with the carrier's labels. A failure is only logged: the first print then stores it. */
export async function storePackedOrderDocument(environment: Environment, order: SalesOrderKey): Promise<void> {
  try {
    const found = await storedDocument(environment, order);
    if ('ok' in found) await readOrDownloadCarrierLabelFiles(environment, found.ok.carrierLabels);
  } catch (err) {
    const { customerNo, orderId } = order;
    environment.logger.warn({ err, customerNo, orderId }, 'the document of an order is stored when it is printed');
  }
}

/** Reads the document of an order's present packages; stores it first where it is not. Of two at once, one is stored. */
async function storedDocument(environment: Environment, order: SalesOrderKey): Promise<Outcome<StoredDocument>> {
  const { db } = environment;
  const packed = await readPackedOrder(environment, order);
  if ('refused' in packed) return packed;
  const { key, isStored, ...document } = packed.ok;
  if (isStored) return { ok: document };
  const { content } = document;
  const [saved] = await db.write(async (tx) => savePrintedDocuments(tx, [{ ...key, content }]), key);
  const [first] = saved === undefined ? await readPrintedDocuments(db, [key]) : [];
  return { ok: { ...document, content: first?.content ?? content } };
}

interface StoredDocument extends OrderDocument {
  /** The numbers of the packages in the order, in the order of their labels. */
  readonly packageNos: readonly number[];
}

interface PackedOrder extends StoredDocument {
  readonly key: SalesOrderKey & { readonly packing: Uint8Array };
  /** Otherwise `content` is that of the order as it is now. */
  readonly isStored: boolean;
}

async function readPackedOrder(environment: Environment, wanted: SalesOrderKey): Promise<Outcome<PackedOrder>> {
  const customer = (await readCustomers(environment.db, [wanted.customerNo])).get(wanted.customerNo);
  return await environment.db.snapshot(async (reader): Promise<Outcome<PackedOrder>> => {
    const gone = refuse('NotFound', 'There is no such order, or it was erased.');
    const [order] = await readSalesOrders(reader, [wanted]);
    if (order === undefined) return gone;
    // Bought labels are printed whether or not a carrier is connected now.
    const carriers = environment.name === 'test' ? 'sandbox' : 'gateway';
    const data = await readLabelData(reader, [order], carriers, () => customer?.name ?? '');
    const { details } = data.input(order);
    if (details === undefined) return gone;
    // Packages exist, so none are planned.
    const labeled = data.isPacked(order) ? data.packages(order, details, order.acceptedAt) : undefined;
    if (labeled === undefined)
      return refuseState(order.status, `Order ${order.orderNo} has no labels (status ${order.status}).`);
    const { packages, carrierLabels } = labeled;
    const key = { customerNo: order.customerNo, orderId: order.orderId, packing: packingOf(packages) };
    const [stored] = await readPrintedDocuments(reader, [key]);
    const content = stored?.content ?? data.print(order, details, order.jitLabelId ?? order.orderId, packages);
    const packageNos = packages.map(({ packageNo }) => packageNo);
    return { ok: { key, isStored: stored !== undefined, content, carrierLabels, packageNos } };
  });
}

/** Distinguishes what is printed before and after an order is packed again, with the same label or none, or gets another label. */
const packingOf = (packages: readonly Package[]): Buffer =>
  sha256(
    canonicalJson(
      packages.map(({ packageId, trackingNo, items }) => [
        packageId,
        trackingNo,
        items.map(({ line, units }) => [line, units]),
      ]),
    ),
  );
