import { describe, expect, it } from 'vitest';
import { assertPresent, InvariantError, invariant } from './assert.ts';

describe('invariants', () => {
  it('pass when they hold', () => {
    invariant(true, 'never shown');
    expect(assertPresent(0, 'count')).toBe(0);
  });

  it('throw loudly when they do not', () => {
    expect(() => invariant(false, () => 'on hand 3, reserved 4')).toThrow(InvariantError);
    expect(() => invariant(0, 'on hand 3, reserved 4')).toThrow('invariant broken: on hand 3, reserved 4');
    expect(() => assertPresent(undefined, 'the package')).toThrow('the package is missing');
  });
});
