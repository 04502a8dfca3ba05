/** Operators/ResetPassword: a generated password in place of a forgotten one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addOperator, callOperator, type OperatorClient, openSession, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

const signIn = (body: object) => callOperator(server.url, server.environment, 'Session/SignIn', body);

test('200 returns a new password, ends the sessions and unlocks the account', async () => {
  const operator = await addOperator(server.environment, 'lead', { password: 'a right password' });
  const { call } = await openSession(server, operator);
  for (let i = 0; i < 6; i += 1) await signIn({ Email: operator.email, Password: 'wrong' });
  const { status, body } = await admin.call('Operators/ResetPassword', { Email: operator.email });
  expect(status).toBe(200);
  expect((await call('Session/Get')).status).toBe(401);
  expect((await signIn({ Email: operator.email, Password: 'a right password' })).status).toBe(401);
  expect((await signIn(body)).status).toBe(200);
  const { rows } = await server.database.pool.query('select to_jsonb(a)::text as stored from operator_audit a');
  expect(JSON.stringify(rows)).not.toContain(body.Password);
});

test('200 removes a lost authenticator app only when asked', async () => {
  const { email, operatorId } = await addOperator(server.environment, 'lead');
  const text = "update operators set totp_secret = '\\x00', totp_confirmed_at = now() where operator_id = $1";
  await server.database.pool.query(text, [operatorId]);
  const kept = await admin.call('Operators/ResetPassword', { Email: email });
  expect((await signIn(kept.body)).body.Code).toBe('CodeRequired');
  const removed = await admin.call('Operators/ResetPassword', { Email: email, ResetTotp: true });
  expect((await signIn(removed.body)).status).toBe(200);
});

test('404 for an unknown operator', async () => {
  expect((await admin.call('Operators/ResetPassword', { Email: 'nobody@w.example' })).status).toBe(404);
});
