/**
 * Prints the stored slip and labels of an order. Documents are printed from a frame of this page, so that kiosk printing needs no dialog; ZPL is saved as a
 * file, which the station passes on to its label printer (docs/operating.md).
 */
import { call, type RequestOf } from '../../api/client.ts';
import { printDocument } from '../../design/print-document.ts';
import { saveBlob } from '../../design/save-file.ts';
import type { PackingSession } from './packing-session.ts';

type Format = NonNullable<RequestOf<'/api/Floor/Reprint'>['Format']>;

/**
 * What a packing station prints for an order, depending on its printers. `zpl`: the slip is printed, and the labels are
 * saved as a ZPL file.
 */
export const printModeOptions = [
  { value: 'documents', label: 'Slip and labels' },
  { value: 'labels', label: 'Labels only' },
  { value: 'zpl', label: 'Slip, labels as ZPL' },
] as const;
export type PrintMode = (typeof printModeOptions)[number]['value'];

const formatsOf: Readonly<Record<PrintMode, readonly Format[]>> = {
  documents: ['FullPDF'],
  labels: ['LabelPDF'],
  zpl: ['LabelZPL', 'SlipPDF'],
};

const storageKey = 'dray.station.printer';

/** The printer that was chosen on this computer; slip and labels by default. */
export function loadPrintMode(): PrintMode {
  const kept = localStorage.getItem(storageKey);
  return printModeOptions.find(({ value }) => value === kept)?.value ?? 'documents';
}

export const savePrintMode = (printer: PrintMode): void => localStorage.setItem(storageKey, printer);

const documentMs = 65_000;

type PrintedOrder = Pick<PackingSession, 'CustomerNo' | 'TransactionReferenceNumber' | 'OrderNo'>;

/**
 * Loads the stored documents of an order, and returns the function that prints them; never buys a label. Throws when a document cannot
 * be loaded.
 */
export const loadLabels = (order: PrintedOrder): Promise<() => void> => load(order, formatsOf[loadPrintMode()]);

/** Prints the stored label of one package of an order, without the slip. Throws, and prints nothing, when it cannot be loaded. */
export async function printPackageLabel(order: PrintedOrder, packageNo: number): Promise<void> {
  const print = await load(order, [loadPrintMode() === 'zpl' ? 'LabelZPL' : 'LabelPDF'], packageNo);
  print();
}

async function load(
  { CustomerNo, TransactionReferenceNumber, OrderNo }: PrintedOrder,
  formats: readonly Format[],
  PackageNo?: number,
): Promise<() => void> {
  const order = { CustomerNo, TransactionReferenceNumber, ...(PackageNo !== undefined && { PackageNo }) };
  const documents: { readonly Format: Format; readonly bytes: Uint8Array<ArrayBuffer> }[] = [];
  for (const Format of formats) {
    const request = { ...order, Format };
    const { File } = await call('/api/Floor/Reprint', request, AbortSignal.timeout(documentMs));
    documents.push({ Format, bytes: Uint8Array.fromBase64(File) });
  }
  const name = PackageNo === undefined ? OrderNo : `${OrderNo}-${PackageNo}`;
  return () => {
    for (const { Format, bytes } of documents) {
      if (Format === 'LabelZPL') saveBlob(`${name}.zpl`, new Blob([bytes], { type: 'application/octet-stream' }));
      else printDocument(bytes, PackageNo === undefined ? 'Slip and labels' : `Label of box ${PackageNo}`);
    }
  };
}
