/** Hashes of passwords: what is stored, and that each check computes exactly one hash. */
import { expect, test } from 'vitest';
import { hashesDuring } from '../../test/support/hashes.ts';
import { hashPassword, type PasswordCheckPurpose, verifyPassword } from './password-hash.ts';

const key = Buffer.alloc(32, 7);
const cheapest = { memoryKib: 8, passes: 1 };

test('the stored text names algorithm, parameters and salt', async () => {
  const stored = await hashPassword(key, 'secret');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(await hashPassword(key, 'secret', cheapest)).not.toBe(await hashPassword(key, 'secret', cheapest));
});

test('only the right password under the right key is valid; a hash with other parameters is stale', async () => {
  const [current, outdated] = [await hashPassword(key, 'secret'), await hashPassword(key, 'secret', cheapest)];
  expect(await verifyPassword(key, 'secret', current, 'sign-in')).toEqual({ isValid: true, isStale: false });
  expect(await verifyPassword(key, 'secret', outdated, 'sign-in')).toEqual({ isValid: true, isStale: true });
  expect(await verifyPassword(key, 'Secret', outdated, 'sign-in')).toEqual({ isValid: false, isStale: false });
  expect(await verifyPassword(Buffer.alloc(32, 8), 'secret', outdated, 'sign-in')).toEqual({
    isValid: false,
    isStale: false,
  });
});

test('an account that does not exist, or has no password, costs as much as a wrong password', async () => {
  const stored = await hashPassword(key, 'secret');
  for (const known of [stored, undefined, '', 'no hash', stored.slice(1)]) {
    const { all } = await hashesDuring(async () => {
      expect(await verifyPassword(key, 'wrong', known, 'sign-in')).toEqual({ isValid: false, isStale: false });
    });
    expect(all).toBe(1);
  }
});

test('at most two hashes are computed at once', async () => {
  const checks = () => Promise.all(Array.from({ length: 9 }, () => hashPassword(key, 'secret', cheapest)));
  expect(await hashesDuring(checks)).toEqual({ all: 9, atOnce: 2 });
});

test('a PIN at a station does not wait for all sign-ins that anybody tries', async () => {
  const stored = await hashPassword(key, '4071', cheapest);
  const done: string[] = [];
  const check = async (use: PasswordCheckPurpose) => {
    await verifyPassword(key, 'guess', stored, use);
    done.push(use);
  };
  await Promise.all([...Array.from({ length: 30 }, () => check('sign-in')), check('pin')]);
  expect(done.indexOf('pin')).toBeLessThan(6);
});
