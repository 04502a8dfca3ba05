/**
 * Broken invariants. A failed invariant is a bug of ours, never a fault of the caller: it must be loud and
 * ends as a 500 whose message stays in the log (decision 3).
 */

/** Raised when something that cannot happen has happened. */
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
 * Answers `value` when it is there.
 * @throws InvariantError when it is null or undefined
 */
export function assertPresent<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new InvariantError(`invariant broken: ${what} is missing`);
  return value;
}

/**
 * Marks a branch that the types exclude, so that a new variant fails to compile where it is not handled.
 * @throws InvariantError always
 */
export function assertNever(value: never): never {
  throw new InvariantError(`invariant broken: unexpected variant ${JSON.stringify(value)}`);
}
