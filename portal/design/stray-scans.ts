/**
 * Scans into a dialog of a station, whose Enter would press the button that has the focus. Only the second Enter
 * of a scan is recognized by time: one that follows the first within `secondEnterMs` is not a person's.
 */
import { useEffect, useRef, useState } from 'react';
import type { StrayScanGuard } from './confirm.tsx';
import { playVerdict } from './sound.ts';

const writable = 'input:not([type=radio], [type=checkbox]), textarea';

/** A letter in a field for a number is of a scan. */
const numeric = 'input[inputmode=numeric]';

/** The selector of fields with a list of choices: a text that is scanned into one is not chosen yet. */
const choiceFields = 'select, [role=combobox], [data-chooses]';

/** A scanner that ends its codes with CR and LF sends the second Enter within this time. A person reads the message first. */
const secondEnterMs = 250;

interface StrayScanOptions {
  /** Whether Enter in a field submits the dialog, as where people type a number all day. In a field that chooses it never does. */
  readonly submitsOnEnter?: boolean;
}

/**
 * Returns the guard of a dialog of a station. Each scan into the dialog, except into its text fields, plays the sound of a wrong one
 * and is counted; its message is shown once no second Enter of it may come. Characters that are typed in a select, where they would
 * choose another value, are taken as a scan too.
 */
export function useStrayScanGuard({ submitsOnEnter = false }: StrayScanOptions = {}): StrayScanGuard {
  const [count, setCount] = useState(0);
  const isScanning = useRef(false);
  /** Runs while another Enter of the scan that has just ended would press a button too. */
  const secondEnter = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(secondEnter.current), []);
  const endScan = (): boolean => {
    if (secondEnter.current === undefined) return false;
    clearTimeout(secondEnter.current);
    secondEnter.current = undefined;
    setCount((before) => before + 1);
    return true;
  };
  return {
    count,
    onKeyDown: (event) => {
      const { key, target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return;
      if (endScan() && key === 'Enter') return event.preventDefault();
      const isEnd = key === 'Enter' || key === 'Tab';
      const isLetter = key.length === 1 && !/[\d.,]/.test(key);
      const isForField = target.matches(writable) && !(target.matches(numeric) && (isLetter || isScanning.current));
      if (isForField) isScanning.current = false;
      else if (isEnd && isScanning.current) {
        event.preventDefault();
        isScanning.current = false;
        secondEnter.current = setTimeout(endScan, key === 'Enter' ? secondEnterMs : 0);
        playVerdict('wrong');
      } else if (key.length === 1 && (key !== ' ' || isScanning.current)) {
        event.preventDefault();
        isScanning.current = true;
      }
      const holdsEnter = submitsOnEnter ? choiceFields : 'input, select';
      if (key === 'Enter' && target.matches(holdsEnter)) event.preventDefault();
    },
  };
}
