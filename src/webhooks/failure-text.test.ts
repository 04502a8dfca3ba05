/** Faults of TLS as people read them. */
import { expect, test } from 'vitest';
import { failureText } from './failure-text.ts';

test.each([
  ['CERT_HAS_EXPIRED', 'The certificate has expired.'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'The certificate is for another host name.'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'The certificate is self-signed.'],
  ['CERT_REVOKED', 'The certificate is not valid: CERT_REVOKED.'],
  ['ECONNRESET', 'The connection failed: ECONNRESET.'],
])('%s', (code, text) => {
  expect(failureText(Object.assign(new Error('of the network'), { code }))).toBe(text);
});
