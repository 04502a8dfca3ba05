/**
 * Who may call an operation of the operator interface, for every operation of the list: no session 401, a page of another
 * origin 403, a command without its CSRF token 403, a role without the right 403.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorOperations } from '../../src/api/operator-operations.ts';
import { operationName } from '../../src/platform/http/operation.ts';
import {
  type OperatorOperation,
  type OperatorRole,
  operatorRoles,
} from '../../src/platform/http/operator-operation.ts';
import { callOperator, type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
  shared = { each: await oneOfEach(), other: await signedIn(server, 'admin') };
});
afterAll(() => server.close());

/** A body that no operation accepts: where the caller is authorized the reply is 400, or 200 where all is optional. */
const unusable = { Password: 17, Email: 17, Records: 17 };

const all: readonly OperatorOperation[] = operatorOperations;
const withSession = all.flatMap((operation) => (operation.kind === 'sign-in' ? [] : [operation]));

async function oneOfEach(): Promise<ReadonlyMap<OperatorRole, OperatorClient>> {
  return new Map(await Promise.all(operatorRoles.map(async (role) => [role, await signedIn(server, role)] as const)));
}

/** One of each role and another admin, for all operations but those of sessions, which may end theirs. */
let shared: { readonly each: ReadonlyMap<OperatorRole, OperatorClient>; readonly other: OperatorClient };
const ofRole = async (name: string, role: OperatorRole): Promise<OperatorClient> =>
  (name.startsWith('Session/') ? undefined : shared.each.get(role)) ?? signedIn(server, role);

describe.each(withSession.map((operation) => ({ operation, name: operationName(operation) })))('$name', (listed) => {
  const { operation, name } = listed;

  test('401 without a session, whatever else is wrong', async () => {
    const foreign = { origin: 'https://attacker.example' };
    for (const cookie of ['', 'dray_session=', `dray_session=${'A'.repeat(43)}`]) {
      const { status, body } = await callOperator(server.url, server.environment, name, unusable, {
        cookie,
        ...foreign,
      });
      expect([status, body.Code]).toEqual([401, 'SessionRequired']);
    }
  });

  test('403 from a page of another origin', async () => {
    const { call } = await ofRole(name, 'admin');
    for (const headers of [
      { origin: 'https://attacker.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      const { status, body } = await call(name, unusable, headers as never);
      expect([status, body.Code]).toEqual([403, 'ForeignOrigin']);
    }
  });

  test(operation.kind === 'command' ? '403 without the CSRF token of the session' : 'needs no CSRF token', async () => {
    const { call, csrfToken } = await ofRole(name, 'admin');
    for (const token of ['', shared.other.csrfToken, csrfToken.slice(1)]) {
      const { status, body } = await call(name, unusable, { 'x-csrf-token': token });
      if (operation.kind === 'command') expect([status, body.Code]).toEqual([403, 'CsrfTokenMissing']);
      else expect(body.Code).not.toBe('CsrfTokenMissing');
    }
  });

  test('403 for a role that it does not name, and only for these', async () => {
    for (const role of operatorRoles) {
      const { call } = await ofRole(name, role);
      const { status, body } = await call(name, unusable);
      const isAllowed = operation.roles.includes(role);
      if (!isAllowed) expect([status, body.Code]).toEqual([403, 'RoleMissing']);
      // A role that is allowed may be rejected for another reason.
      else expect(body.Code).not.toBe('RoleMissing');
    }
  });
});

const commands = withSession.filter((operation) => operation.kind === 'command');

test.each(commands.map((operation) => ({ operation, name: operationName(operation) })))(
  '$name at a shared station needs an identified person, unless it identifies or signs out',
  async ({ operation, name }) => {
    const role = operatorRoles.find((each) => each !== 'admin' && operation.roles.includes(each));
    // A station is never an admin.
    const { call } = await signedIn(server, role ?? 'lead', { isStation: true });
    const { body } = await call(name, unusable);
    if (role === undefined) expect(body.Code).toBe('RoleMissing');
    else if (operation.allowsUnidentified) expect(body.Code).not.toBe('PersonRequired');
    else expect(body.Code).toBe('PersonRequired');
    expect(commands.filter(({ allowsUnidentified }) => allowsUnidentified).map(operationName)).toEqual([
      'Session/Identify',
      'Session/SignOut',
    ]);
  },
);

test('admins may call every operation', () => {
  for (const { roles } of withSession) expect(roles).toContain('admin');
});

test('400 for a body that is null, for every operation, also with an Idempotency-Key', async () => {
  const { call } = await signedIn(server, 'admin');
  for (const operation of all) {
    const name = operationName(operation);
    for (const headers of [{}, { 'idempotency-key': `the key of ${name}` }]) {
      const { status, body } = await call(name, null as never, headers);
      expect([name, status, body.Code]).toEqual([name, 400, 'ValidationFailed']);
    }
  }
});

test('a page of this server is not another origin', async () => {
  const { call } = await signedIn(server, 'floor');
  const headers = { origin: server.url, 'sec-fetch-site': 'same-origin' };
  expect((await call('Session/Get', {}, headers)).status).toBe(200);
  expect(
    (await call('Session/Get', {}, { origin: 'https://portal.example', 'x-forwarded-host': 'portal.example' })).status,
  ).toBe(200);
});

test('405, 404 and 415 have the error body of all operations', async () => {
  const base = `${server.url}/test/operator/v1/api`;
  const get = await fetch(`${base}/Session/Get`);
  expect([get.status, await get.json()]).toMatchObject([405, { Code: 'MethodNotAllowed' }]);
  const unknown = await fetch(`${base}/Session/Gett`, { method: 'POST', body: '{}' });
  expect([unknown.status, await unknown.json()]).toMatchObject([
    404,
    { Reason: expect.stringContaining('/test/operator/v1/api/Session/Get?') },
  ]);
  const form = await fetch(`${base}/Session/Get`, { method: 'POST', body: new URLSearchParams({ a: 'b' }) });
  expect(form.status).toBe(415);
});

test('requests are logged with the operator, and with nothing secret', async () => {
  const { call, operator, cookie, csrfToken } = await signedIn(server, 'service');
  const from = server.logged.length;
  await call('Session/Get');
  await expect.poll(() => server.logged.length).toBeGreaterThan(from);
  const lines = server.logged.slice(from).join('');
  expect(lines).toContain(`"environment":"test operator","operation":"Session/Get","status":200`);
  expect(lines).toContain(operator.operatorId);
  for (const secret of [cookie.slice('dray_session='.length), csrfToken, operator.email])
    expect(lines).not.toContain(secret);
});
