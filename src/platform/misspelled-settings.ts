/** Environment variables that look like misspelled settings. They have no effect, so the operator is warned of them. */
import { settings } from './config.ts';

export interface Misspelled {
  readonly variable: string;
  readonly setting: string;
}

const names = [...Object.values(settings).map(({ env }) => env), 'CONFIG_FILE'];

/** Shorter names differ from those of other programs by a letter or two: `PATH`, `HOSTS`. */
const minLengthForTypos = 8;
const maxTypos = 2;

/**
 * The variables that are no setting, but differ from one only by case, separators or the prefix `DRAY_`, or by two typing
 * errors in a name of at least eight characters. Empty variables count as unset. Values are never part of the result.
 */
export function misspelledSettings(env: NodeJS.ProcessEnv): Misspelled[] {
  return Object.keys(env).flatMap((variable) => {
    if (!env[variable] || names.includes(variable)) return [];
    const setting = resembledSetting(variable);
    return setting === undefined ? [] : [{ variable, setting }];
  });
}

function resembledSetting(variable: string): string | undefined {
  const written = normalize(variable);
  return (
    names.find((name) => normalize(name) === written) ??
    names.find((name) => name.length >= minLengthForTypos && isWithinTypos(normalize(name), written))
  );
}

const normalize = (name: string): string =>
  name
    .toUpperCase()
    .replace(/^DRAY[_-]/, '')
    .replaceAll(/[_-]/g, '');

/** Whether inserting, removing or replacing letters, or exchanging neighbors, makes one of the other in few steps. */
function isWithinTypos(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > maxTypos) return false;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, j) => j);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = at(last, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const exchanged = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row.push(
        Math.min(at(last, j) + 1, at(row, j - 1) + 1, replaced, exchanged ? at(beforeLast, j - 2) + 1 : replaced),
      );
    }
    beforeLast = last;
    last = row;
  }
  return at(last, other.length) <= maxTypos;
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY;
