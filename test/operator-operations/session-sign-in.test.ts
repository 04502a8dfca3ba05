/** Session/SignIn: credentials, the cookie, and what a rejection reveals. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { createOperator, operatorSecretsOf } from '../../src/operators/index.ts';
import type { Role } from '../../src/platform/http/operator-operation.ts';
import { callOperator } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const signIn = (body: object, headers: Record<string, string> = {}) =>
  callOperator(server.url, server.environment, 'Session/SignIn', body, headers);

/** An operator with a generated password. */
async function withPassword(email: string, role: Role = 'service') {
  const { db, config } = server.environment;
  const context = { actor: 'system', operation: 'test', reference: uuidv7() };
  const created = await createOperator(db, operatorSecretsOf(config), { email, role, warehouses: [] }, context);
  if (created === undefined) throw new Error('the e-mail is taken');
  return created;
}

describe('200', () => {
  test('200 sets a cookie that only this base address receives, and returns the CSRF token', async () => {
    const { password } = await withPassword('Ann@Warehouse.example');
    const { status, body, headers } = await signIn({ Email: ' ann@warehouse.EXAMPLE ', Password: password });
    expect(status).toBe(200);
    expect(body).toEqual({
      CsrfToken: expect.stringMatching(/^[\w-]{43}$/),
      Operator: { Email: 'ann@warehouse.example', Role: 'service', Warehouses: [] },
    });
    const cookie = headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      /^dray_session=[\w-]{43}; Path=\/test\/operator\/v1; Max-Age=604800; HttpOnly; SameSite=Strict$/,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    const session = { cookie: cookie.split(';', 1)[0] ?? '' };
    const got = await callOperator(server.url, server.environment, 'Session/Get', {}, session);
    expect(got.body).toEqual(body);
  });

  test('200 marks the cookie as secure when a proxy received the request by https', async () => {
    const { email, password } = await withPassword('secure@warehouse.example');
    const { headers } = await signIn({ Email: email, Password: password }, { 'x-forwarded-proto': 'https' });
    expect(headers.get('set-cookie')).toMatch(/; Secure$/);
  });
});

test('400 names missing fields', async () => {
  const { status, body } = await signIn({ Email: 'ann@warehouse.example' });
  expect([status, body.Errors]).toEqual([400, [{ Field: 'Password', Code: 'Required', Message: 'is required' }]]);
});

test('401 is the same for a wrong password, an unknown and a disabled account', async () => {
  const { email, password, operatorId } = await withPassword('ben@warehouse.example');
  const replies = [
    await signIn({ Email: email, Password: 'wrong' }),
    await signIn({ Email: 'nobody@warehouse.example', Password: password }),
  ];
  await server.database.pool.query('update operators set disabled_at = now() where operator_id = $1', [operatorId]);
  replies.push(await signIn({ Email: email, Password: password }));
  for (const { status, body, headers } of replies) {
    expect([status, body.Code, body.Reason, headers.get('set-cookie')]).toEqual([
      401,
      'InvalidCredentials',
      'The e-mail address, password or code is not valid.',
      null,
    ]);
  }
});

test('403 from a page of another origin', async () => {
  const { status, body } = await signIn({}, { origin: 'https://attacker.example' });
  expect([status, body.Code]).toEqual([403, 'ForeignOrigin']);
});

test('neither the password nor the secret of a session is stored', async () => {
  const { email, password } = await withPassword('cara@warehouse.example');
  const { headers, body } = await signIn({ Email: email, Password: password });
  const secret = /dray_session=([\w-]+)/.exec(headers.get('set-cookie') ?? '')?.[1] as string;
  const { rows } = await server.database.pool.query(
    `select to_jsonb(o)::text || coalesce(string_agg(to_jsonb(s)::text, ''), '') as stored
       from operators o left join operator_sessions s using (operator_id) where o.email = $1 group by o.operator_id`,
    [email],
  );
  const { rows: audit } = await server.database.pool.query('select to_jsonb(a)::text as stored from operator_audit a');
  const stored = [...rows, ...audit, ...server.logged.map((line) => ({ stored: line }))]
    .map((row) => row.stored)
    .join();
  expect(stored).toContain('argon2id');
  for (const hidden of [password, secret, body.CsrfToken]) expect(stored).not.toContain(hidden);
});
