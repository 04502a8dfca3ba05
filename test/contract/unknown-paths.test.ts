/** The 404 of an unknown path: misspelled, without its base address, or of another environment (decision 3). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRoutePathRegistry } from '../../src/platform/http/route-path-registry.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let production: TestServer;

beforeAll(async () => {
  server = await openTestServer();
  production = await openTestServer({ environment: 'production' });
});
afterAll(async () => {
  await server.close();
  await production.close();
});

const reasonOf = async (at: TestServer, path: string): Promise<string> => {
  const response = await fetch(at.url + path, { method: 'POST', body: '{}' });
  const { Code, Reason } = (await response.json()) as { Code: string; Reason: string };
  expect({ status: response.status, Code }).toEqual({ status: 404, Code: 'UnknownPath' });
  return Reason;
};

it.each([
  ['a letter is missing', '/test/v3/api/SalesOrder/CreateSaleOrder', '/test/v3/api/SalesOrder/CreateSalesOrder'],
  [
    'two are exchanged, in other case',
    '/test/v3/api/salesorder/craeteSALESORDER',
    '/test/v3/api/SalesOrder/CreateSalesOrder',
  ],
  [
    'the area is in the plural',
    '/test/v3/api/SalesOrders/CancelSalesOrder',
    '/test/v3/api/SalesOrder/CancelSalesOrder',
  ],
  ['/api is missing', '/test/v3/Tracking/GetPackages', '/test/v3/api/Tracking/GetPackages'],
  [
    'the area is another one',
    '/test/v3/api/Inventory/CreateTransferOrder',
    '/test/v3/api/InventoryMovement/CreateTransferOrder',
  ],
  [
    'the area is another one, and a letter is missing',
    '/test/v3/api/SKU/CreateTransfrOrder',
    '/test/v3/api/InventoryMovement/CreateTransferOrder',
  ],
  ['a page', '/doc', '/docs'],
])('names the nearest path: %s', async (_what, path, nearest) => {
  expect(await reasonOf(server, path)).toBe(`There is no operation at this path. Did you mean ${nearest}?`);
});

it('says in production that a simulation call exists only in test and mock', async () => {
  expect(await reasonOf(production, '/v3/api/Simulation/AdvanceClock')).toMatch(
    /It is a simulation call, which exists only in .*mock: use \/(test|mock)\/v3\/api\/Simulation\/AdvanceClock\.$/,
  );
});

it('names base addresses of operators only to operators', () => {
  const path = '/api/Simulation/AdvanceClock';
  const paths = createRoutePathRegistry([
    { prefix: '/v3', environment: 'production', operations: [] },
    { prefix: '/test/v3', environment: 'test', operations: [{ path }] },
    { prefix: '/mock/v3', environment: 'mock', operations: [{ path }] },
    { prefix: '/operator/v1', environment: 'operator', operations: [] },
    { prefix: '/test/operator/v1', environment: 'test operator', operations: [{ path }] },
  ]);
  const hintOf = (sent: string) => paths.errorFor(sent).error.message;
  expect(hintOf(`/v3${path}`)).toContain('which exists only in test and mock: use /test/v3');
  expect(hintOf(`/operator/v1${path}`)).toContain('which exists only in test operator: use /test/operator/v1');
});

it('names the base addresses when there is none, or a wrong one', async () => {
  for (const path of ['/api/SKU/CreateSKU', '/sandbox/v3/api/SKU/CreateSKU', '/v2/SKU/CreateSKU']) {
    expect(await reasonOf(server, path)).toContain(
      'The base address is missing or wrong: use /test/v3/api/SKU/CreateSKU (test), /mock/v3/api/SKU/CreateSKU (mock).',
    );
  }
  expect(await reasonOf(server, '/test/v3')).toContain('This is the base address of the test environment');
});

it.each(['/test/v3/api/Something/Else', '/wp-login.php', `/test/v3/api/${'x'.repeat(5_000)}`])(
  'refers to the reference otherwise: %s',
  async (path) => {
    expect(await reasonOf(server, path)).toBe(
      'There is no operation at this path. The operations are listed at /docs.',
    );
  },
);

it('names the methods of a path, also of one with parameters', async () => {
  const paths = createRoutePathRegistry([]);
  const routes = [
    ['POST', '/v3/api/SKU/CreateSKU'],
    ['GET', '/operator/v1/events'],
    ['POST', '/operator/v1/photos/:customerNo/:photo'],
    ['GET', '/operator/v1/photos/:customerNo/:photo'],
    ['HEAD', '/operator/v1/photos/:customerNo/:photo'],
    ['GET', '/portal/*'],
  ] as const;
  for (const [method, path] of routes) paths.add(method, path);
  const errorFor = (path: string) => {
    const { error, allow } = paths.errorFor(path);
    return [error.refusal.code, allow, error.message];
  };
  const notAllowed = 'MethodNotAllowed';
  expect(errorFor('/v3/api/SKU/CreateSKU')).toEqual([notAllowed, 'POST', 'Operations accept only POST.']);
  expect(errorFor('/operator/v1/events')).toEqual([notAllowed, 'GET', 'This path accepts only GET.']);
  const photo = [notAllowed, 'GET, HEAD, POST', 'This path accepts only GET and POST.'];
  expect(errorFor('/operator/v1/photos/W1001/abc')).toEqual(photo);
  expect(errorFor('/portal/orders/1')).toEqual([notAllowed, 'GET', 'This path accepts only GET.']);
  for (const unknown of ['/operator/v1/photos/W1001', '/operator/v1/photos//abc', '/operator/v1/photos/W1001/a/b']) {
    expect(errorFor(unknown).slice(0, 2)).toEqual(['UnknownPath', undefined]);
  }
});
