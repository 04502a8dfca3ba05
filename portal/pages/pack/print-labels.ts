/**
 * Prints the stored slip and labels of an order. Documents are printed from a frame of this page, so that kiosk printing needs no dialog; ZPL is saved as a
 * file, which the station passes on to its label printer (docs/operating.md).
 */
import { call, type RequestOf } from '../../api/client.ts';
import { saveBlob } from '../../design/save-file.ts';
import styles from './pack-page.module.css';
import type { PackingSession } from './packing-station.ts';

type Format = NonNullable<RequestOf<'/api/Floor/Reprint'>['Format']>;

/** What a station prints, which depends on the printers beside it. */
export const printers = [
  { value: 'documents', label: 'Slip and labels' },
  { value: 'labels', label: 'Labels only' },
  { value: 'zpl', label: 'Slip, labels as ZPL' },
] as const;
export type Printer = (typeof printers)[number]['value'];

const formatsOf: Readonly<Record<Printer, readonly Format[]>> = {
  documents: ['FullPDF'],
  labels: ['LabelPDF'],
  zpl: ['LabelZPL', 'SlipPDF'],
};

const place = 'dray.station.printer';

/** Of this computer. */
export function keptPrinter(): Printer {
  const kept = localStorage.getItem(place);
  return printers.find(({ value }) => value === kept)?.value ?? 'documents';
}

export const keepPrinter = (printer: Printer): void => localStorage.setItem(place, printer);

const documentMs = 65_000;

let printed: { readonly frame: HTMLIFrameElement; readonly url: string } | undefined;

/** Throws when the document cannot be had. Nothing is bought, however often it is printed. */
export async function printLabels({ CustomerNo, TransactionReferenceNumber, OrderNo }: PackingSession): Promise<void> {
  const order = { CustomerNo, TransactionReferenceNumber };
  for (const Format of formatsOf[keptPrinter()]) {
    const request = { ...order, Format };
    const { File } = await call('/api/Floor/Reprint', request, AbortSignal.timeout(documentMs));
    const bytes = Uint8Array.fromBase64(File);
    if (Format === 'LabelZPL') saveBlob(`${OrderNo}.zpl`, new Blob([bytes], { type: 'application/octet-stream' }));
    else printDocument(bytes);
  }
}

function printDocument(bytes: Uint8Array<ArrayBuffer>): void {
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
