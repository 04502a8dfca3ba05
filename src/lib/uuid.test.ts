import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createUuidv7Generator, deriveUuidv7, isUuid, uuidv7 } from './uuid.ts';

/** The first 48 bits: the time in epoch milliseconds. */
const timeMs = (uuid: string): number => Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);

describe('uuidv7', () => {
  it('has the form, version and variant of RFC 9562', () => {
    expect(uuidv7()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(isUuid(uuidv7())).toBe(true);
  });

  it('grows, also past the 4,096 of one millisecond', () => {
    const next = createUuidv7Generator(() => 1_795_000_000_000);
    let last = '';
    for (let count = 0; count < 20_000; count += 1) {
      const uuid = next();
      expect(uuid > last).toBe(true);
      last = uuid;
    }
  });

  it('grows when the clock is set back', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2 ** 48 - 1000 }), { minLength: 2 }), (times) => {
        let index = 0;
        const next = createUuidv7Generator(() => times[index] ?? 0);
        let last = '';
        for (index = 0; index < times.length; index += 1) {
          const uuid = next();
          expect(uuid > last).toBe(true);
          last = uuid;
        }
      }),
    );
  });

  it('carries its time', () => {
    expect(timeMs(createUuidv7Generator(() => 1_795_000_000_123)())).toBe(1_795_000_000_123);
  });

  it('knows a UUID from any other text', () => {
    expect(isUuid('C9BF9E57-1685-4C89-BAFB-FF5AF830BE8A')).toBe(true);
    for (const text of [
      '',
      'c9bf9e5716854c89bafbff5af830be8a',
      '{c9bf9e57-1685-4c89-bafb-ff5af830be8a}',
      'g'.repeat(36),
    ]) {
      expect(isUuid(text)).toBe(false);
    }
  });
});

describe('deriveUuidv7', () => {
  const from = createUuidv7Generator(() => 1_795_000_000_123);
  const batch = from();
  const derived = (index: number, of = batch) => deriveUuidv7(of, index);

  it('returns the same UUID for the same arguments, and another one for each index and UUID', () => {
    expect(derived(1)).toBe(derived(1));
    expect(new Set([derived(1), derived(2), derived(4_097), derived(1, from())]).size).toBe(4);
  });

  it('is of version 7, carries its time and is in the order of the index', () => {
    const uuids = Array.from({ length: 500 }, (_, index) => derived(index));
    expect(uuids.toSorted()).toEqual(uuids);
    for (const uuid of uuids) {
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(timeMs(uuid)).toBe(1_795_000_000_123);
    }
  });
});
