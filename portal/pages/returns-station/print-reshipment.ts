/** Prints the slip and label of a reshipment. */
import { call } from '../../api/client.ts';
import { printDocument } from '../../design/print-document.ts';
import type { Reshipment } from './returns-station.ts';

/** The timeout: the document includes the carrier's labels, which may take long to load. */
const documentMs = 60_000;

/** Returns the function that prints. Throws when the document cannot be loaded, as while the reshipment is not packed. */
export async function loadReshipment({ RMANumber, ...reshipment }: Reshipment): Promise<() => void> {
  const { File } = await call('/api/Returns/ReshipLabel', reshipment, AbortSignal.timeout(documentMs));
  return () => printDocument(Uint8Array.fromBase64(File), `Reshipment of ${RMANumber}`);
}
