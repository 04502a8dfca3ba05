import { describe, expect, it } from 'vitest';
import { GrowingBuffer } from './growing-buffer.ts';

describe('GrowingBuffer', () => {
  it('is what was added, in any chunks', () => {
    const whole = Buffer.from(Array.from({ length: 10_000 }, (_, index) => index % 251));
    for (const size of [1, 7, 1_024, 9_999, 10_000]) {
      const buffer = new GrowingBuffer();
      for (let at = 0; at < whole.length; at += size) buffer.add(whole.subarray(at, at + size));
      expect(buffer.length).toBe(whole.length);
      expect(buffer.bytes().equals(whole)).toBe(true);
    }
    expect(new GrowingBuffer().bytes()).toHaveLength(0);
  });

  it('never writes into a chunk', () => {
    const first = Buffer.from('abcdef');
    const buffer = new GrowingBuffer();
    buffer.add(first.subarray(0, 3));
    buffer.add(Buffer.from('xyz'));
    expect(first.toString()).toBe('abcdef');
    expect(buffer.bytes().toString()).toBe('abcxyz');
  });
});
