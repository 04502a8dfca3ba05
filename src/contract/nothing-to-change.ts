/** Refuses changes that name nothing, which people send by mistake and which would add useless audit entries. */
import { AppError, validationRefusal } from '../platform/errors.ts';

/**
 * Throws `ValidationFailed` when all of these fields of a request are absent. Called in `execute`: fields with faults are absent in `check`.
 */
export function assertSomethingToChange(given: readonly unknown[]): void {
  if (given.some((value) => value !== undefined)) return;
  const message = 'There is nothing to change: send what is to be changed';
  throw new AppError(validationRefusal([{ field: '', code: 'NothingToChange', message }]));
}
