/** Refuses updates that name no change, which operators send by mistake and which would add useless audit entries. */
import type { Fault } from '../platform/errors.ts';

/** A fault at `field`, which contains the changes of the request, when there are neither fields to change nor lines. */
export function checkUpdateNotEmpty(field: string, changes: object | undefined, lines?: readonly unknown[]): Fault[] {
  if (lines !== undefined || Object.keys(changes ?? {}).length > 0) return [];
  return [{ field, code: 'Required', message: 'has nothing to change' }];
}
