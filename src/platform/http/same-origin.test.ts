/** Which requests come from a page of another origin. */
import { describe, expect, test } from 'vitest';
import { isForeignOrigin, isHttps } from './same-origin.ts';

const host = '127.0.0.1:8080';

describe('a page of this server', () => {
  test.each([
    [{}],
    [{ origin: 'http://127.0.0.1:8080' }],
    [{ origin: 'http://127.0.0.1:8080', 'sec-fetch-site': 'same-origin' }],
    [{ 'sec-fetch-site': 'none' }],
    [{ host: 'dray.example', origin: 'https://dray.example' }],
    [{ host: 'dray.example:443', origin: 'https://DRAY.example' }],
    [{ host: 'internal:8080', origin: 'https://dray.example', 'x-forwarded-host': 'dray.example' }],
    [{ host: 'internal:8080', origin: 'https://dray.example', 'x-forwarded-host': 'dray.example, inner' }],
    [{ host: '[::1]:8080', origin: 'http://[::1]:8080' }],
  ])('%j', (headers) => {
    expect(isForeignOrigin({ host, ...headers })).toBe(false);
  });
});

describe('another page', () => {
  test.each([
    [{ origin: 'null' }],
    [{ origin: '' }],
    [{ origin: 'https://attacker.example' }],
    [{ origin: 'http://127.0.0.1:8081' }],
    [{ origin: 'http://127.0.0.1:8080.attacker.example' }],
    [{ origin: 'file://127.0.0.1:8080' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:8080' }],
    [{ host: '', origin: 'http://127.0.0.1:8080' }],
    [{ host: 'a b', origin: 'http://127.0.0.1:8080' }],
  ])('%j', (headers) => {
    expect(isForeignOrigin({ host, ...headers })).toBe(true);
  });
});

test('https is what the proxy nearest to the caller reports', () => {
  expect(isHttps({ 'x-forwarded-proto': 'https' })).toBe(true);
  expect(isHttps({ 'x-forwarded-proto': 'HTTPS, http' })).toBe(true);
  expect(isHttps({ 'x-forwarded-proto': 'http' })).toBe(false);
  expect(isHttps({})).toBe(false);
});
