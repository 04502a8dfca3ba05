/** Where the keyboard continues after a dialog. */
import { useEffect, useState } from 'react';

/** What had the focus before a dialog opened. A dialog that follows another one returns to what opened the first. */
let opener: Element | null = null;

const isDialogOpen = (): boolean => document.querySelector('[role="dialog"][aria-modal="true"]') !== null;

function currentOpener(): Element | null {
  if (!isDialogOpen()) opener = document.activeElement;
  return opener;
}

/**
 * Returns the focus when the component is unmounted: to what had it before, or to the content of the page where that is gone. A `Modal` returns
 * it by itself only where it is closed by its property `opened`; these are rendered only while they are open.
 */
export function useReturnFocus(): void {
  const [target] = useState(currentOpener);
  useEffect(
    () => () => {
      if (isDialogOpen()) return;
      const next = target?.isConnected ? target : document.getElementById('content');
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    },
    [target],
  );
}
