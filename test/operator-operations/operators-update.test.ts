/** Operators/Update: role, warehouses, badge and PIN. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addOperator, type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

test('200 changes what is named, leaves the rest, and records before and after', async () => {
  const { email } = await addOperator(server.environment, 'floor', { badge: 'B-1', pin: '4071' });
  const { status, body } = await admin.call('Operators/Update', { Email: email.toUpperCase(), Warehouses: ['APC01'] });
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ Email: email, Role: 'floor', Warehouses: ['APC01'], Badge: 'B-1', HasPin: true }),
  ]);
  await admin.call('Operators/Update', { Email: email, Pin: '1234' });
  const without = await admin.call('Operators/Update', { Email: email, Badge: '' });
  expect(without.body.HasPin).toBe(false);
  expect(without.body.Badge).toBeUndefined();
  const { rows } = await server.database.pool.query(
    'select before, after from operator_audit where subject = $1 order by audit_id',
    [email],
  );
  expect(rows).toEqual([
    { before: { Warehouses: [] }, after: { Warehouses: ['APC01'] } },
    { before: {}, after: { PinChanged: true } },
    { before: { Badge: 'B-1' }, after: { Badge: null } },
  ]);
});

test('200 another role ends the sessions, other warehouses apply at once', async () => {
  const { call, operator } = await signedIn(server, 'lead');
  await admin.call('Operators/Update', { Email: operator.email, Warehouses: ['APC01'] });
  expect((await call('Session/Get')).body.Operator.Warehouses).toEqual(['APC01']);
  await admin.call('Operators/Update', { Email: operator.email, Role: 'floor' });
  expect((await call('Session/Get')).status).toBe(401);
});

test('400 for a taken badge, a PIN without a badge and nothing to change', async () => {
  await addOperator(server.environment, 'floor', { badge: 'B-2' });
  const { email } = await addOperator(server.environment, 'floor');
  const update = async (body: object) => (await admin.call('Operators/Update', { Email: email, ...body })).body.Errors;
  for (const Badge of ['B-2', 'b-2', ']C0B-2'])
    expect(await update({ Badge })).toEqual([expect.objectContaining({ Field: 'Badge', Code: 'Duplicate' })]);
  expect(await update({ Badge: ' ' })).toEqual([expect.objectContaining({ Field: 'Badge', Code: 'Format' })]);
  expect(await update({ Pin: '4071' })).toEqual([expect.objectContaining({ Field: 'Pin', Code: 'Conflict' })]);
  expect(await update({})).toEqual([expect.objectContaining({ Code: 'NothingToChange' })]);
});

test('403 the only admin keeps the role', async () => {
  const change = { Email: admin.operator.email, Role: 'lead' };
  const { status, body } = await admin.call('Operators/Update', change);
  expect([status, body.Code, body.State]).toEqual([403, 'StateForbids', 'LAST ADMIN']);
  await addOperator(server.environment, 'admin');
  expect((await admin.call('Operators/Update', change)).status).toBe(200);
  admin = await signedIn(server, 'admin');
});

test('404 for an unknown operator', async () => {
  const { status, body } = await admin.call('Operators/Update', { Email: 'nobody@w.example', Pin: '4071' });
  expect([status, body.Code]).toEqual([404, 'NotFound']);
});

test('a badge is stored without what a scanner puts around it, and its letter case may change', async () => {
  const { email } = await addOperator(server.environment, 'floor', { badge: 'B-3' });
  const update = async (Badge: string) => (await admin.call('Operators/Update', { Email: email, Badge })).body.Badge;
  expect([await update(']C0b-3'), await update('B-4\r')]).toEqual(['b-3', 'B-4']);
});
