/** Scans into a dialog of a station, whose Enter would press the button that has the focus. Nothing depends on how fast keys come. */
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import styles from './confirm.module.css';

const writable = 'input:not([type=radio], [type=checkbox]), textarea, select';

export interface StrayScans {
  /** What the dialog says after a scan. */
  readonly notice: ReactNode;
  /** Of the dialog: keeps Enter and Tab from its buttons when keys before made them the end of a scan, and Enter in a field from submitting. */
  onKeyDown(event: KeyboardEvent): void;
}

/** For `Confirm`. `onScan` is called after each scan, as for a sound. */
export function useStrayScans(onScan?: () => void): StrayScans {
  const [count, setCount] = useState(0);
  const isScanning = useRef(false);
  return {
    notice: count > 0 && (
      <p key={count} className={styles.error} role="alert">
        The scan was not counted. Press Esc to go back, then scan again.
      </p>
    ),
    onKeyDown: (event) => {
      const { key, target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return;
      const isEnd = key === 'Enter' || key === 'Tab';
      if (target.matches(writable)) isScanning.current = false;
      else if (isEnd && isScanning.current) {
        event.preventDefault();
        isScanning.current = false;
        setCount(count + 1);
        onScan?.();
      } else if (key.length === 1 && (key !== ' ' || isScanning.current)) {
        event.preventDefault();
        isScanning.current = true;
      }
      if (key === 'Enter' && target instanceof HTMLInputElement) event.preventDefault();
    },
  };
}
