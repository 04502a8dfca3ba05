/**
 * The labels that carriers made. They are downloaded and stored before the first print, so that printing them again needs no carrier
 * until the files are deleted, 30 days later at the earliest (printed-document-sweep.ts); downloading costs nothing (decision 26).
 */
import type { PrintableFile } from '../../drawing/file-sheets.ts';
import { readResponseBytes } from '../../lib/response-bytes.ts';
import type { Environment } from '../../platform/environment.ts';
import { AppError } from '../../platform/errors.ts';
import { carrierConnectionOf } from '../carrier-connection.ts';
import type { LabelIntent } from '../label-plan.ts';
import { readStoredLabelFiles, saveLabelFiles } from './printed-document-store.ts';

const timeoutMs = 15_000;
const maxBytes = 5 * 1024 ** 2;
const maxConcurrent = 4;

/** A bought label with the URL from which the carrier returns it. */
export type CarrierLabel = Pick<LabelIntent, 'customerNo' | 'orderId' | 'intentId' | 'labelUrl'>;

/**
 * The files of `labels`, in their order, undefined where there is no label; downloads those that are not stored, and stores them.
 * @throws AppError `Unavailable` (503) with a carrier fault when a file is neither stored nor downloaded
 */
export async function readOrDownloadCarrierLabelFiles(
  environment: Environment,
  labels: readonly (CarrierLabel | undefined)[],
): Promise<(PrintableFile | undefined)[]> {
  const { db } = environment;
  const bought = labels.filter((label) => label !== undefined);
  const stored = new Map((await readStoredLabelFiles(db, bought)).map((each) => [each.intentId, each]));
  const missing = bought.filter(({ intentId }) => !stored.has(intentId));
  for (let from = 0; from < missing.length; from += maxConcurrent) {
    const portion = missing.slice(from, from + maxConcurrent);
    const files = await Promise.all(
      portion.map(async (label) => {
        const { customerNo, orderId, intentId } = label;
        return { customerNo, orderId, intentId, ...(await downloadLabel(environment, label)) };
      }),
    );
    await db.write(async (tx) => saveLabelFiles(tx, files), files[0]);
    // Of two that downloaded it, the file that was stored first is printed by both.
    const saved = await readStoredLabelFiles(db, portion);
    for (const each of [...files, ...saved]) stored.set(each.intentId, each);
  }
  return labels.map((label) => {
    const found = label && stored.get(label.intentId);
    return found && { kind: found.kind, file: found.file };
  });
}

/**
 * Downloads a document that a carrier made, from an https: address or `trustedOrigin`. Throws when the carrier does not return a PDF or
 * PNG of at most `maxBytes` in time. Its errors do not contain the URL, which gives access to it.
 */
export async function downloadCarrierFile(url: string, trustedOrigin: string): Promise<PrintableFile> {
  // The errors of `fetch` and `URL` would contain it.
  const address = URL.parse(url);
  if (address === null) throw new Error('not an address');
  if (address.protocol !== 'https:' && address.origin !== trustedOrigin) throw new Error('not an https: address');
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const file = await readResponseBytes(response, maxBytes);
  const kind = kindOf(file);
  if (kind === undefined) throw new Error('neither PDF nor PNG');
  return { kind, file };
}

async function downloadLabel(environment: Environment, { labelUrl }: CarrierLabel): Promise<PrintableFile> {
  try {
    const connection = carrierConnectionOf(environment);
    if (connection === undefined) throw new Error('no carrier is connected');
    return await downloadCarrierFile(labelUrl, connection.trustedOrigin);
  } catch (error) {
    // The URL gives access to the label, so it is not logged.
    environment.logger.warn(
      { reason: error instanceof Error ? error.message : String(error) },
      'a carrier label cannot be downloaded',
    );
    const message = 'the carrier does not return the purchased label';
    const fault = { field: '', code: 'CarrierFailed', message, source: 'Carrier' } as const;
    const reason = `The carrier does not return the purchased label. Send the request again; the label is not bought twice.`;
    throw new AppError({ code: 'Unavailable', reason, faults: [fault] }, { retryAfterSeconds: 10 });
  }
}

function kindOf(file: Uint8Array): PrintableFile['kind'] | undefined {
  const start = Buffer.from(file.subarray(0, 8)).toString('latin1');
  if (start.startsWith('%PDF-')) return 'pdf';
  return start === '\x89PNG\r\n\x1a\n' ? 'png' : undefined;
}
