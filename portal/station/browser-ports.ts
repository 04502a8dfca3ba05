/** The browser side of stations: calls, ids, and storage that survives a reload. */
import { call } from '../api/client.ts';
import { newId } from '../api/new-id.ts';
import { waitForSession } from '../api/session.ts';
import { isTest } from '../environment.ts';
import type { StationPorts } from './station.ts';

const retryMs = 1_000;

/** The key of the storage. Each person has one, so that a person never sends the steps of another one at this computer. */
export const storageKeyOf = (operator: string, station: string): string =>
  `dray.${station}.${isTest ? 'test' : 'production'}.${operator}`;

export function browserPorts<Kept>(operator: string, station: string): Omit<StationPorts<Kept>, 'onVerdict'> {
  return {
    call,
    pause: async () => {
      await new Promise((resolve) => setTimeout(resolve, retryMs));
      await waitForSession();
    },
    newId,
    keep: (kept) => localStorage.setItem(storageKeyOf(operator, station), JSON.stringify(kept)),
  };
}

/** The state that an earlier page of this person has saved; undefined if there is none. */
export function loadSavedStationState<Kept extends { readonly steps: readonly unknown[] }>(
  operator: string,
  station: string,
): Kept | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKeyOf(operator, station)) ?? '') as Kept;
    return Array.isArray(kept.steps) ? kept : undefined;
  } catch {
    return undefined;
  }
}
