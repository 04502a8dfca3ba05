/**
 * The standing rules as a process remembers them: read by every order that is placed, changed or taken up.
 *
 * A change is seen at once in the process that made it (`invalidateStandingRules` after its commit) and within `maxAgeMs`
 * everywhere else. What slips through in between is caught when the order is taken up, and by the second review of
 * each change (hold-rule-changes.ts).
 */
import type { Reader } from '../platform/db/db.ts';
import { loadStandingRules } from './standing-rule-store.ts';
import type { StandingRules } from './standing-rules.ts';

export const maxAgeMs = 3_000;
/** From this age on they are read again while they are still used, so that no order waits for them under load. */
const renewAfterMs = 2_000;

interface Remembered {
  rules: StandingRules | undefined;
  readAtMs: number;
  loading: Promise<StandingRules> | undefined;
}

const remembered = new WeakMap<Reader, Remembered>();

/**
 * The rules in force, at most `maxAgeMs` old. Where they are older a transaction reads them on its own connection, and
 * remembers nothing that it may have written itself.
 */
export async function getStandingRules(reader: Reader): Promise<StandingRules> {
  const { database } = reader;
  let known = remembered.get(database);
  if (known === undefined) {
    known = { rules: undefined, readAtMs: Number.NEGATIVE_INFINITY, loading: undefined };
    remembered.set(database, known);
  }
  const ageMs = performance.now() - known.readAtMs;
  if (known.rules !== undefined && ageMs < renewAfterMs) return known.rules;
  const loading = known.loading ?? load(database, known);
  if (known.rules !== undefined && ageMs < maxAgeMs) return known.rules;
  return reader.holdsConnection ? await loadStandingRules(reader) : await loading;
}

function load(database: Reader, known: Remembered): Promise<StandingRules> {
  const startedMs = performance.now();
  const loading = loadStandingRules(database).then(
    (rules) => {
      known.rules = rules;
      known.readAtMs = startedMs;
      known.loading = undefined;
      return rules;
    },
    (error: unknown) => {
      known.loading = undefined;
      throw error;
    },
  );
  // Whoever waits hears of a failure; who has rules that are young enough does not wait.
  loading.catch(() => undefined);
  known.loading = loading;
  return loading;
}

/** Call after the transaction that changed a rule: the next reader reads it anew. */
export function invalidateStandingRules(reader: Reader): void {
  remembered.delete(reader.database);
}
