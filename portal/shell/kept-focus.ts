/** Where the keyboard continues when what had the focus is gone: a button of a row whose action is done, a page that was replaced. */
import { useEffect } from 'react';
import { isModalOpen } from '../design/keys.ts';

/**
 * Gives the focus to the content of the page when the element that had it is removed and nothing else has taken it. Browsers leave it on
 * nothing then, and Tab begins at the top of the page. Dialogs return it themselves (`useReturnFocus`).
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | undefined;
    let frame = 0;
    const track = ({ target }: FocusEvent): void => {
      last = target instanceof Element ? target : undefined;
    };
    const restore = (): void => {
      if (last?.isConnected !== false || document.activeElement !== document.body || isModalOpen()) return;
      last = undefined;
      document.getElementById('content')?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      if (last?.isConnected !== false) return;
      cancelAnimationFrame(frame);
      // After what the page does with the focus itself.
      frame = requestAnimationFrame(restore);
    });
    document.addEventListener('focusin', track);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      document.removeEventListener('focusin', track);
    };
  }, []);
}
