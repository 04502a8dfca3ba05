/** `dray operator`: accounts of people who sign in to the portal. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { callOperator, openSession } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { dray, drayJson, useDatabases } from './dray.ts';

let server: TestServer;
let production: TestDatabase;
beforeAll(async () => {
  server = await openTestServer();
  production = await openTestDatabase();
  useDatabases(production, server.database);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
  await production.drop();
});

const inTest = (...args: string[]) => ['operator', ...args, '--environment', 'test'];
const signIn = (body: object) => callOperator(server.url, server.environment, 'Session/SignIn', body);

test('create prints a password with which the operator signs in', async () => {
  const options = ['--email', 'Ann@w.example', '--role', 'floor', '--warehouses', 'APC01, APC02'];
  const created = await drayJson(...inTest('create', ...options));
  expect(created).toEqual({ Email: 'ann@w.example', Password: expect.stringMatching(/^\w{20}$/) });
  const { status, body } = await signIn(created);
  expect([status, body.Operator.Warehouses]).toEqual([200, ['APC01', 'APC02']]);
  expect(await dray(...inTest('create', ...options))).toMatchObject({
    code: 2,
    refused: expect.stringContaining('is the e-mail address of an operator already'),
  });
  expect(
    await dray(...inTest('create', '--email', 'b@w.example', '--role', 'floor', '--warehouses', 'NOWHERE')),
  ).toEqual({
    code: 1,
    refused: expect.stringMatching(/^There is no warehouse "NOWHERE" in test; there are APC01, /),
  });
  expect(await dray(...inTest('create', '--email', 'b@w.example', '--role', 'floor', '--warehouses', ' '))).toEqual({
    code: 2,
    refused: expect.stringContaining('It must name a warehouse; without it the operator works in all'),
  });
  const { rows } = await server.database.pool.query(
    "select actor, operation, operator_id from operator_audit where action = 'operator.created'",
  );
  expect(rows).toEqual([
    { actor: expect.stringMatching(/^operator:./), operation: 'dray operator create', operator_id: null },
  ]);
});

test('disable ends the sessions, enable permits sign-ins again, list shows both', async () => {
  const created = await drayJson(...inTest('create', '--email', 'ben@w.example', '--role', 'lead', '--station'));
  const { rows } = await server.database.pool.query(
    'select operator_id as "operatorId", email, role, warehouses from operators where email = \'ben@w.example\'',
  );
  const { call } = await openSession(server, rows[0]);
  const email = ['--email', 'BEN@w.example'];
  expect(await drayJson(...inTest('disable', ...email))).toEqual({ Email: 'ben@w.example', IsDisabled: true });
  expect((await call('Session/Get')).status).toBe(401);
  expect(await dray(...inTest('list'))).toMatchObject({
    out: expect.stringContaining('ben@w.example  lead, all warehouses, shared station, disabled\n'),
  });
  expect(await drayJson(...inTest('enable', ...email))).toEqual({ Email: 'ben@w.example', IsDisabled: false });
  expect((await signIn(created)).status).toBe(200);
  const listed = await drayJson(...inTest('list'));
  expect(listed).toContainEqual(
    expect.objectContaining({ Email: 'ben@w.example', IsStation: true, IsDisabled: false }),
  );
  expect(await dray(...inTest('disable', '--email', 'nobody@w.example'))).toEqual({
    code: 1,
    refused: 'There is no operator nobody@w.example.',
  });
});

test('reset-password and reset-totp restore access after a lost password or app', async () => {
  const created = await drayJson(...inTest('create', '--email', 'cara@w.example', '--role', 'admin'));
  await server.database.pool.query(
    "update operators set totp_secret = '\\x00', totp_confirmed_at = now() where email = 'cara@w.example'",
  );
  const email = ['--email', 'cara@w.example'];
  const reset = await drayJson(...inTest('reset-password', ...email));
  expect((await signIn(created)).status).toBe(401);
  expect((await signIn(reset)).body.Code).toBe('CodeRequired');
  const { rows } = await server.database.pool.query(
    'select operator_id as "operatorId", email, role, warehouses from operators where email = \'cara@w.example\'',
  );
  const { call } = await openSession(server, rows[0]);
  expect((await call('Session/Get')).status).toBe(200);
  expect(await drayJson(...inTest('reset-totp', ...email))).toEqual({ Email: 'cara@w.example', HasTotp: false });
  expect((await call('Session/Get')).status).toBe(401);
  expect((await signIn(reset)).status).toBe(200);
  expect(await dray(...inTest('disable', ...email))).toMatchObject({
    code: 1,
    refused: 'cara@w.example is the only admin. Make another operator an admin first.',
  });
});
