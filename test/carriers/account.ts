/** An account with a carrier, as the settings name it, and what goes wrong whatever it is asked for. */
import { type Answer, json } from './recorded-server.ts';

export const apiKey = 'EZTK-a-key-that-must-stay-secret';

/** The settings of an account with the carrier at this address. */
export const accountAt = (carrierUrl: string) => ({ EASYPOST_API_KEY: apiKey, EASYPOST_BASE_URL: carrierUrl });

/** What happens, what the carrier answers then, and why it could not be asked, as callers read it. */
export const carrierFailures: readonly [what: string, answer: Answer, words: string][] = [
  ['silence', 'silence', 'it does not answer in time'],
  ['a cut connection', 'hang up', 'it cannot be asked now'],
  ['a server fault', { status: 502, body: '<html>bad gateway</html>', type: 'text/html' }, 'it cannot be asked now'],
  ['too many requests', json(429, { error: { code: 'RATE_LIMITED', message: 'no' } }), 'it cannot be asked now'],
  ['an unknown key', json(401, { error: { code: 'APIKEY.INACTIVE', message: 'no' } }), 'it cannot be asked now'],
  ['an account that cannot pay', json(402, { error: { code: 'X', message: 'pay' } }), 'it cannot be asked now'],
];
