/** `Idempotency-Key` (decision 6), against a real database. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../support/server.ts';
import { caskOperations, written } from './casks.ts';

let server: TestServer;
let winery: Awaited<ReturnType<TestServer['customer']>>;
let keys = 0;

beforeAll(async () => {
  server = await openTestServer({ operations: caskOperations });
  winery = await server.customer();
});
afterAll(() => server.close());

const newKey = () => {
  keys += 1;
  return { 'idempotency-key': `key ${keys}` };
};
const cask = (ItemNo = 'C-100', more: object = {}) => ({ CaskInfo: { ItemNo, ...more } });

async function changes(): Promise<number> {
  const rows = await server.environment.db.rows<{ count: number }>(
    "select count(*) from log where customer_no = $1 and kind = 'cask.created'",
    [winery.customerNo],
  );
  return rows[0]?.count ?? 0;
}

it('answers the first success again and changes nothing', async () => {
  const key = newKey();
  const first = await winery.client.call('Cask/CreateCask', cask(), key);
  const before = await changes();
  const second = await winery.client.call('Cask/CreateCask', cask(), key);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toBe(first.body);
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect(await changes()).toBe(before);
});

it('two at once are one change', async () => {
  const key = newKey();
  const before = await changes();
  const both = await Promise.all([1, 2, 3].map(() => winery.client.call('Cask/CreateCask', cask(), key)));
  expect(new Set(both.map(({ body }) => body)).size).toBe(1);
  expect(await changes()).toBe(before + 1);
});

it.each([
  ['of the schema', cask('C'), 400],
  ['of the set', cask('REFUSED'), 403],
  ['of the reading member', cask('MISSING'), 404],
])('keeps a refusal %s', async (_what, body, status) => {
  const key = newKey();
  const first = await winery.client.call('Cask/CreateCask', body, key);
  const second = await winery.client.call('Cask/CreateCask', body, key);
  expect(first.status).toBe(status);
  expect(second).toMatchObject({ status, body: first.body });
  expect(second.headers.get('idempotent-replayed')).toBe('true');
});

it('the same key with another body is 400, also where that body is wrong', async () => {
  const key = newKey();
  await winery.client.call('Cask/CreateCask', cask(), key);
  for (const other of [cask('C-200'), cask('C')]) {
    const response = await winery.client.call('Cask/CreateCask', other, key);
    expect(response).toMatchObject({ status: 400, body: { Code: 'IdempotencyKeyReused' } });
  }
});

it('the same content is the same body: order of properties, nulls and unknown properties do not matter', async () => {
  const key = newKey();
  const first = await winery.client.call('Cask/CreateCask', { CaskInfo: { ItemNo: 'C-1', Note: 'n' } }, key);
  const second = await winery.client.call(
    'Cask/CreateCask',
    { Staves: null, Extra: 1, CaskInfo: { Note: 'n', ItemNo: 'C-1' } },
    key,
  );
  expect(second.body).toBe(first.body);
});

it('keys are of a customer and an operation', async () => {
  const key = newKey();
  const first = await winery.client.call('Cask/CreateCask', cask(), key);
  const other = await server.customer();
  expect((await other.client.call('Cask/CreateCask', cask(), key)).body).not.toBe(first.body);
  expect((await winery.client.call('Cask/BatchCasks', { Casks: ['a'] }, key)).body).toBe(1);
});

it('keeps 401 and 500 under no key', async () => {
  const key = newKey();
  expect((await winery.client.send('Cask/CreateCask', '{}', key)).status).toBe(401);
  expect((await winery.client.call('Cask/CreateCask', cask('BROKEN'), key)).status).toBe(500);
  expect((await winery.client.call('Cask/CreateCask', cask(), key)).status).toBe(201);
});

it('holds for 24 hours', async () => {
  const key = newKey();
  const first = await winery.client.call('Cask/CreateCask', cask(), key);
  const refused = newKey();
  const wrong = await winery.client.call('Cask/CreateCask', cask('C'), refused);
  await server.environment.db.rows("update idempotency_keys set created_at = now() - interval '24 hours'");
  expect((await winery.client.call('Cask/CreateCask', cask('C-200'), key)).status).toBe(201);
  expect((await winery.client.call('Cask/CreateCask', cask('C-200'), key)).body).not.toBe(first.body);
  const again = await winery.client.call('Cask/CreateCask', cask('C'), refused);
  expect(again.body.TransactionReferenceNumber).not.toBe(wrong.body.TransactionReferenceNumber);
});

it('also changes that pass no lane keep their first answer', async () => {
  const key = newKey();
  const first = await winery.client.call('Cask/AgeCasks', {}, key);
  expect((await winery.client.call('Cask/AgeCasks', {}, key)).body).toEqual(first.body);
  expect((await winery.client.call('Cask/AgeCasks', {})).body).not.toEqual(first.body);
});

it('a key over 255 characters is 400; reads ignore any', async () => {
  const key = { 'idempotency-key': 'k'.repeat(256) };
  const response = await winery.client.call('Cask/CreateCask', cask(), key);
  expect(response).toMatchObject({ status: 400, body: { Code: 'InvalidIdempotencyKey' } });
  expect((await winery.client.call('Cask/CreateCask', cask(), { 'idempotency-key': 'k'.repeat(255) })).status).toBe(
    201,
  );
  const { userKey: UserKey, password: Password, customerNo: CustomerNo } = winery;
  const read = await winery.client.send('Cask/GetCasks', JSON.stringify({ UserKey, Password, CustomerNo }), key);
  expect(read.status).toBe(200);
});

it('requests that arrive together are written in sets', async () => {
  const all = await Promise.all(
    Array.from({ length: 60 }, (_, i) => winery.client.call('Cask/CreateCask', cask(`S-${i}`))),
  );
  expect(all.every(({ status }) => status === 201)).toBe(true);
  expect(Math.max(...written)).toBeGreaterThan(1);
});
