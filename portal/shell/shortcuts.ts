/**
 * Keys that work everywhere: `/` and Ctrl-K (on a Mac Cmd-K) find, `?` and F1 help, `g` and a letter go to a page. None of them works while
 * a dialog is open, and only F1 and Ctrl-K while the focus is in a field. Characters of a scan are no shortcuts, on whichever page it is made.
 */
import { useNavigate } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { useOperator } from '../api/session.ts';
import { isInOverlay, useKeys } from '../design/keys.ts';
import { navigationPagesOf } from './navigation.ts';

interface Shortcuts {
  readonly openFinder: () => void;
  readonly openHelp: () => void;
}

/** The longest time between the two keys of a pair, by the times of their events. */
const pairMs = 5_000;

/** A key that follows another one within this time is of a scanner: people take twice as long, scanners 1 to 30 ms. */
const scannerKeyMs = 40;

export function useShortcuts(shortcuts: Shortcuts): void {
  const navigate = useNavigate();
  const { Role } = useOperator();
  /** The time of the last `g`. Not 0 at first, because times of events begin at 0 when the page opens. */
  const goAt = useRef(Number.NEGATIVE_INFINITY);
  const lastCharacterAt = useRef(Number.NEGATIVE_INFINITY);
  const isScanned = useRef(false);
  const current = useRef(shortcuts);
  current.current = shortcuts;
  useLayoutEffect(() => {
    const listen = ({ key, timeStamp }: KeyboardEvent): void => {
      if (key.length !== 1) return;
      isScanned.current = timeStamp - lastCharacterAt.current < scannerKeyMs;
      lastCharacterAt.current = timeStamp;
    };
    // Before the listeners of a station, which end the events of a scan.
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, []);
  // These keys work in fields too, such as the scanner's line, which takes all other keys.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const open = openedBy(event, current.current);
      if (open === undefined || event.altKey || event.defaultPrevented) return;
      if (isInOverlay(event)) return;
      event.preventDefault();
      if (!event.repeat) open();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  useKeys((event) => {
    if (isScanned.current) {
      goAt.current = Number.NEGATIVE_INFINITY;
      return false;
    }
    if (event.timeStamp - goAt.current < pairMs) {
      goAt.current = Number.NEGATIVE_INFINITY;
      const page = navigationPagesOf(Role).find(({ letter }) => letter === event.key);
      if (page !== undefined) {
        void navigate({ to: page.to });
        return true;
      }
    }
    if (event.key === 'g') goAt.current = event.timeStamp;
    else if (event.key === '/') current.current.openFinder();
    else if (event.key === '?') current.current.openHelp();
    else return false;
    return true;
  });
}

/** The function that a key calls also while the focus is in a field; undefined for other keys. */
function openedBy(event: KeyboardEvent, { openHelp, openFinder }: Shortcuts): (() => void) | undefined {
  const isCommand = event.ctrlKey || event.metaKey;
  if (event.key === 'F1' && !isCommand) return openHelp;
  return event.key.toLowerCase() === 'k' && isCommand && !event.shiftKey ? openFinder : undefined;
}
