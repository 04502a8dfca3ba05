/** The mock environment (decision 2): as strict as production, and it returns examples. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClient } from '../support/client.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { caskOperations } from './casks.ts';

let server: TestServer;
const anyone = { userKey: 'any', password: 'any', customerNo: 'any', accessToken: 'any' };
const client = () => openClient(`${server.url}/mock/v3`, anyone);

beforeAll(async () => {
  server = await openTestServer({ operations: caskOperations, settings: { BRAND: 'Acme' } });
});
afterAll(() => server.close());

const cask = { CaskInfo: { ItemNo: 'C-100' } };
const details = { AuthenticationDetails: { UserKey: 'a', Password: 'b', CustomerNo: 'c' }, OrderNo: 'MINE-1' };
const token = { authorization: 'AcmeAuth any' };

it('answers the example of the declared status, with a reference of its own', async () => {
  const first = await client().call('Cask/CreateCask', cask);
  const second = await client().call('Cask/CreateCask', cask);
  expect(first.status).toBe(201);
  expect(first.body).toMatch(/^[0-9a-f-]{36}$/);
  expect(second.body).not.toBe(first.body);
});

it('echoes the names of the request', async () => {
  const { body } = await client().send('Cask/GetDetails', JSON.stringify(details), token);
  expect(body).toEqual([{ OrderNumber: 'MINE-1', Quantity: 3 }]);
});

it('refuses what production refuses', async () => {
  const { status, body } = await client().call('Cask/CreateCask', {
    CaskInfo: { ItemNo: 'C', ServiceWarehouse: 'NIX' },
  });
  expect(status).toBe(400);
  expect(body.Errors.map((error: { Field: string }) => error.Field)).toEqual([
    'CaskInfo.ItemNo',
    'CaskInfo.AcmeWarehouse',
  ]);
  expect((await client().send('Cask/CreateCask', '{')).status).toBe(400);
  expect((await client().send('Cask/CreateCask', 'x', { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await client().call('Cask/Nothing')).status).toBe(404);
});

it('takes any credentials, but not none, and any token where one is required, but not none', async () => {
  expect((await client().send('Cask/CreateCask', JSON.stringify(cask))).status).toBe(401);
  expect((await client().send('Cask/GetDetails', JSON.stringify(details))).body.Code).toBe('TokenRequired');
  expect((await client().send('Cask/GetDetails', JSON.stringify(details), token)).status).toBe(200);
});

it('has the operations of every environment', async () => {
  expect((await client().call('Cask/AgeCasks')).body).toEqual({ Count: 1 });
});

describe('Prefer: code=…', () => {
  it.each([400, 401, 403, 404, 405, 413, 415, 429, 500, 503])('%i', async (status) => {
    const response = await client().call('Cask/CreateCask', cask, { prefer: `code=${status}` });
    expect(response).toMatchObject({ status, body: { Status: status, Code: expect.any(String) } });
    expect(response.headers.get('preference-applied')).toBe(`code=${status}`);
    expect(response.headers.has('retry-after')).toBe(status === 429 || status === 503);
    expect(response.headers.has('ratelimit') && response.headers.has('ratelimit-policy')).toBe(status === 429);
    expect(response.headers.get('allow')).toBe(status === 405 ? 'POST' : null);
  });

  it('is read among others, and ignored when it is not declared', async () => {
    const prefer = (value: string) => client().call('Cask/CreateCask', cask, { prefer: value });
    expect((await prefer('respond-async, code=404; x=y')).status).toBe(404);
    for (const value of ['code=300', 'code=418', 'code=2000', 'codes=404', ''])
      expect((await prefer(value)).status).toBe(201);
  });
});
