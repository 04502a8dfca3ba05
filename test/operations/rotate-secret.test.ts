/** RotateSecret: every documented response. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const Url = 'https://winery.example/hooks/dray?token=1';
const unknown = '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001';
const Authentication = { UserKey: 'nobody', Password: 'wrong', CustomerNo: 'W1' };

async function winery() {
  const { customerNo, client } = await server.customer();
  const call = (name: string, body: object = {}, headers = {}) => client.call(`Webhook/${name}`, body, headers);
  const { EndpointId, Secret } = (await call('CreateEndpoint', { Url, Kinds: ['order.held'] })).body;
  const endpoint = async () => (await call('GetEndpoints')).body.Endpoints[0];
  return { customerNo, call, EndpointId, Secret, endpoint };
}

test('200 returns a new secret; the one before is valid for a day, or not at all', async () => {
  const { call, EndpointId, Secret, endpoint } = await winery();
  const { status, body } = await call('RotateSecret', { EndpointId });
  expect([status, body.Secret === Secret]).toEqual([200, false]);
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
  expect((await call('RotateSecret', { EndpointId, Authentication })).status).toBe(401);
});

test("404 for an unknown endpoint, and another customer's", async () => {
  const [mine, theirs] = [await winery(), await winery()];
  for (const EndpointId of [unknown, theirs.EndpointId]) {
    expect((await mine.call('RotateSecret', { EndpointId })).status).toBe(404);
  }
});

test('403 without the right to write', async () => {
  const { client } = await server.customer('read');
  expect((await client.call('Webhook/RotateSecret', { EndpointId: unknown })).body.Code).toBe('RightMissing');
});
