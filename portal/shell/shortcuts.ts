/**
 * Keys that work everywhere: `/` and Ctrl-K (on a Mac Cmd-K) find, `?` and F1 help, `g` and a letter go to a page. None of them works while
 * a dialog is open, and only F1 and Ctrl-K while the focus is in a field.
 */
import { useNavigate } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { useOperator } from '../api/session.ts';
import { useKeys } from '../design/keys.ts';
import { destinationsOf } from './navigation.ts';

interface Shortcuts {
  readonly openFinder: () => void;
  readonly openHelp: () => void;
}

/** How long after the first key of a pair the second one is pressed at the latest, as the keyboard reports both. */
const pairMs = 5_000;

export function useShortcuts(shortcuts: Shortcuts): void {
  const navigate = useNavigate();
  const { Role } = useOperator();
  /** When `g` was pressed. The clock of a page begins at 0, so 0 would be just before its first key. */
  const goAt = useRef(Number.NEGATIVE_INFINITY);
  const current = useRef(shortcuts);
  current.current = shortcuts;
  // In fields too, as the line of a scanner, which takes all other keys.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const open = openedBy(event, current.current);
      if (open === undefined || event.altKey || event.defaultPrevented) return;
      if ((event.target as HTMLElement).closest('[role=dialog], [role=menu]')) return;
      event.preventDefault();
      if (!event.repeat) open();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  useKeys((event) => {
    if (event.timeStamp - goAt.current < pairMs) {
      goAt.current = Number.NEGATIVE_INFINITY;
      const page = destinationsOf(Role).find(({ letter }) => letter === event.key);
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

/** What a key opens in fields too. */
function openedBy(event: KeyboardEvent, { openHelp, openFinder }: Shortcuts): (() => void) | undefined {
  const isCommand = event.ctrlKey || event.metaKey;
  if (event.key === 'F1' && !isCommand) return openHelp;
  return event.key.toLowerCase() === 'k' && isCommand && !event.shiftKey ? openFinder : undefined;
}
