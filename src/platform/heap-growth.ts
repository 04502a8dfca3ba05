/**
 * Keeps long work with little live data from growing the heap. Its garbage lies in the old generation, which V8 collects only when
 * it has grown several times: that is hundreds of megabytes. While such work runs, V8 begins to collect it, in small steps, when
 * the heap has grown by a fifth.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let running = 0;

/** Returns the function to call when the work has ended. */
export function limitHeapGrowth(): () => void {
  if (running === 0) {
    setFlagsFromString('--heap-growing-percent=20');
    // The new limit applies from the next collection on. This is the only way to the function without a flag of the command line.
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as (options: { readonly type: 'major' }) => void;
    setFlagsFromString('--no-expose-gc');
    collect({ type: 'major' });
  }
  running += 1;
  return () => {
    running -= 1;
    if (running === 0) setFlagsFromString('--heap-growing-percent=0');
  };
}
