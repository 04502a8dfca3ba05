/** Prints the stored slip and labels of an order from a frame of this page, so that kiosk printing needs no dialog. */
import { call } from '../../api/client.ts';
import styles from './pack-page.module.css';
import type { PackingSession } from './packing-station.ts';

const documentMs = 65_000;

let printed: { readonly frame: HTMLIFrameElement; readonly url: string } | undefined;

/** Throws when the document cannot be had. Nothing is bought, however often it is printed. */
export async function printLabels({ CustomerNo, TransactionReferenceNumber }: PackingSession): Promise<void> {
  const request = { CustomerNo, TransactionReferenceNumber };
  const { File } = await call('/api/Floor/Reprint', request, AbortSignal.timeout(documentMs));
  const bytes = Uint8Array.fromBase64(File);
  // The document before is removed now: while it is printed its frame has to stay.
  printed?.frame.remove();
  if (printed !== undefined) URL.revokeObjectURL(printed.url);
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
  const frame = document.createElement('iframe');
  frame.className = styles.print ?? '';
  frame.title = 'Slip and labels';
  frame.tabIndex = -1;
  frame.setAttribute('aria-hidden', 'true');
  frame.src = url;
  frame.addEventListener('load', () => frame.contentWindow?.print());
  document.body.append(frame);
  printed = { frame, url };
}
