/** DeleteEndpoint: every documented response. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyWebhooks } from '../../src/webhooks/index.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { endpointUrl, openEndpoint, unknownEndpoint, wrongAuthentication } from '../support/webhooks.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const winery = () => openEndpoint(server);

test('200 deletes the endpoint; events are read as long as there is another one', async () => {
  const { call, EndpointId, customerNo } = await winery();
  const other = (await call('CreateEndpoint', { Url: endpointUrl })).body.EndpointId;
  const queues = async () =>
    (await server.environment.db.rows('select 1 from webhook_customers where customer_no = $1', [customerNo])).length;
  expect((await call('DeleteEndpoint', { EndpointId })).status).toBe(200);
  expect((await call('GetEndpoints')).body.Endpoints).toMatchObject([{ EndpointId: other }]);
  expect(await queues()).toBe(1);
  expect((await call('DeleteEndpoint', { EndpointId: other })).status).toBe(200);
  expect([(await call('GetEndpoints')).body.Endpoints, await queues()]).toEqual([[], 0]);
  expect((await call('DeleteEndpoint', { EndpointId })).status).toBe(404);
});

test('an endpoint that is created while the last one is deleted gets events', async () => {
  const { call, EndpointId, endpoint } = await winery();
  let last = EndpointId;
  for (let round = 0; round < 10; round += 1) {
    const replies = await Promise.all([
      call('DeleteEndpoint', { EndpointId: last }),
      call('CreateEndpoint', { Url: endpointUrl }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    last = (await endpoint()).EndpointId;
    expect((await call('SendTest', { EndpointId: last })).status).toBe(200);
  }
  expect(await verifyWebhooks(server.environment.db)).toEqual([]);
});

test('400 for an id that is none', async () => {
  const { call } = await winery();
  expect((await call('DeleteEndpoint', { EndpointId: 'x' })).body.Errors[0].Field).toBe('EndpointId');
});

test('401 without credentials', async () => {
  const { call, EndpointId } = await winery();
  expect((await call('DeleteEndpoint', { EndpointId, Authentication: wrongAuthentication })).status).toBe(401);
});

test("404 for an unknown endpoint, and another customer's", async () => {
  const [mine, theirs] = [await winery(), await winery()];
  for (const EndpointId of [unknownEndpoint, theirs.EndpointId]) {
    expect((await mine.call('DeleteEndpoint', { EndpointId })).status).toBe(404);
  }
});

test('403 without the right to write', async () => {
  const { client } = await server.customer('read');
  expect((await client.call('Webhook/DeleteEndpoint', { EndpointId: unknownEndpoint })).body.Code).toBe('RightMissing');
});
