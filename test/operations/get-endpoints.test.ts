/** GetEndpoints: every documented response. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const Url = 'https://winery.example/hooks/dray?token=1';
const Authentication = { UserKey: 'nobody', Password: 'wrong', CustomerNo: 'W1' };

async function winery() {
  const { customerNo, client } = await server.customer();
  const call = (name: string, body: object = {}, headers = {}) => client.call(`Webhook/${name}`, body, headers);
  const { EndpointId, Secret } = (await call('CreateEndpoint', { Url, Kinds: ['order.held'] })).body;
  const endpoint = async () => (await call('GetEndpoints')).body.Endpoints[0];
  return { customerNo, call, EndpointId, Secret, endpoint };
}

test('200 lists the endpoints of the customer, the oldest first, without secrets', async () => {
  const { call, EndpointId } = await winery();
  await winery();
  const second = (await call('CreateEndpoint', { Url })).body.EndpointId;
  const { status, body } = await call('GetEndpoints');
  expect([status, body.Endpoints.map((each: { EndpointId: string }) => each.EndpointId)]).toEqual([
    200,
    [EndpointId, second],
  ]);
  expect(JSON.stringify(body)).not.toContain('whsec_');
});

test('401 without credentials', async () => {
  const { call } = await winery();
  expect((await call('GetEndpoints', { Authentication })).status).toBe(401);
});
