/** Prints the slip and label of a reshipment; shows an error while it is not packed. */
import { call } from '../../api/client.ts';
import { printDocument } from '../../design/print-document.ts';
import { notifyError } from '../../design/toasts.tsx';
import type { StationReturn } from './returns-station.ts';

/** The timeout: the document includes the carrier's labels, which may take long to load. */
const documentMs = 60_000;

export async function printReshipment(
  { CustomerNo, TransactionReferenceNumber, RMANumber }: StationReturn,
  { ReshipReferenceNumber }: StationReturn['Findings'][number],
): Promise<void> {
  const request = { CustomerNo, TransactionReferenceNumber, ReshipReferenceNumber };
  try {
    const { File } = await call('/api/Returns/ReshipLabel', request, AbortSignal.timeout(documentMs));
    printDocument(Uint8Array.fromBase64(File), `Reshipment of ${RMANumber}`);
  } catch (failure) {
    notifyError(failure);
  }
}
