/**
 * Reads scans into the field of a dialog. It takes every character and the Enter or Tab after them, wherever the focus of the
 * dialog is, so that a scan never presses a button; `useScanLine` does the same for a page.
 */
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { codeOfScan } from '../../src/contract/scanned-code.ts';
import { isScanKey, takeScanKey, takeWrittenCodes } from './use-scan-line.ts';

/** Returns a function that takes what is written in the field, and returns it. */
export function useDialogScan(field: RefObject<HTMLInputElement | null>, onScan: (code: string) => void) {
  const current = useRef(onScan);
  current.current = onScan;
  const take = useRef((): string => {
    const code = codeOfScan(field.current?.value ?? '');
    if (field.current) field.current.value = '';
    return code;
  });
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const line = field.current;
      if (line === null || !isScanKey(event)) return;
      takeScanKey(line, event, () => {
        const code = take.current();
        if (code !== '') current.current(code);
        return code !== '';
      });
    };
    const onInput = ({ target }: Event): void => {
      const line = field.current;
      if (line !== null && target === line) for (const code of takeWrittenCodes(line)) current.current(code);
    };
    document.addEventListener('keydown', onKey, true);
    document.addEventListener('input', onInput);
    return () => {
      document.removeEventListener('keydown', onKey, true);
      document.removeEventListener('input', onInput);
    };
  }, [field]);
  return take.current;
}
