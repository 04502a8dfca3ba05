/** RotateSecret: every documented response. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openEndpoint, unknownEndpoint, wrongAuthentication } from '../support/webhooks.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const winery = () => openEndpoint(server);

test('200 returns a new secret; the one before is valid for a day, or not at all', async () => {
  const { call, EndpointId, Secret, endpoint } = await winery();
  const before = Date.now();
  const { status, body } = await call('RotateSecret', { EndpointId });
  expect([status, body.Secret === Secret]).toEqual([200, false]);
  const day = 24 * 3_600_000;
  const validUntil = Date.parse(body.PreviousSecretValidUntil);
  expect(validUntil).toBeGreaterThanOrEqual(before + day - 1_000);
  expect(validUntil).toBeLessThanOrEqual(Date.now() + day);
  expect(body.PreviousSecretValidUntil).toBe((await endpoint()).PreviousSecretValidUntil);
  const revoked = (await call('RotateSecret', { EndpointId, RevokePrevious: true })).body;
  expect([revoked.PreviousSecretValidUntil, (await endpoint()).PreviousSecretValidUntil]).toEqual(['', '']);
  expect(new Set([Secret, body.Secret, revoked.Secret]).size).toBe(3);
});

test('400 for an id that is none', async () => {
  const { call } = await winery();
  expect((await call('RotateSecret', { EndpointId: 'x' })).body.Errors[0].Field).toBe('EndpointId');
});

test('401 without credentials', async () => {
  const { call, EndpointId } = await winery();
  expect((await call('RotateSecret', { EndpointId, Authentication: wrongAuthentication })).status).toBe(401);
});

test("404 for an unknown endpoint, and another customer's", async () => {
  const [mine, theirs] = [await winery(), await winery()];
  for (const EndpointId of [unknownEndpoint, theirs.EndpointId]) {
    expect((await mine.call('RotateSecret', { EndpointId })).status).toBe(404);
  }
});

test('403 without the right to write', async () => {
  const { client } = await server.customer('read');
  expect((await client.call('Webhook/RotateSecret', { EndpointId: unknownEndpoint })).body.Code).toBe('RightMissing');
});
