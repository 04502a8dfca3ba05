/** Carrier account settings, and carrier failures that are common to all requests. */
import { type Answer, json } from './recorded-server.ts';

export const apiKey = 'EZTK-a-key-that-must-stay-secret';

/** Settings of a carrier account at this address. */
export const accountAt = (carrierUrl: string) => ({ EASYPOST_API_KEY: apiKey, EASYPOST_BASE_URL: carrierUrl });

/** A failure, the carrier's response, and the message that callers see. */
export const carrierFailures: readonly [what: string, answer: Answer, words: string][] = [
  ['silence', 'silence', 'it did not respond in time'],
  ['a cut connection', 'hang up', 'it could not be reached'],
  ['a server fault', { status: 502, body: '<html>bad gateway</html>', type: 'text/html' }, 'it could not be reached'],
  [
    'Too many requests: the limit is a burst of 1000, refilled within 10 seconds. Wait for the seconds in Retry-After.',
    json(429, { error: { code: 'RATE_LIMITED', message: 'no' } }),
    'it could not be reached',
  ],
  ['an unknown key', json(401, { error: { code: 'APIKEY.INACTIVE', message: 'no' } }), 'it could not be reached'],
  ['an account that cannot pay', json(402, { error: { code: 'X', message: 'pay' } }), 'it could not be reached'],
];
