/** The states of destinations, under the names that the server has for them. */
import { stateNamesByCode } from '../../src/contract/state-names.ts';

/** For fields that choose states: `CO Colorado`. */
export const usStateOptions = Object.entries(stateNamesByCode).map(([value, name]) => ({
  value,
  label: `${value} ${name}`,
}));

export const usStateName = (code: string): string => stateNamesByCode[code] ?? code;
