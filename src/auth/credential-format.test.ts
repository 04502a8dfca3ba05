import { describe, expect, it } from 'vitest';
import {
  generateCredential,
  generateUserKey,
  isWellFormedCredential,
  isWellFormedCustomerNo,
  isWellFormedUserKey,
} from './credential-format.ts';

describe('generated credentials', () => {
  it('have a prefix for kind and environment, and at least 160 random bits', () => {
    expect(generateCredential('password', 'production')).toMatch(/^drp_live_[0-9A-Za-z]{38}$/);
    expect(generateCredential('password', 'test')).toMatch(/^drp_test_/);
    expect(generateCredential('token', 'production')).toMatch(/^drt_live_/);
    expect(generateCredential('token', 'test')).toMatch(/^drt_test_/);
    expect(32 * Math.log2(62)).toBeGreaterThan(160);
  });

  it('never repeat and use the whole alphabet evenly', () => {
    const generated = Array.from({ length: 2000 }, () => generateCredential('password', 'test'));
    expect(new Set(generated).size).toBe(generated.length);
    const counts = new Map<string, number>();
    for (const char of generated.map((text) => text.slice(9, 41)).join(''))
      counts.set(char, (counts.get(char) ?? 0) + 1);
    expect(counts.size).toBe(62);
    // About 1032 of each; a modulo bias would give some characters a quarter more.
    for (const count of counts.values()) expect(Math.abs(count - (2000 * 32) / 62)).toBeLessThan(200);
  });

  it('are distinguished from mistyped ones and from those of another kind or environment', () => {
    const password = generateCredential('password', 'test');
    expect(isWellFormedCredential(password, 'password', 'test')).toBe(true);
    expect(isWellFormedCredential(password, 'password', 'production')).toBe(false);
    expect(isWellFormedCredential(password, 'token', 'test')).toBe(false);
    for (let at = 9; at < password.length; at += 1) {
      const other = password[at] === 'x' ? 'y' : 'x';
      const mistyped = password.slice(0, at) + other + password.slice(at + 1);
      expect(isWellFormedCredential(mistyped, 'password', 'test')).toBe(false);
    }
    for (const text of ['', 'secret', `${password}\n`, ` ${password}`, password.slice(0, -1), 'x'.repeat(1_000_000)]) {
      expect(isWellFormedCredential(text, 'password', 'test')).toBe(false);
    }
  });
});

describe('names', () => {
  it('reads customer numbers', () => {
    for (const text of ['W100', '100234', 'acme-west', 'A.B_1', 'x'.repeat(30)])
      expect(isWellFormedCustomerNo(text)).toBe(true);
    for (const text of ['', ' W100', 'W100\n', 'W 100', '-W', 'W\u0000', 'Ü1', "W'", 'x'.repeat(31)]) {
      expect(isWellFormedCustomerNo(text)).toBe(false);
    }
  });

  it('makes UserKeys that it reads', () => {
    expect(generateUserKey('test')).toMatch(/^dru_test_[0-9A-Za-z]{16}$/);
    expect(isWellFormedUserKey(generateUserKey('production'))).toBe(true);
    expect(isWellFormedUserKey('a\u0000b')).toBe(false);
  });
});
