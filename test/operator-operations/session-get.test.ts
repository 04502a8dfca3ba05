/** Session/Get: the session of the cookie, and nothing else in the header. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseSessionCookie } from '../../src/platform/http/session-cookie.ts';
import { addOperator, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('200 returns the operator and the CSRF token', async () => {
  const { call, csrfToken, operator } = await signedIn(server, 'floor', { warehouses: ['APC01'] });
  const { status, body } = await call('Session/Get');
  expect([status, body]).toEqual([
    200,
    {
      CsrfToken: csrfToken,
      Operator: { Email: operator.email, Role: 'floor', Warehouses: ['APC01'] },
      HasTotp: false,
      RecoveryCodesLeft: 0,
    },
  ]);
});

test('200 among cookies of other programs, malformed pairs and duplicates', async () => {
  const { call, cookie } = await signedIn(server, 'lead');
  const header = `a=b; dray_session; =x; dray_session="; dray_session=short;${cookie} ; dray_session=other`;
  expect((await call('Session/Get', {}, { cookie: header })).status).toBe(200);
});

test('401 after the session has expired or was not used for too long', async () => {
  const { pool } = server.database;
  for (const end of ['expires_at = now()', "last_used_at = now() - interval '12 hours 1 second'"]) {
    const { call, sessionId } = await signedIn(server, 'lead');
    expect((await call('Session/Get')).status).toBe(200);
    await pool.query(`update operator_sessions set ${end} where session_id = $1`, [sessionId]);
    expect((await call('Session/Get')).status).toBe(401);
  }
});

test('use extends the session, also after eleven hours', async () => {
  const { call, sessionId } = await signedIn(server, 'lead');
  const { pool } = server.database;
  const idle = "update operator_sessions set last_used_at = now() - interval '11 hours' where session_id = $1";
  for (let i = 0; i < 2; i += 1) {
    await pool.query(idle, [sessionId]);
    expect((await call('Session/Get')).status).toBe(200);
  }
});

test('an automatic read does not extend the session, a command always does', async () => {
  const { call, sessionId } = await signedIn(server, 'lead', { isStation: true });
  const person = await addOperator(server.environment, 'lead');
  const { pool } = server.database;
  await pool.query(
    "update operator_sessions set last_used_at = now() - interval '11 hours', person_id = $2, person_until = now() + interval '1 minute' where session_id = $1",
    [sessionId, person.operatorId],
  );
  const read = async () =>
    (await pool.query('select * from operator_sessions where session_id = $1', [sessionId])).rows;
  const before = await read();
  expect((await call('Session/Get', {}, { 'x-automatic': 'true' })).status).toBe(200);
  expect(await read()).toEqual(before);
  expect((await call('SavedViews/Remove', {}, { 'x-automatic': 'true' })).status).toBe(400);
  const [after] = await read();
  expect(after.last_used_at).not.toEqual(before[0].last_used_at);
  expect(after.person_until).not.toEqual(before[0].person_until);
});

test('401 for any cookie header without a session', async () => {
  const pieces = fc.constantFrom(
    'dray_session=',
    'dray_session',
    '=',
    ';',
    ' ',
    '"',
    '%00',
    '\\',
    'a'.repeat(43),
    '{',
    ',',
  );
  const header = fc.oneof(
    fc.array(pieces, { maxLength: 30 }).map((all) => all.join('')),
    fc.string({ unit: 'binary-ascii', maxLength: 200 }),
  );
  await fc.assert(
    fc.asyncProperty(header, async (cookie) => {
      const response = await server.api.app.inject({
        method: 'POST',
        url: '/test/operator/v1/api/Session/Get',
        headers: { cookie },
        payload: {},
      });
      expect([response.statusCode, response.json().Code]).toEqual([401, 'SessionRequired']);
    }),
  );
});

test('any cookie header is read without an error, and finds only well-formed secrets', () => {
  const parts = fc.constantFrom(
    'dray_session',
    '=',
    ';',
    ' ',
    'A'.repeat(43),
    '"',
    '%',
    '\u0000',
    'é',
    'dray_session=',
  );
  const header = fc.oneof(
    fc.string(),
    fc.array(parts, { maxLength: 40 }).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(header, (text) => {
      const found = parseSessionCookie(text);
      if (found !== undefined) expect(found).toMatch(/^[\w-]{43}$/);
    }),
  );
  const secret = 'B'.repeat(43);
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 20 }).filter((text) => !text.includes('dray_session'))), (others) => {
      expect(parseSessionCookie([...others, `dray_session=${secret}`].join(';'))).toBe(secret);
    }),
  );
});
