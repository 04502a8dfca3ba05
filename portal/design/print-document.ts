/** Prints PDFs from a frame of this page, so that kiosk printing needs no dialog. */
import styles from './print-document.module.css';

let printed: { readonly frame: HTMLIFrameElement; readonly url: string } | undefined;

/** Prints a PDF. `title` names its frame for assistive technology. */
export function printDocument(bytes: Uint8Array<ArrayBuffer>, title: string): void {
  // Remove the previous document only now: its frame has to stay while it is printed.
  printed?.frame.remove();
  if (printed !== undefined) URL.revokeObjectURL(printed.url);
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
  const frame = document.createElement('iframe');
  frame.className = styles.print ?? '';
  frame.title = title;
  frame.tabIndex = -1;
  frame.setAttribute('aria-hidden', 'true');
  frame.src = url;
  frame.addEventListener('load', () => frame.contentWindow?.print());
  document.body.append(frame);
  printed = { frame, url };
}
