/** Environment variables that look like misspelled settings. They have no effect, so the operator is warned of them. */
import { computeEditDistance } from '../lib/spelling-distance.ts';
import { settingDeclarations } from './config.ts';

interface MisspelledSetting {
  readonly variable: string;
  readonly setting: string;
}

const names = [...Object.values(settingDeclarations).map(({ env }) => env), 'CONFIG_FILE'];

/** Shorter names differ from those of other programs by a letter or two: `PATH`, `HOSTS`. */
const minLengthForTypos = 8;
const maxTypos = 2;

/**
 * The variables that are no setting, but differ from one only by case, separators or the prefix `DRAY_`, or by at most
 * two typing errors in a name of at least eight characters. Empty variables count as unset. Values are never part of
 * the result.
 */
export function findMisspelledSettings(env: NodeJS.ProcessEnv): MisspelledSetting[] {
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
    names.find(
      (name) => name.length >= minLengthForTypos && computeEditDistance(normalize(name), written, maxTypos) <= maxTypos,
    )
  );
}

const normalize = (name: string): string =>
  name
    .toUpperCase()
    .replace(/^DRAY[_-]/, '')
    .replaceAll(/[_-]/g, '');
