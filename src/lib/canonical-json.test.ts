import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, hashCanonicalJson, sha256Hex } from './canonical-json.ts';

function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, shuffled(member)]),
  );
}

describe('canonicalJson', () => {
  it('sorts keys at every depth and leaves arrays in order', () => {
    expect(canonicalJson({ b: [{ d: 1, c: 'é' }, 2], a: null, e: undefined })).toBe(
      '{"a":null,"b":[{"c":"é","d":1},2]}',
    );
  });

  it('says the same as JSON.stringify, whatever the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(shuffled(JSON.parse(JSON.stringify(value))))).toBe(text);
      }),
    );
  });

  it('honors toJSON', () => {
    expect(canonicalJson({ at: Temporal.Instant.from('2026-01-01T00:00:00Z') })).toBe('{"at":"2026-01-01T00:00:00Z"}');
  });

  it('writes a number beyond the range of a double so that it is read as the same', () => {
    const text = canonicalJson({ a: JSON.parse('1e400'), b: [JSON.parse('-1e400')] });
    expect(text).toBe('{"a":1e999,"b":[-1e999]}');
    expect(JSON.parse(text)).toEqual({ a: Number.POSITIVE_INFINITY, b: [Number.NEGATIVE_INFINITY] });
  });

  it('refuses what JSON cannot say', () => {
    expect(() => canonicalJson({ a: Number.NaN })).toThrow(TypeError);
    expect(() => canonicalJson(1n)).toThrow(TypeError);
  });

  it('hashes as SHA-256', () => {
    expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(hashCanonicalJson({ a: 1, b: 2 }).equals(hashCanonicalJson({ b: 2, a: 1 }))).toBe(true);
  });
});
