/** Paths and query parameters in the spellings that clients use (decision 4), in every environment. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wineryOperations } from '../../src/api/operations.ts';
import { operationName } from '../../src/platform/http/operation.ts';
import { withCredentials } from '../support/client.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { createCask } from './casks.ts';

let server: TestServer;
let winery: Awaited<ReturnType<TestServer['customer']>>;

beforeAll(async () => {
  server = await openTestServer({ operations: [...wineryOperations, createCask] });
  winery = await server.customer();
});
afterAll(() => server.close());

const cask = { CaskInfo: { ItemNo: 'C-100' } };

async function post(
  path: string,
  body: object,
): Promise<{ status: number; body: { Code?: string; Errors?: object[] } }> {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : {} };
}

describe('paths', () => {
  it.each([
    '/test/v3/api/cask/createcask',
    '/TEST/V3/API/CASK/CREATECASK',
    '/test/v3/api/Cask/CreateCask/',
    '/test/v3/api/cask/createCask//',
    '/test//v3///api/Cask//CreateCask',
    '//test/v3/api/Cask/CreateCask',
    '/test/v3/api/cask/createcask/?dryrun=TRUE',
  ])('match as %s', async (path) => {
    expect(await post(path, withCredentials('Cask/CreateCask', winery, cask))).toMatchObject({ status: 201 });
  });

  it('match in the mock environment', async () => {
    const body = withCredentials('Cask/CreateCask', winery, cask);
    expect(await post('/Mock/v3/api//cask/CREATECASK/', body)).toMatchObject({ status: 201 });
  });

  it('are counted and logged under the declared name', async () => {
    const before = server.logged.length;
    await post('/test/v3/api/cask/createcask/', withCredentials('Cask/CreateCask', winery, cask));
    const lines = () => server.logged.slice(before).filter((line) => line.includes('"request"'));
    await expect.poll(() => lines().map((line) => JSON.parse(line).operation)).toContain('Cask/CreateCask');
  });

  it('with another method are 405', async () => {
    const response = await fetch(`${server.url}/test/v3/api/cask/createcask/`);
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });

  it('of documents and probes match too, and those with a slash of their own stay as they are', async () => {
    for (const path of ['/HealthZ', '/readyz/', '//openapi.json', '/docs', '/docs/', '/Docs']) {
      expect([path, (await fetch(server.url + path)).status]).toEqual([path, 200]);
    }
  });

  it.each(['/test/v3/api/CaskCreateCask', '/test/v3/api/Cask/Create/Cask', '/v4/api/Cask/CreateCask'])(
    'that differ in more than spelling stay unknown: %s',
    async (path) => {
      const body = withCredentials('Cask/CreateCask', winery, cask);
      expect(await post(path, body)).toMatchObject({ status: 404, body: { Code: 'UnknownPath' } });
    },
  );
});

describe('query parameters', () => {
  it('that an operation does not declare are 400, and named', async () => {
    const result = await winery.client.call('Cask/CreateCask?DryRun=true&Dry_Run=true&UserKey=secret-value', cask);
    expect(result).toMatchObject({
      status: 400,
      body: {
        Code: 'ValidationFailed',
        Errors: [
          {
            Field: 'Dry_Run',
            Code: 'UnknownParameter',
            Message: 'is not a query parameter of Cask/CreateCask, which accepts DryRun',
          },
          { Field: 'UserKey', Code: 'UnknownParameter' },
        ],
      },
    });
    expect(JSON.stringify(result.body)).not.toContain('secret-value');
  });

  it.each(wineryOperations.map(operationName))('that %s does not declare are 400', async (name) => {
    const operation = wineryOperations.find((one) => operationName(one) === name);
    const body = {
      ...(operation?.requestExample as object),
      UserKey: 'a',
      Password: 'b',
      CustomerNo: 'c',
      Authentication: { UserKey: 'a', Password: 'b', CustomerNo: 'c' },
      AuthenticationDetails: { UserKey: 'a', Password: 'b', CustomerNo: 'c' },
    };
    const headers = { 'content-type': 'application/json', authorization: 'ServiceAuth any' };
    const response = await fetch(`${server.url}/mock/v3/api/${name}?CancelOnly=true`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(400);
    const { Errors } = (await response.json()) as { Errors: unknown };
    expect(Errors).toMatchObject([{ Field: 'CancelOnly', Code: 'UnknownParameter' }]);
  });

  it('given twice count when they agree, and are 400 when they differ', async () => {
    expect((await winery.client.call('Cask/CreateCask?DryRun=true&dryrun=True', cask)).status).toBe(201);
    expect((await winery.client.call('Cask/CreateCask?dryrun=true&DryRun=false', cask)).body).toMatchObject({
      Status: 400,
      Errors: [{ Field: 'DryRun', Code: 'Conflict' }],
    });
  });

  it('are reported after credentials, and together with the faults of the body', async () => {
    expect((await winery.client.send('Cask/CreateCask?Nope=1', '{}')).status).toBe(401);
    const { body } = await winery.client.call('Cask/CreateCask?Nope=1', { CaskInfo: { ItemNo: 'C' } });
    expect(body.Errors).toMatchObject([{ Field: 'Nope' }, { Field: 'CaskInfo.ItemNo' }]);
  });

  it('hide a credential that was sent as a name', async () => {
    const { body } = await winery.client.call(`Cask/CreateCask?${winery.password}=1`, cask);
    expect(body.Errors).toMatchObject([{ Code: 'UnknownParameter' }]);
    expect(JSON.stringify(body)).not.toContain(winery.password);
  });

  it('in another spelling are the same content under an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': `K-${winery.customerNo}` };
    const first = await winery.client.call('Cask/CreateCask?DryRun=true', cask, headers);
    const again = await winery.client.call('Cask/CreateCask?dryRun=TRUE', cask, headers);
    expect(again).toMatchObject({ status: 201, body: first.body });
  });
});
