/** UpdateEndpoint: every documented response. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { webhookEndpointPatchFields } from '../../src/webhooks/webhook-fields.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { endpointUrl, openEndpoint, unknownEndpoint, wrongAuthentication } from '../support/webhooks.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const winery = () => openEndpoint(server);

test('200 changes what is given; a disabled endpoint skips what waits', async () => {
  const { call, EndpointId, endpoint } = await winery();
  const update = async (body: object) => (await call('UpdateEndpoint', { EndpointId, ...body })).status;
  expect(await update({ Kinds: [], Description: 'New' })).toBe(200);
  expect(await endpoint()).toMatchObject({
    Url: endpointUrl,
    Kinds: [],
    Format: 'standard',
    Description: 'New',
    Enabled: true,
  });
  await call('SendTest', { EndpointId });
  expect(await update({ Enabled: false })).toBe(200);
  expect(await endpoint()).toMatchObject({
    Enabled: false,
    DisabledReason: 'BY HAND',
    DisabledAt: expect.stringMatching(/^2/),
  });
  expect((await call('GetDeliveries', { EndpointId })).body.Deliveries).toMatchObject([{ Status: 'SKIPPED' }]);
  expect(await update({ Enabled: true, Url: 'https://other.example/' })).toBe(200);
  expect(await endpoint()).toMatchObject({
    Url: 'https://other.example/',
    Enabled: true,
    DisabledReason: '',
    DisabledAt: '',
  });
});

test('200 a new address begins without the failures of the one before', async () => {
  const { call, EndpointId, endpoint } = await winery();
  await server.environment.db.rows('update webhook_endpoints set failed_in_a_row = 99 where endpoint_id = $1', [
    EndpointId,
  ]);
  const failedAfter = async (body: object): Promise<number> => {
    expect((await call('UpdateEndpoint', { EndpointId, ...body })).status).toBe(200);
    return (await endpoint()).FailedInARow;
  };
  expect(await failedAfter({ Url: endpointUrl, Description: 'Same' })).toBe(99);
  expect(await failedAfter({ Url: 'https://other.example/' })).toBe(0);
});

test('nothing that is absent has a default in the schema, since it is unchanged', () => {
  const schema = JSON.stringify(webhookEndpointPatchFields);
  expect(schema).not.toContain('"default"');
  expect(schema).not.toContain('absent or empty');
});

test('400 for kinds that the format does not have', async () => {
  const { call, EndpointId, endpoint } = await winery();
  const refused = await call('UpdateEndpoint', { EndpointId, Format: 'tracking_update' });
  expect(refused.body.Errors).toMatchObject([{ Field: 'Kinds', Code: 'Conflict' }]);
  expect(await endpoint()).toMatchObject({ Format: 'standard', Kinds: ['order.held'] });
  const both = { EndpointId, Format: 'tracking_update', Kinds: ['order.held', 'tracking.updated'] };
  expect((await call('UpdateEndpoint', both)).status).toBe(200);
});

test('400 for a private address', async () => {
  const { call, EndpointId } = await winery();
  const refused = await call('UpdateEndpoint', { EndpointId, Url: 'https://10.0.0.1/' });
  expect([refused.status, refused.body.Errors[0].Code]).toEqual([400, 'PrivateAddress']);
});

test('401 without credentials', async () => {
  const { call, EndpointId } = await winery();
  expect((await call('UpdateEndpoint', { EndpointId, Authentication: wrongAuthentication })).status).toBe(401);
});

test('403 without the right to write', async () => {
  const { client } = await server.customer('read');
  expect((await client.call('Webhook/UpdateEndpoint', { EndpointId: unknownEndpoint })).body.Code).toBe('RightMissing');
});

test("404 for an unknown endpoint, and another customer's", async () => {
  const [mine, theirs] = [await winery(), await winery()];
  for (const EndpointId of [unknownEndpoint, theirs.EndpointId]) {
    expect((await mine.call('UpdateEndpoint', { EndpointId, Enabled: false })).status).toBe(404);
  }
  expect((await theirs.endpoint()).Enabled).toBe(true);
});
