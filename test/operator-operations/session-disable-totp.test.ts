/** Session/DisableTotp: the password alone is enough again. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilBlocked } from '../support/lock-waits.ts';
import { addOperator, callOperator, openSession, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const password = 'the right password';

test('200 removes the secret and the recovery codes, also again', async () => {
  const { call, operator } = await signedIn(server, 'lead', { password });
  const { pool } = server.database;
  const { operatorId, email } = operator;
  await pool.query("update operators set totp_secret = '\\x00', totp_confirmed_at = now() where operator_id = $1", [
    operatorId,
  ]);
  await pool.query("insert into operator_recovery_codes values ($1, '\\x00')", [operatorId]);
  const signIn = () =>
    callOperator(server.url, server.environment, 'Session/SignIn', { Email: email, Password: password });
  expect((await signIn()).body.Code).toBe('CodeRequired');
  for (let i = 0; i < 2; i += 1) expect((await call('Session/DisableTotp', { Password: password })).status).toBe(200);
  expect((await signIn()).status).toBe(200);
  const left = await pool.query('select 1 from operator_recovery_codes where operator_id = $1', [operatorId]);
  expect(left.rows).toEqual([]);
});

test('400 for a wrong password', async () => {
  const { call } = await signedIn(server, 'lead', { password });
  expect((await call('Session/DisableTotp', { Password: 'wrong' })).body.Errors[0].Code).toBe('WrongPassword');
});

test('403 at a shared station', async () => {
  const station = await addOperator(server.environment, 'floor', { isStation: true });
  await addOperator(server.environment, 'floor', { badge: 'B-DT', pin: '4071' });
  const { call } = await openSession(server, station, { isStation: true });
  await call('Session/Identify', { Badge: 'B-DT', Pin: '4071' });
  expect((await call('Session/DisableTotp', { Password: password })).body.State).toBe('SHARED STATION');
});

test('429 after too many wrong passwords', async () => {
  const { call } = await signedIn(server, 'lead', { password });
  const statuses = [];
  for (let i = 0; i < 6; i += 1) statuses.push((await call('Session/DisableTotp', { Password: 'wrong' })).status);
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
});

test.each([
  ['Session/DisableTotp', { Password: password }],
  ['Session/EnrollTotp', { Password: password }],
  ['Session/ConfirmTotp', { Code: '000000' }],
])('%s changes nothing when an admin resets the account while the password is checked', async (operation, request) => {
  const { call, operator } = await signedIn(server, 'lead', { password });
  const { pool } = server.database;
  const { operatorId } = operator;
  const factorOf = async () =>
    (
      await pool.query(
        'select totp_secret, totp_confirmed_at is not null as confirmed from operators where operator_id = $1',
        [operatorId],
      )
    ).rows;
  const resetting = await pool.connect();
  try {
    await resetting.query('begin');
    await resetting.query(
      `update operators set password_hash = 'reset', totp_secret = '\\x01', totp_confirmed_at = now() where operator_id = $1`,
      [operatorId],
    );
    await resetting.query('delete from operator_sessions where operator_id = $1', [operatorId]);
    const calling = call(operation, request);
    await untilBlocked(server.environment.db);
    await resetting.query('commit');
    expect((await calling).body.Code).toBe('SessionRequired');
  } finally {
    resetting.release();
  }
  expect(await factorOf()).toEqual([{ totp_secret: Buffer.from([1]), confirmed: true }]);
});
