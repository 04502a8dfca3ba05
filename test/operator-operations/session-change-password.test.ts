/** Session/ChangePassword: the operator's own password, and the end of all other sessions. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addOperator, callOperator, openSession, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const current = 'the password so far';
const next = 'twelve bottles in a case';
const get = (cookie: string) => callOperator(server.url, server.environment, 'Session/Get', {}, { cookie });
const signIn = async (email: string, password: string) =>
  (await callOperator(server.url, server.environment, 'Session/SignIn', { Email: email, Password: password })).status;

test('200 ends every session and starts a new one', async () => {
  const operator = await addOperator(server.environment, 'floor', { password: current });
  const [here, elsewhere] = [await openSession(server, operator), await openSession(server, operator)];
  const { status, body, headers } = await here.call('Session/ChangePassword', {
    CurrentPassword: current,
    NewPassword: next,
  });
  expect(status).toBe(200);
  for (const { cookie } of [here, elsewhere]) expect((await get(cookie)).status).toBe(401);
  const cookie = headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  expect((await get(cookie)).body.CsrfToken).toBe(body.CsrfToken);
  expect(await signIn(operator.email, current)).toBe(401);
  expect(await signIn(operator.email, next)).toBe(200);
});

test('400 for a wrong or weak password changes nothing', async () => {
  const operator = await addOperator(server.environment, 'floor', { email: 'peppermint@w.example', password: current });
  const { call, cookie } = await openSession(server, operator);
  const change = async (CurrentPassword: string, NewPassword: string) =>
    (await call('Session/ChangePassword', { CurrentPassword, NewPassword })).body.Errors[0];
  expect(await change('wrong', next)).toMatchObject({ Field: 'CurrentPassword', Code: 'WrongPassword' });
  expect(await change(current, 'short')).toMatchObject({ Field: 'NewPassword', Code: 'MinLength' });
  expect(await change(current, 'aaaaaaaaaaaaaaaa')).toMatchObject({ Field: 'NewPassword', Code: 'TooWeak' });
  expect(await change(current, 'Peppermint 2026!')).toMatchObject({ Field: 'NewPassword', Code: 'TooWeak' });
  expect(await change(current, current)).toMatchObject({ Field: 'NewPassword', Code: 'Unchanged' });
  expect((await get(cookie)).status).toBe(200);
  expect(await signIn(operator.email, current)).toBe(200);
});

test('403 at a shared station', async () => {
  const station = await addOperator(server.environment, 'floor', { isStation: true, password: current });
  const person = await addOperator(server.environment, 'floor', { badge: 'B-CP', pin: '4071', password: current });
  const { call } = await openSession(server, station, { isStation: true });
  await call('Session/Identify', { Badge: 'B-CP', Pin: '4071' });
  const { status, body } = await call('Session/ChangePassword', { CurrentPassword: current, NewPassword: next });
  expect([status, body.Code, body.State]).toEqual([403, 'StateForbids', 'SHARED STATION']);
  expect(await signIn(person.email, current)).toBe(200);
});

test('429 wrong passwords in a session lock as those of sign-ins do', async () => {
  const operator = await addOperator(server.environment, 'floor', { password: current });
  const { call } = await openSession(server, operator);
  const statuses = [];
  for (let i = 0; i < 6; i += 1) {
    const { status } = await call('Session/ChangePassword', { CurrentPassword: 'wrong', NewPassword: next });
    statuses.push(status);
  }
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  expect(await signIn(operator.email, current)).toBe(429);
});

test('nothing secret is in the audit or the log', async () => {
  const { call, operator } = await signedIn(server, 'floor', { password: current });
  await call('Session/ChangePassword', { CurrentPassword: current, NewPassword: next });
  const { rows } = await server.database.pool.query('select to_jsonb(a)::text as stored from operator_audit a');
  const stored = `${JSON.stringify(rows)}${server.logged.join('')}`;
  expect(stored).toContain(operator.operatorId);
  for (const secret of [current, next, 'argon2id']) expect(stored).not.toContain(secret);
});
