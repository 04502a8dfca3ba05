import { describe, expect, it } from 'vitest';
import { credentialSecretsOf, hashCredential } from './secrets.ts';

const key = 'k'.repeat(32);

describe('the pepper', () => {
  it('is the same for the same key and another for another', () => {
    const hash = hashCredential(credentialSecretsOf({ secretKey: key }), 'drp_test_x');
    expect(hash).toHaveLength(32);
    expect(hashCredential(credentialSecretsOf({ secretKey: key }), 'drp_test_x')).toEqual(hash);
    expect(hashCredential(credentialSecretsOf({ secretKey: `${key}k` }), 'drp_test_x')).not.toEqual(hash);
    expect(hashCredential(credentialSecretsOf({ secretKey: key }), 'drp_test_y')).not.toEqual(hash);
  });

  it('is not the key itself, and stays what it was: stored hashes depend on it', () => {
    expect(hashCredential(credentialSecretsOf({ secretKey: key }), 'drp_test_x').toString('hex')).toBe(
      '2e6003d7466f4d20da4410bca8744c2e8548fa802a0a57f0ccea171411b56a97',
    );
  });

  it('does not show in what might be printed', () => {
    expect(JSON.stringify(credentialSecretsOf({ secretKey: key }))).toBe('{"pepper":{}}');
  });
});
