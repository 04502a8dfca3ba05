/** Prints PDFs from frames of this page, so that kiosk printing needs no dialog: one after the other, because a browser prints one at a time. */
import styles from './print-document.module.css';

interface Document {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly title: string;
}

/** How long a document may take to load: after this the next one is printed. */
const loadMs = 30_000;

/**
 * How long after the request to print the next document is printed, if the browser has not reported the end of this one before.
 */
const readMs = 2_000;

const waiting: Document[] = [];
let isPrinting = false;
let printed: { readonly frame: HTMLIFrameElement; readonly url: string } | undefined;

/** Prints a PDF, after those before it. `title` is the title of its frame. */
export function printDocument(bytes: Uint8Array<ArrayBuffer>, title: string): void {
  waiting.push({ bytes, title });
  if (!isPrinting) printNext();
}

function printNext(): void {
  const next = waiting.shift();
  isPrinting = next !== undefined;
  // The frame of the last document stays: the browser may still read it.
  if (next === undefined) return;
  printed?.frame.remove();
  if (printed !== undefined) URL.revokeObjectURL(printed.url);
  printed = printFrame(next, printNext);
}

/** Prints a document from a frame of its own. Calls `onEnd` once. */
function printFrame({ bytes, title }: Document, onEnd: () => void) {
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
  const frame = document.createElement('iframe');
  frame.className = styles.print ?? '';
  frame.title = title;
  frame.tabIndex = -1;
  frame.setAttribute('aria-hidden', 'true');
  frame.src = url;
  let isOver = false;
  const end = (): void => {
    if (!isOver) onEnd();
    isOver = true;
  };
  const late = setTimeout(end, loadMs);
  frame.addEventListener('load', () => {
    clearTimeout(late);
    const shown = frame.contentWindow;
    try {
      shown?.addEventListener('afterprint', end);
    } catch {
      // A viewer of another origin, as in Firefox, allows only to print.
    }
    try {
      shown?.print();
    } finally {
      setTimeout(end, readMs);
    }
  });
  document.body.append(frame);
  return { frame, url };
}
