/** Scans into a dialog of a station, whose Enter would press the button that has the focus. Nothing depends on how fast keys come. */
import { useRef, useState } from 'react';
import type { StrayScanGuard } from './confirm.tsx';
import { playVerdict } from './sound.ts';

const writable = 'input:not([type=radio], [type=checkbox]), textarea';

/** A letter in a field for a number is of a scan. */
const numeric = 'input[inputmode=numeric]';

/** Fields that choose: what is scanned into one is not chosen yet. */
const choosing = 'select, [role=combobox], [data-chooses]';

interface StrayScanOptions {
  /** Whether Enter in a field submits the dialog, as where people type a number all day. In a field that chooses it never does. */
  readonly submitsOnEnter?: boolean;
}

/**
 * Returns the guard of a dialog of a station. Each scan into the dialog, except into its text fields, is counted and
 * plays the sound of a wrong one. Characters that are typed in a select, where they would choose another value, are taken as a
 * scan too.
 */
export function useStrayScanGuard({ submitsOnEnter = false }: StrayScanOptions = {}): StrayScanGuard {
  const [count, setCount] = useState(0);
  const isScanning = useRef(false);
  /** Whether the last key ended a scan. Scanners that end codes with CR and LF send another Enter, which would press a button too. */
  const hasJustScanned = useRef(false);
  return {
    count,
    onKeyDown: (event) => {
      const { key, target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return;
      const isSecondEnter = hasJustScanned.current && key === 'Enter';
      hasJustScanned.current = false;
      if (isSecondEnter) return event.preventDefault();
      const isEnd = key === 'Enter' || key === 'Tab';
      const isLetter = key.length === 1 && !/[\d.,]/.test(key);
      const isForField = target.matches(writable) && !(target.matches(numeric) && (isLetter || isScanning.current));
      if (isForField) isScanning.current = false;
      else if (isEnd && isScanning.current) {
        event.preventDefault();
        isScanning.current = false;
        hasJustScanned.current = key === 'Enter';
        setCount(count + 1);
        playVerdict('wrong');
      } else if (key.length === 1 && (key !== ' ' || isScanning.current)) {
        event.preventDefault();
        isScanning.current = true;
      }
      const holdsEnter = submitsOnEnter ? choosing : 'input, select';
      if (key === 'Enter' && target.matches(holdsEnter)) event.preventDefault();
    },
  };
}
