/** Signatures as an independent implementation of the Standard Webhooks specification verifies them. */
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { computeWebhookSignatureHeaders, createWebhookSecretCipher, generateWebhookSecret } from './signature.ts';

const id = '3f0c6c1e-8d6b-8a51-9c57-0f7f0d5a2b11';
const bodies = {
  'odd numbers': '{"type":"inventory.changed","data":{"OnHand":136.0,"Tiny":1e-7,"Big":12345678901234567890}}',
  Unicode: JSON.stringify({ data: { Name: 'Château d’Yquem 🍷 “Grand Cru”', Line: '\u2028\u0000' } }),
  'a body of 1 MB': JSON.stringify({ data: 'ü'.repeat(512 * 1024) }),
};

test.each(Object.entries(bodies))('%s: the raw bytes are signed', (_, body) => {
  const [secret, previous, other] = [generateWebhookSecret(), generateWebhookSecret(), generateWebhookSecret()];
  const headers = computeWebhookSignatureHeaders(id, Buffer.from(body), [secret, previous], new Date());
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(headers['webhook-signature']).toMatch(/^v1,[^ ]+ v1,[^ ]+$/);
  for (const valid of [secret, previous]) expect(new Webhook(valid).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(other).verify(body, headers)).toThrow();
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
  expect(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'another' })).toThrow();
});

test('a sealed secret is opened for its endpoint only', () => {
  const seal = createWebhookSecretCipher({ secretKey: 'a test key of at least 32 characters' });
  const secret = generateWebhookSecret();
  const sealed = seal.seal('endpoint', secret);
  expect(sealed.includes(secret)).toBe(false);
  expect(seal.open('endpoint', sealed)).toBe(secret);
  expect(() => seal.open('another', sealed)).toThrow();
  expect(() =>
    createWebhookSecretCipher({ secretKey: 'another key of at least 32 characters' }).open('endpoint', sealed),
  ).toThrow();
});
