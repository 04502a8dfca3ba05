/** Operators/Create: people and shared stations with generated passwords. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callOperator, type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

test('200 returns a password with which the operator signs in, and records who did it', async () => {
  const request = { Email: 'New.Person@w.example', Role: 'floor', Warehouses: ['APC01'], Badge: 'B-7', Pin: '4071' };
  const { status, body } = await admin.call('Operators/Create', request);
  expect([status, body]).toEqual([200, { Email: 'new.person@w.example', Password: expect.stringMatching(/^\w{20}$/) }]);
  const signedInAs = await callOperator(server.url, server.environment, 'Session/SignIn', body);
  expect(signedInAs.body.Operator).toEqual({ Email: 'new.person@w.example', Role: 'floor', Warehouses: ['APC01'] });
  const { rows } = await server.database.pool.query(
    "select actor, operation, before, after from operator_audit where action = 'operator.created' and subject = $1",
    [body.Email],
  );
  const after = { Role: 'floor', Warehouses: ['APC01'], Badge: 'B-7', IsStation: false };
  expect(rows).toEqual([
    { actor: `operator:${admin.operator.email}`, operation: 'Operators/Create', before: null, after },
  ]);
});

test('200 a shared station stays signed in for 90 days', async () => {
  const { body } = await admin.call('Operators/Create', { Email: 'pack1@w.example', Role: 'floor', IsStation: true });
  const { headers } = await callOperator(server.url, server.environment, 'Session/SignIn', body);
  expect(headers.get('set-cookie')).toContain('Max-Age=7776000;');
});

test('400 names what is wrong or taken', async () => {
  const create = async (body: object) => (await admin.call('Operators/Create', body)).body.Errors;
  const field = (Field: string, Code: string) => expect.objectContaining({ Field, Code });
  const valid = { Email: 'taken@w.example', Role: 'floor', Badge: 'B-8' };
  expect((await admin.call('Operators/Create', valid)).status).toBe(200);
  expect(await create({ ...valid, Email: 'TAKEN@w.example', Badge: 'B-9' })).toEqual([field('Email', 'Duplicate')]);
  for (const Badge of ['B-8', 'b-8', ']C0B-8'])
    expect(await create({ ...valid, Email: 'other@w.example', Badge })).toEqual([field('Badge', 'Duplicate')]);
  expect(await create({ ...valid, Email: 'other@w.example', Badge: ' \t' })).toEqual([field('Badge', 'Format')]);
  expect(await create({ Email: 'no address', Role: 'floor' })).toEqual([field('Email', 'Format')]);
  expect(await create({ Email: 'a@w.example', Role: 'boss', Warehouses: ['NOWHERE'] })).toEqual([
    field('Role', 'Enum'),
    field('Warehouses[0]', 'Enum'),
  ]);
  expect(await create({ Email: 'a@w.example', Role: 'floor', Pin: '4071' })).toEqual([field('Pin', 'Conflict')]);
  expect(await create({ Email: 'a@w.example', Role: 'floor', Badge: 'B', Pin: '12' })).toEqual([
    field('Pin', 'Pattern'),
  ]);
  expect(await create({ Email: 'a@w.example', Role: 'admin', IsStation: true })).toEqual([field('Role', 'Conflict')]);
});

test('400 for an address with invisible characters; two spellings of one address are one account', async () => {
  const create = async (Email: string) => (await admin.call('Operators/Create', { Email, Role: 'floor' })).body;
  for (const Email of ['an\u200bn@w.example', '\u202egro.elpmaxe@w', 'ann\u0000@w.example']) {
    expect((await create(Email)).Errors, JSON.stringify(Email)).toMatchObject([{ Field: 'Email' }]);
  }
  expect((await create('ren\u00e9e@w.example')).Email).toBe('ren\u00e9e@w.example');
  expect((await create('Rene\u0301e@w.example')).Errors).toMatchObject([{ Field: 'Email', Code: 'Duplicate' }]);
});
