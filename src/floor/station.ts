/** What the picking and packing stations have in common. Pure. */

/** The person at a station. */
export interface StationPerson {
  readonly operatorId: string;
  readonly email: string;
}

/** The result of a scan. `done`: the order or the task is complete. */
export type Verdict = 'right' | 'wrong' | 'done';
