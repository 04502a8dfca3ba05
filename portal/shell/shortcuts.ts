/**
 * Keys that work everywhere: `/` finds, `?` helps, `g` and a letter go to a page. None of them works while the focus is in a field or a
 * dialog is open.
 */
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useOperator } from '../api/session.ts';
import { useKeys } from '../design/keys.ts';
import { destinationsOf } from './navigation.ts';

interface Shortcuts {
  readonly openFinder: () => void;
  readonly openHelp: () => void;
}

/** How long the second key of a pair may take. */
const pairMs = 1_500;

export function useShortcuts(shortcuts: Shortcuts): void {
  const navigate = useNavigate();
  const { Role } = useOperator();
  const goAt = useRef(0);
  const current = useRef(shortcuts);
  current.current = shortcuts;
  useKeys((event) => {
    if (performance.now() - goAt.current < pairMs) {
      goAt.current = 0;
      const page = destinationsOf(Role).find(({ letter }) => letter === event.key);
      if (page !== undefined) {
        void navigate({ to: page.to });
        return true;
      }
    }
    if (event.key === 'g') goAt.current = performance.now();
    else if (event.key === '/') current.current.openFinder();
    else if (event.key === '?') current.current.openHelp();
    else return false;
    return true;
  });
}
