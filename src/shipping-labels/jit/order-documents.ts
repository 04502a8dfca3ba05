/** Draws the documents of orders, in worker threads. One pool per process, shared by both environments. */
import type { PrintableFile } from '../../drawing/file-sheets.ts';
import type { Environment } from '../../platform/environment.ts';
import { type Outcome, refuse, refuseState } from '../../platform/errors.ts';
import { readOrderDetails, readSalesOrders, type SalesOrderKey } from '../../sales-orders/index.ts';
import { isLive, readPackages } from '../../warehouse/index.ts';
import { carrierConnectionOf, carrierModeOf } from '../carrier-connection.ts';
import type { ManifestContent } from '../manifest-layout.ts';
import { fetchCarrierLabels } from './carrier-labels.ts';
import type { LabelContent, PrintFormat } from './label-content.ts';
import { readLabelData } from './label-data.ts';
import { RenderPool } from './render-pool.ts';

const renderPool = new RenderPool();

/** Draws content with the labels that the carrier made, where there are any; base64. */
export async function renderDocument(
  environment: Environment,
  { content, labelUrls }: { readonly content: LabelContent; readonly labelUrls: readonly string[] },
  format: PrintFormat,
): Promise<string> {
  const account = carrierConnectionOf(environment);
  const carrierLabels = account && (await fetchCarrierLabels(labelUrls, { ...account, logger: environment.logger }));
  return await renderPool.render({ content, format, ...(carrierLabels && { carrierLabels }) });
}

/** Draws a manifest, after the forms that its carrier made; base64. */
export const manifestDocument = (manifest: ManifestContent, carrierForms: readonly PrintableFile[]): Promise<string> =>
  renderPool.render({ manifest, carrierForms });

/**
 * The labels that the carrier made for a packed order, and its packing slip, drawn from the stored packages: nothing is bought.
 * Refusals: `NotFound`, also when its recipient was erased; `StateForbids` when it has no labels.
 */
export async function packedOrderDocument(
  environment: Environment,
  order: SalesOrderKey,
  { format, customerName }: { readonly format: PrintFormat; readonly customerName: string },
): Promise<Outcome<string>> {
  const found = await environment.db.snapshot(
    async (reader): Promise<Outcome<Parameters<typeof renderDocument>[1]>> => {
      const [stored] = await readSalesOrders(reader, [order]);
      const details = stored && (await readOrderDetails(reader, [stored])).get(stored.orderId);
      if (stored === undefined || details === undefined)
        return refuse('NotFound', 'There is no such order, or it was erased.');
      const none = refuseState(stored.status, `Order ${stored.orderNo} has no labels (status ${stored.status}).`);
      const live = (await readPackages(reader, [stored])).filter(isLive);
      if (live.length === 0) return none;
      const data = await readLabelData(reader, [stored], carrierModeOf(environment), () => customerName);
      // Packages exist, so none are planned.
      const labeled = data.packages(stored, details, stored.acceptedAt);
      if (labeled === undefined) return none;
      const content = data.print(stored, details, stored.jitLabelId ?? stored.orderId, labeled.packages);
      return { ok: { content, labelUrls: labeled.labelUrls } };
    },
  );
  return 'refused' in found ? found : { ok: await renderDocument(environment, found.ok, format) };
}
