/**
 * One tab of a person has a station at a time, by a lock of the browser: the steps without a reply are saved in one place, from which two tabs would send
 * them twice and which they would overwrite. Browsers have locks on pages of https and of the own computer; elsewhere every tab has the station.
 */

/** `asking`: the lock is requested. `held`: this tab has the station. `elsewhere`: another tab has it. */
export type StationTabLockState = 'asking' | 'held' | 'elsewhere';

export interface StationTabLock {
  /** Takes the station from the other tab, which closes it. */
  takeOver(): void;
  leave(): void;
}

/** What is used of the browser's `LockManager`, which the type of `navigator.locks` on Node is not. */
interface Locks {
  request(
    name: string,
    options: { readonly signal?: AbortSignal; readonly steal?: boolean },
    hold: () => Promise<void> | undefined,
  ): Promise<unknown>;
}

type LockOptions = Parameters<Locks['request']>[1];

/** How long the tab or page before may take to leave the station. */
const leavingMs = 400;

/**
 * Requests the browser's lock on a station for this tab, and waits while another tab has it. `onChange` gets `held` or
 * `elsewhere` whenever that changes.
 */
export function requestStationTabLock(
  locks: Locks | undefined,
  station: string,
  onChange: (state: StationTabLockState) => void,
): StationTabLock {
  if (locks === undefined) {
    onChange('held');
    return { takeOver: () => undefined, leave: () => undefined };
  }
  let hasLeft = false;
  let release = (): void => undefined;
  let waiting = new AbortController();
  let slow: ReturnType<typeof setTimeout> | undefined;
  const change = (state: StationTabLockState): void => {
    clearTimeout(slow);
    if (!hasLeft) onChange(state);
  };
  const ask = async (options: LockOptions): Promise<void> => {
    let isHeld = false;
    const hold = (): Promise<void> | undefined => {
      if (hasLeft) return undefined;
      isHeld = true;
      change('held');
      return new Promise((resolve) => {
        release = resolve;
      });
    };
    // It is rejected when the wait is ended by `waiting`, and when another tab takes the station.
    await locks.request(station, options, hold).catch(() => undefined);
    if (!isHeld || hasLeft) return;
    change('elsewhere');
    wait();
  };
  const wait = (): void => {
    waiting = new AbortController();
    void ask({ signal: waiting.signal });
  };
  slow = setTimeout(() => change('elsewhere'), leavingMs);
  wait();
  return {
    takeOver: () => {
      waiting.abort();
      void ask({ steal: true });
    },
    leave: () => {
      hasLeft = true;
      clearTimeout(slow);
      waiting.abort();
      release();
    },
  };
}
