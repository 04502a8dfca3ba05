import { expect, it } from 'vitest';
import { deriveKey } from './derived-key.ts';

it('derives the key of each purpose, and stays what it was: stored hashes and encrypted values depend on it', () => {
  const secret = 'a test secret of at least 32 characters';
  expect(deriveKey(secret, 'dray key check 1').toString('hex')).toBe(
    '48d345fd23a16433cbb442154ede5de0bd2f7ecc320136e39b3905833de2c80c',
  );
  expect(deriveKey(secret, 'dray key check 2')).not.toEqual(deriveKey(secret, 'dray key check 1'));
  expect(deriveKey(`${secret}s`, 'dray key check 1')).not.toEqual(deriveKey(secret, 'dray key check 1'));
  expect(deriveKey(secret, 'dray key check 1')).toBe(deriveKey(secret, 'dray key check 1'));
});
