/** A route for signed bodies has the deadline that operations have. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRawRoute } from '../../src/platform/http/raw-route.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

const path = '/hooks/test';
let server: TestServer;
let work: PromiseWithResolvers<void>;

beforeAll(async () => {
  const route = createRawRoute({
    path,
    routeLabels: { environment: 'test', operation: 'hook' },
    maxBytes: 100,
    handle: () => work.promise,
  });
  server = await openTestServer({ operations: [], routes: [route], settings: { REQUEST_TIMEOUT_SECONDS: '1' } });
});
afterAll(() => server.close());

test('replies 503 at the deadline, and logs what fails after it', async () => {
  work = Promise.withResolvers();
  const response = await fetch(server.url + path, { method: 'POST', body: 'signed' });
  expect(response.status).toBe(503);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await response.json()).toMatchObject({ Status: 503, Code: 'Unavailable' });
  work.reject(new Error('the database was away'));
  await expect.poll(() => server.logged.join('')).toContain('a request failed after its deadline');
});

test('replies 200 to work that ends before the deadline', async () => {
  work = Promise.withResolvers();
  work.resolve();
  expect((await fetch(server.url + path, { method: 'POST', body: 'signed' })).status).toBe(200);
});
