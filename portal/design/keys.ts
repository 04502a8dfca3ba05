/** Keys that act on the page. */
import { useEffect, useRef } from 'react';

/** Listens to keys outside of fields and dialogs. `onKey` returns whether it used the key. */
export function useKeys(onKey: (event: KeyboardEvent) => boolean): void {
  const current = useRef(onKey);
  current.current = onKey;
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target as HTMLElement;
      if (target.closest('input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu]'))
        return;
      if (current.current(event)) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
