/** What the picking and packing stations have in common. Pure. */

export interface StationPerson {
  readonly operatorId: string;
  readonly email: string;
}

/** A person at a packing station. */
export interface Packer extends StationPerson {
  readonly mayWorkIn: (warehouse: string) => boolean;
}

/** The result of a scan. `done`: the order or the task is complete. */
export type FloorScanVerdict = 'right' | 'wrong' | 'done';

/** The message about a scan of more units than are missing. */
export const tooManyUnitsMessage = (units: number, missing: number): string =>
  `${units} are too many: ${missing} ${missing === 1 ? 'is' : 'are'} missing.`;
