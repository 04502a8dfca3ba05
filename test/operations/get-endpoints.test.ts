/** GetEndpoints: every documented response. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../support/server.ts';
import { endpointUrl, openEndpoint, wrongAuthentication } from '../support/webhooks.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const winery = () => openEndpoint(server);

test('200 lists the endpoints of the customer, the oldest first, without secrets', async () => {
  const { call, EndpointId } = await winery();
  await winery();
  const second = (await call('CreateEndpoint', { Url: endpointUrl })).body.EndpointId;
  const { status, body } = await call('GetEndpoints');
  expect([status, body.Endpoints.map((each: { EndpointId: string }) => each.EndpointId)]).toEqual([
    200,
    [EndpointId, second],
  ]);
  expect(JSON.stringify(body)).not.toContain('whsec_');
});

test('401 without credentials', async () => {
  const { call } = await winery();
  expect((await call('GetEndpoints', { Authentication: wrongAuthentication })).status).toBe(401);
});
