/** Scans that come while a page loads, before its station reads them. They are not counted, because who hears nothing scans again. */
import { isInFieldOrOverlay } from '../design/keys.ts';
import { isScanKey } from './use-scan-line.ts';

/** After this long the page is there, or the person looks at it. */
const watchedMs = 15_000;
/** Fewer characters before Enter are keys that a person has pressed. */
const shortestCode = 3;

let takeSeen = (): boolean => false;

/** Watches for such scans from the start of the page. */
export function watchEarlyScans(): void {
  let characters = 0;
  let isSeen = false;
  const listen = (event: KeyboardEvent): void => {
    if (!isScanKey(event) || isInFieldOrOverlay(event)) return;
    if (event.key.length === 1) characters += 1;
    if (event.key !== 'Enter' && event.key !== 'Tab') return;
    isSeen ||= characters >= shortestCode;
    characters = 0;
  };
  document.addEventListener('keydown', listen, true);
  takeSeen = () => {
    document.removeEventListener('keydown', listen, true);
    takeSeen = () => false;
    return isSeen;
  };
  setTimeout(() => takeSeen(), watchedMs);
}

/** Whether something was scanned while the page loaded. Ends the watch. */
export const takeEarlyScans = (): boolean => takeSeen();
