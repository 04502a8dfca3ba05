/** Session/EnrollTotp: a secret that is not required yet. Sign-ins with codes are in session-sign-in.test.ts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addOperator, callOperator, openSession, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const password = 'the right password';

test('200 returns the secret, which is stored encrypted and not required yet', async () => {
  const { call, operator } = await signedIn(server, 'lead', { password });
  const { status, body } = await call('Session/EnrollTotp', { Password: password });
  expect([status, body]).toEqual([
    200,
    { Secret: expect.stringMatching(/^[A-Z2-7]{32}$/), Uri: expect.stringContaining(`secret=${body.Secret}`) },
  ]);
  expect(body.Uri).toContain(encodeURIComponent(operator.email));
  const again = await call('Session/EnrollTotp', { Password: password });
  expect(again.body.Secret).not.toBe(body.Secret);
  const { rows } = await server.database.pool.query('select totp_secret from operators where operator_id = $1', [
    operator.operatorId,
  ]);
  // The secret of 20 bytes, with an initialization vector of 12 and an authentication tag of 16.
  expect(rows[0].totp_secret).toHaveLength(48);
  const signIn = { Email: operator.email, Password: password };
  expect((await callOperator(server.url, server.environment, 'Session/SignIn', signIn)).status).toBe(200);
});

test('400 for a wrong password', async () => {
  const { call } = await signedIn(server, 'lead', { password });
  const { status, body } = await call('Session/EnrollTotp', { Password: 'wrong' });
  expect([status, body.Errors[0].Code]).toEqual([400, 'WrongPassword']);
});

test('403 when a code is required already, and at a shared station', async () => {
  const { call, operator } = await signedIn(server, 'lead', { password });
  await server.database.pool.query('update operators set totp_confirmed_at = now() where operator_id = $1', [
    operator.operatorId,
  ]);
  const { status, body } = await call('Session/EnrollTotp', { Password: password });
  expect([status, body.State]).toEqual([403, 'TOTP ENABLED']);
  const station = await addOperator(server.environment, 'floor', { isStation: true });
  await addOperator(server.environment, 'floor', { badge: 'B-ET', pin: '4071' });
  const shared = await openSession(server, station, { isStation: true });
  await shared.call('Session/Identify', { Badge: 'B-ET', Pin: '4071' });
  expect((await shared.call('Session/EnrollTotp', { Password: password })).body.State).toBe('SHARED STATION');
});

test('429 after too many wrong passwords', async () => {
  const { call } = await signedIn(server, 'lead', { password });
  const statuses = [];
  for (let i = 0; i < 6; i += 1) statuses.push((await call('Session/EnrollTotp', { Password: 'wrong' })).status);
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
});
