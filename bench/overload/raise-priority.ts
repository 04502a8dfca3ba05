import os from 'node:os';

/** Raises the priority of this process, where that is allowed, because it measures others. */
export function raisePriority(): void {
  try {
    os.setPriority(os.constants.priority.PRIORITY_HIGHEST);
  } catch {
    // Without permission, the delay of this process is part of the measurement and is reported.
  }
}
