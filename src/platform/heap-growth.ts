/**
 * Keeps long work with little live data from growing the heap. Its garbage lies in the old generation, which V8 collects only when
 * it has grown: that is hundreds of megabytes. While such work runs, V8 begins to collect it, in small steps, when the heap has
 * grown by a fifth.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const option = '--heap-growing-percent';

let running = 0;

/**
 * Limits the growth of the heap while long work runs, and returns the function to call when the work has ended. When
 * all such work has ended, the limit of the program's start applies again (decision 36).
 */
export function limitHeapGrowth(setFlag: (flag: string) => void = setFlagsFromString): () => void {
  if (running === 0) {
    setFlag(`${option}=20`);
    // The new limit applies from the next collection on. This is the only way to the function without a flag of the command line.
    setFlag('--expose-gc');
    const collect = runInNewContext('gc') as (options: { readonly type: 'major' }) => void;
    setFlag('--no-expose-gc');
    collect({ type: 'major' });
  }
  running += 1;
  return () => {
    running -= 1;
    // Without that argument V8 chooses by itself, for which its flag is 0.
    if (running === 0) setFlag(process.execArgv.find((argument) => argument.startsWith(`${option}=`)) ?? `${option}=0`);
  };
}
