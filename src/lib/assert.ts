/**
 * Invariants. A failed invariant is a bug in the program, never an error of the caller: it is logged as an error and
 * returned as a 500 without its message (decision 3).
 */

/** Thrown when an invariant does not hold. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/**
 * Guarantees that `condition` holds from here on.
 * @param message what is broken, with the values that show it; a function where building it costs something
 * @throws InvariantError when the condition does not hold
 */
export function invariant(condition: unknown, message: string | (() => string)): asserts condition {
  if (condition) return;
  throw new InvariantError(`invariant broken: ${typeof message === 'string' ? message : message()}`);
}

/**
 * Returns `value` when it is neither null nor undefined.
 * @throws InvariantError when it is null or undefined
 */
export function assertPresent<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new InvariantError(`invariant broken: ${what} is missing`);
  return value;
}
