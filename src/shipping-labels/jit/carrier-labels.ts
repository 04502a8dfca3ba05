/**
 * Downloads carrier labels each time they are printed; they are not stored here, and downloading costs nothing
 * (decision 26).
 */
import type { Logger } from 'pino';
import type { PrintableFile } from '../../drawing/file-sheets.ts';
import { AppError } from '../../platform/errors.ts';

const timeoutMs = 15_000;
const maxBytes = 5 * 1024 ** 2;
const maxConcurrent = 4;

export interface LabelFetching {
  /** Origin that is accepted besides `https:` addresses. */
  readonly trustedOrigin: string;
  readonly logger: Pick<Logger, 'warn'>;
}

/**
 * Downloads carrier labels, in the order of `urls`; undefined for '', a package without a carrier label.
 * @throws AppError `Unavailable` (503) with a carrier fault when a download fails
 */
export async function fetchCarrierLabels(
  urls: readonly string[],
  fetching: LabelFetching,
): Promise<(PrintableFile | undefined)[]> {
  const labels: (PrintableFile | undefined)[] = [];
  for (let from = 0; from < urls.length; from += maxConcurrent) {
    const portion = urls.slice(from, from + maxConcurrent);
    labels.push(...(await Promise.all(portion.map((url) => (url === '' ? undefined : fetchLabel(url, fetching))))));
  }
  return labels;
}

/** Downloads a document that a carrier made. Its errors do not contain the URL, which gives access to it. */
export async function downloadCarrierFile(url: string, trustedOrigin: string): Promise<PrintableFile> {
  if (!url.startsWith('https://') && new URL(url).origin !== trustedOrigin) throw new Error('not an https: address');
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const file = await bytesOf(response);
  const kind = kindOf(file);
  if (kind === undefined) throw new Error('neither PDF nor PNG');
  return { kind, file };
}

async function fetchLabel(url: string, { trustedOrigin, logger }: LabelFetching): Promise<PrintableFile> {
  try {
    return await downloadCarrierFile(url, trustedOrigin);
  } catch (error) {
    // The URL gives access to the label, so it is not logged.
    logger.warn(
      { reason: error instanceof Error ? error.message : String(error) },
      'a carrier label cannot be downloaded',
    );
    const message = 'the carrier does not return the purchased label';
    const fault = { field: '', code: 'CarrierFailed', message, source: 'Carrier' } as const;
    const reason = `The carrier does not return the purchased label. Send the request again; the label is not bought twice.`;
    throw new AppError({ code: 'Unavailable', reason, faults: [fault] }, { retryAfterSeconds: 10 });
  }
}

async function bytesOf(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > maxBytes) throw new Error(`more than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function kindOf(file: Uint8Array): PrintableFile['kind'] | undefined {
  const start = Buffer.from(file.subarray(0, 8)).toString('latin1');
  if (start.startsWith('%PDF-')) return 'pdf';
  return start === '\x89PNG\r\n\x1a\n' ? 'png' : undefined;
}
