/** Updates that change nothing, which operators send by mistake: they would leave an entry in the audit for nothing. */
import type { Fault } from '../platform/errors.ts';

/** A fault at `field`, where the request has the changes, when it has neither fields to change nor lines. */
export function nothingToChange(field: string, changes: object | undefined, lines?: readonly unknown[]): Fault[] {
  if (lines !== undefined || Object.keys(changes ?? {}).length > 0) return [];
  return [{ field, code: 'Required', message: 'has nothing to change' }];
}
