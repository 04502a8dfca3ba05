/** Scans into a dialog of a station, whose Enter would press the button that has the focus. Nothing depends on how fast keys come. */
import { useRef, useState } from 'react';
import type { StrayScans } from '../../design/confirm.tsx';
import { playVerdict } from './sound.ts';

const writable = 'input:not([type=radio], [type=checkbox]), textarea, select';

/** For `Confirm`. Each scan has the sound of a wrong one. */
export function useStrayScans(): StrayScans {
  const [count, setCount] = useState(0);
  const isScanning = useRef(false);
  return {
    count,
    onKeyDown: (event) => {
      const { key, target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return;
      const isEnd = key === 'Enter' || key === 'Tab';
      if (target.matches(writable)) isScanning.current = false;
      else if (isEnd && isScanning.current) {
        event.preventDefault();
        isScanning.current = false;
        setCount(count + 1);
        playVerdict('wrong');
      } else if (key.length === 1 && (key !== ' ' || isScanning.current)) {
        event.preventDefault();
        isScanning.current = true;
      }
      if (key === 'Enter' && target instanceof HTMLInputElement) event.preventDefault();
    },
  };
}
