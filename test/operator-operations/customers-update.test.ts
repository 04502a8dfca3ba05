/** Customers/Update: changes what is given, setting by setting, and records before and after. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastAudit } from '../support/audit.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

test('200 replaces what is given, and keeps the rest', async () => {
  const { customerNo: CustomerNo } = await server.customer();
  const update = (change: object) => admin.call('Customers/Update', { CustomerNo, ...change });
  const limits = { Requests: { PerSecond: 50, Burst: 500 } };
  const preferences = { Carrier: 'UPS', Service: 'GRND', Warehouse: 'APC01', ShipDays: [3, 1] };
  const changed = await update({ CustomerName: 'Hillside', RateLimits: limits, Preferences: preferences });
  expect([changed.status, changed.body]).toEqual([200, { CustomerNo }]);
  await update({ TokenPolicy: 'required' });
  await update({ RateLimits: { GetDetails: { PerSecond: 5, Burst: 50 } } });
  await update({ Unset: ['Requests', 'ShipDays'] });
  const { body } = await admin.call('Customers/Get', { CustomerNo });
  expect(body).toMatchObject({
    CustomerName: 'Hillside',
    RateLimits: { GetDetails: { PerSecond: 5, Burst: 50 } },
    TokenPolicy: 'required',
  });
  expect(body.Preferences).toEqual({ Carrier: 'UPS', Service: 'GRND', Warehouse: 'APC01' });
  expect(await lastAudit(server, 'Customers/Update')).toMatchObject({
    action: 'customer.changed',
    subject: CustomerNo,
    for_customer: CustomerNo,
    before: { rateLimits: { requests: { perSecond: 50, burst: 500 }, getDetails: { perSecond: 5, burst: 50 } } },
    after: { rateLimits: { getDetails: { perSecond: 5, burst: 50 } } },
  });
});

test('200 the audit has the name as it is stored', async () => {
  const { customerNo: CustomerNo } = await server.customer();
  await admin.call('Customers/Update', { CustomerNo, CustomerName: ' Hillside ' });
  expect((await admin.call('Customers/Get', { CustomerNo })).body.CustomerName).toBe('Hillside');
  expect(await lastAudit(server, 'Customers/Update')).toMatchObject({ after: { name: 'Hillside' } });
});

test('200 two admins who change different settings at once keep both changes', async () => {
  const { customerNo: CustomerNo } = await server.customer();
  const changes = [
    { Preferences: { Carrier: 'UPS' } },
    { Preferences: { Warehouse: 'APC01' } },
    { RateLimits: { Requests: { PerSecond: 50, Burst: 500 } } },
    { RateLimits: { GetDetails: { PerSecond: 5, Burst: 50 } } },
  ];
  await Promise.all(changes.map((change) => admin.call('Customers/Update', { CustomerNo, ...change })));
  const { body } = await admin.call('Customers/Get', { CustomerNo });
  expect(body.Preferences).toEqual({ Carrier: 'UPS', Warehouse: 'APC01' });
  expect(Object.keys(body.RateLimits).sort()).toEqual(['GetDetails', 'Requests']);
});

test('400 names what is not possible, and changes nothing', async () => {
  const { customerNo: CustomerNo } = await server.customer();
  const faultOf = async (change: object) => {
    const { status, body } = await admin.call('Customers/Update', { CustomerNo, ...change });
    return [status, body.Errors[0].Field];
  };
  expect(await faultOf({})).toEqual([400, '']);
  expect(await faultOf({ Preferences: {}, RateLimits: {} })).toEqual([400, '']);
  // The window of RateLimit-Policy would have more than the 15 digits of a structured field.
  const tiny = { Requests: { PerSecond: 0.0001, Burst: 1_000_000_000 } };
  expect(await faultOf({ RateLimits: tiny })).toEqual([400, 'RateLimits.Requests.PerSecond']);
  expect(await faultOf({ Preferences: { Warehouse: 'NOWHERE' } })).toEqual([400, 'Preferences.Warehouse']);
  expect(await faultOf({ Preferences: { Carrier: 'FEX', Service: 'CALL' } })).toEqual([400, 'Preferences.Service']);
  await admin.call('Customers/Update', { CustomerNo, Preferences: { Carrier: 'FEX' } });
  expect(await faultOf({ Preferences: { Service: 'CALL' } })).toEqual([400, 'Preferences.Service']);
  expect(await faultOf({ Preferences: { Carrier: 'UPS' }, Unset: ['Carrier'] })).toEqual([400, 'Unset[0]']);
  expect(await faultOf({ Unset: [] })).toEqual([400, '']);
  expect(await faultOf({ CustomerName: 'A\nB', TokenPolicy: 'required' })).toEqual([400, 'CustomerName']);
  expect((await admin.call('Customers/Get', { CustomerNo })).body.TokenPolicy).toBe('default');
});

test('404 for a customer that does not exist', async () => {
  const { status } = await admin.call('Customers/Update', { CustomerNo: 'UNKNOWN', CustomerName: 'X' });
  expect(status).toBe(404);
});

test('403 for a customer that another person has changed, until the change is read', async () => {
  const { customerNo: CustomerNo } = await server.customer();
  const read = async () => (await admin.call('Customers/Get', { CustomerNo })).body;
  const { Version: ExpectedVersion } = await read();
  const other = await signedIn(server, 'admin');
  const first = { CustomerNo, Preferences: { Carrier: 'UPS' }, ExpectedVersion };
  expect((await other.call('Customers/Update', first)).status).toBe(200);
  const late = { CustomerNo, Preferences: { Carrier: 'FEX' } };
  const { status, body } = await admin.call('Customers/Update', { ...late, ExpectedVersion });
  expect([status, body.Code, body.State]).toEqual([403, 'StateForbids', 'CHANGED']);
  expect(body.Reason).toContain(`was changed by ${other.operator.email}`);
  const now = await read();
  expect(now.Preferences.Carrier).toBe('UPS');
  expect((await admin.call('Customers/Update', { ...late, ExpectedVersion: now.Version })).status).toBe(200);
});
