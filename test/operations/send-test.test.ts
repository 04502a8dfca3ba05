/** SendTest: every documented response. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../support/server.ts';
import { endpointUrl, openEndpoint, unknownEndpoint, wrongAuthentication } from '../support/webhooks.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const winery = () => openEndpoint(server);

test('200 queues a test for this endpoint only, whatever its kinds', async () => {
  const { call, EndpointId } = await winery();
  const other = (await call('CreateEndpoint', { Url: endpointUrl, Format: 'tracking_update' })).body.EndpointId;
  const { status, body } = await call('SendTest', { EndpointId });
  expect(status).toBe(200);
  const list = async (id: string) => (await call('GetDeliveries', { EndpointId: id })).body.Deliveries;
  expect(await list(EndpointId)).toMatchObject([{ EventId: body.EventId, Kind: 'webhook.test', Status: 'PENDING' }]);
  expect(await list(other)).toEqual([]);
  expect((await call('SendTest', { EndpointId: other })).status).toBe(200);
  expect(await list(other)).toHaveLength(1);
});

test('403 for a disabled endpoint', async () => {
  const { call, EndpointId } = await winery();
  await call('UpdateEndpoint', { EndpointId, Enabled: false });
  expect((await call('SendTest', { EndpointId })).body).toMatchObject({ Status: 403, State: 'DISABLED' });
});

test('400 for an id that is none', async () => {
  const { call } = await winery();
  expect((await call('SendTest', { EndpointId: 'x' })).body.Errors[0].Field).toBe('EndpointId');
});

test('401 without credentials', async () => {
  const { call, EndpointId } = await winery();
  expect((await call('SendTest', { EndpointId, Authentication: wrongAuthentication })).status).toBe(401);
});

test("404 for an unknown endpoint, and another customer's", async () => {
  const [mine, theirs] = [await winery(), await winery()];
  for (const EndpointId of [unknownEndpoint, theirs.EndpointId]) {
    expect((await mine.call('SendTest', { EndpointId })).status).toBe(404);
  }
});

test('403 without the right to write', async () => {
  const { client } = await server.customer('read');
  expect((await client.call('Webhook/SendTest', { EndpointId: unknownEndpoint })).body.Code).toBe('RightMissing');
});
