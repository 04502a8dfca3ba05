import os from 'node:os';

/** Gives this process the processor before others, where that is allowed: it measures them. */
export function raisePriority(): void {
  try {
    os.setPriority(os.constants.priority.PRIORITY_HIGHEST);
  } catch {
    // Without the right to it the delay of this process is part of what it measures, and is reported.
  }
}
