/**
 * Reads the scanner's line. It takes every key until Enter or Tab, wherever the focus is, except in other fields and dialogs; nothing depends on
 * the speed of keys. Scanners that write without keys, as on Android devices, write into its input, which has the focus.
 */
import { type RefObject, useEffect, useRef } from 'react';
import { isInDialog, isInFieldOrOverlay, isInOverlay, isModalOpen } from '../../design/keys.ts';

export function useScanLine(input: RefObject<HTMLInputElement | null>, onScan: (code: string) => void) {
  const current = useRef(onScan);
  current.current = onScan;
  const take = useRef((): boolean => {
    const line = input.current;
    const code = line?.value.trim() ?? '';
    if (line) line.value = '';
    if (code !== '') current.current(code);
    return code !== '';
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const line = input.current;
      const { target } = event;
      if (line === null || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (target === line && isModalOpen()) {
        // The line is behind the dialog, which has not taken the focus: nothing is counted behind it.
        if (event.key.length === 1 || event.key === 'Enter') stop(event);
        return;
      }
      if (target !== line && isInFieldOrOverlay(event)) return;
      if (event.key === 'Enter' || event.key === 'Tab') {
        // With an empty line, both keys go to the element that has the focus.
        if (take.current()) stop(event);
      } else if (event.key.length === 1 && target !== line && !(event.key === ' ' && line.value === '')) {
        stop(event);
        line.value += event.key;
        line.focus();
      }
    };
    const stop = (event: KeyboardEvent): void => {
      event.preventDefault();
      event.stopPropagation();
    };
    const onInput = (event: Event): void => {
      const line = input.current;
      if (line === null || event.target !== line) return;
      const codes = line.value.split('\t');
      // The text after the last tab is not complete.
      if (codes.length === 1) return;
      line.value = codes.pop() ?? '';
      for (const code of codes) if (code.trim() !== '') current.current(code.trim());
    };
    const onFocusOut = (event: FocusEvent): void => {
      const line = input.current;
      // A dialog opened in the middle of a scan gets its other half: the first one must not begin the next code.
      if (line !== null && event.target === line && isInDialog(event.relatedTarget)) line.value = '';
      // Take the focus back when it went to no element, as after a click on the background. A dialog keeps its own.
      if (event.relatedTarget === null && document.hasFocus() && !isInOverlay(event)) line?.focus();
    };
    document.addEventListener('keydown', onKey, true);
    document.addEventListener('input', onInput);
    document.addEventListener('focusout', onFocusOut);
    return () => {
      document.removeEventListener('keydown', onKey, true);
      document.removeEventListener('input', onInput);
      document.removeEventListener('focusout', onFocusOut);
    };
  }, [input]);
  return take.current;
}
