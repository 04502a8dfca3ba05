/** Requests that change standing rules. */
import { formatUsDate } from '../../src/lib/dates.ts';

/** A weather window over the ship dates of orders that are placed now. */
export function weatherOf(...states: string[]) {
  const today = Temporal.Now.plainDateISO('America/Los_Angeles');
  return {
    States: states,
    StartDate: formatUsDate(today.subtract({ days: 1 })),
    EndDate: formatUsDate(today.add({ days: 10 })),
  };
}
