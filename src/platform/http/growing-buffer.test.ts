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

  it('frees the memory of chunks and of what it outgrew at once', () => {
    const chunks = Array.from({ length: 8 }, () => Buffer.allocUnsafeSlow(64 * 1024));
    const buffer = new GrowingBuffer();
    for (const chunk of chunks) buffer.add(chunk);
    expect(chunks.map(({ length }) => length)).toEqual(chunks.map(() => 0));
    const bytes = buffer.bytes();
    expect(bytes).toHaveLength(8 * 64 * 1024);
    buffer.free();
    expect(bytes).toHaveLength(0);
    expect(buffer).toHaveLength(8 * 64 * 1024);
  });

  it('leaves buffers alone that are small or part of another', () => {
    const small = Buffer.allocUnsafeSlow(1_000);
    const whole = Buffer.allocUnsafeSlow(64 * 1024);
    const buffer = new GrowingBuffer();
    for (const chunk of [whole.subarray(1), small]) buffer.add(chunk);
    buffer.free();
    expect([whole, small].map(({ length }) => length)).toEqual([64 * 1024, 1_000]);
  });

  it('takes no more than the most that is expected', () => {
    const buffer = new GrowingBuffer(150_000);
    for (let count = 0; count < 3; count += 1) buffer.add(Buffer.alloc(50_000));
    expect(buffer.bytes().buffer.byteLength).toBe(150_000);
  });
});
