/** CreateEndpoint: every documented response. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilBlocked } from '../support/lock-waits.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { endpointUrl, openEndpoint, wrongAuthentication } from '../support/webhooks.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const winery = () => openEndpoint(server);

test('200 returns the secret once; it is stored nowhere in plain text, also under an Idempotency-Key', async () => {
  const { call, customerNo } = await winery();
  const body = { Url: ` ${endpointUrl} `, Format: 'tracking_update', Description: 'Club' };
  const created = await call('CreateEndpoint', body, { 'idempotency-key': 'one' });
  expect([created.status, created.body.Secret]).toEqual([200, expect.stringMatching(/^whsec_.{44}$/)]);
  const again = await call('CreateEndpoint', body, { 'idempotency-key': 'one' });
  expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([created.body, 'true']);
  const { Endpoints } = (await call('GetEndpoints')).body;
  expect(Endpoints).toMatchObject([
    { Url: endpointUrl, Kinds: ['order.held'], Format: 'standard', Enabled: true, PreviousSecretValidUntil: '' },
    {
      EndpointId: created.body.EndpointId,
      Url: endpointUrl,
      Kinds: [],
      Format: 'tracking_update',
      Description: 'Club',
    },
  ]);
  const { db } = server.environment;
  for (const table of ['idempotency_keys', 'webhook_endpoints', 'log']) {
    const rows = await db.rows<{ row: string }>(`select t::text as row from ${table} t where customer_no = $1`, [
      customerNo,
    ]);
    expect(rows.length).toBeGreaterThan(0);
    const text = rows.map(({ row }) => row).join('\n');
    expect(text).not.toContain('whsec_');
    if (table === 'log') expect(text).not.toContain('token=1');
  }
});

test('400 for a URL to which nothing may be sent, before it is stored', async () => {
  const { call } = await winery();
  const code = async (url: string) => (await call('CreateEndpoint', { Url: url })).body.Errors[0];
  for (const url of [
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::ffff:10.0.0.1]/',
    'https://0x7f.1:8443/',
  ]) {
    expect(await code(url)).toMatchObject({ Field: 'Url', Code: 'PrivateAddress' });
  }
  expect(await code('http://winery.example/')).toMatchObject({ Field: 'Url', Code: 'Format' });
  expect((await call('CreateEndpoint', { Kinds: ['x'] })).body.Errors).toMatchObject([
    { Field: 'Url', Code: 'Required' },
    { Field: 'Kinds[0]' },
  ]);
  const neverSent = { Url: endpointUrl, Format: 'tracking_update', Kinds: ['order.held'] };
  expect((await call('CreateEndpoint', neverSent)).body.Errors).toMatchObject([{ Field: 'Kinds', Code: 'Conflict' }]);
  expect((await call('GetEndpoints')).body.Endpoints).toHaveLength(1);
});

test('many at once: all that there is room for are created, and other customers are not delayed', async () => {
  const { call, customerNo } = await winery();
  const other = await server.customer();
  const { db } = server.environment;
  const lock = Promise.withResolvers<void>();
  const locked = db.write(async (tx) => {
    await tx.rows('select from webhook_customers where customer_no = $1 for update', [customerNo]);
    await lock.promise;
  });
  const created = Array.from({ length: 110 }, (_, i) => call('CreateEndpoint', { Url: `${endpointUrl}&n=${i}` }));
  await untilBlocked(db);
  const read = other.client.call('Webhook/GetEndpoints', {}).then(({ status }) => status);
  expect(await Promise.race([read, delay(5_000, 'waits for the connections of the first customer')])).toBe(200);
  lock.resolve();
  await locked;
  const replies = await Promise.all(created);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(99);
  expect(new Set(replies.filter(({ status }) => status !== 200).map(({ body }) => body.State))).toEqual(
    new Set(['FULL']),
  );
  expect((await call('GetEndpoints')).body.Endpoints).toHaveLength(100);
});

test('401 without credentials', async () => {
  const { call } = await winery();
  expect((await call('CreateEndpoint', { Url: endpointUrl, Authentication: wrongAuthentication })).status).toBe(401);
});

test('403 when there are 100 already, or without the right to write', async () => {
  const { call, customerNo } = await winery();
  await server.environment.db.rows(
    `insert into webhook_endpoints (customer_no, endpoint_id, url, kinds, format, description, secret)
     select customer_no, gen_random_uuid(), url, kinds, format, description, secret
       from webhook_endpoints cross join generate_series(1, 99) where customer_no = $1`,
    [customerNo],
  );
  expect(await call('CreateEndpoint', { Url: endpointUrl })).toMatchObject({ status: 403, body: { State: 'FULL' } });
  const reader = await server.customer('read');
  expect((await reader.client.call('Webhook/CreateEndpoint', { Url: endpointUrl })).body.Code).toBe('RightMissing');
});
