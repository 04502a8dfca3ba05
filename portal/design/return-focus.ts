/** Where the keyboard continues after a dialog. */
import { useEffect, useState } from 'react';
import { isModalOpen } from './keys.ts';

/** The element that had the focus before a dialog opened. A dialog that follows another one keeps the opener of the first. */
let opener: Element | null = null;

function currentOpener(): Element | null {
  if (!isModalOpen()) opener = document.activeElement;
  return opener;
}

/**
 * Returns the focus when the component is unmounted: to the element that had it, or to the content of the page if that element is gone. A `Modal` returns
 * it by itself only where it is closed by its property `opened`; these are rendered only while they are open.
 */
export function useReturnFocus(): void {
  const [target] = useState(currentOpener);
  useEffect(
    () => () => {
      if (isModalOpen()) return;
      const next = target?.isConnected ? target : document.getElementById('content');
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    },
    [target],
  );
}
