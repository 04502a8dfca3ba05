/** Session/ConfirmTotp: codes are required from now on. Sign-ins with codes are in session-sign-in.test.ts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deriveOperatorAuthKeys } from '../../src/operators/index.ts';
import { consumeSecondFactorCode, enrollSecondFactor } from '../../src/operators/second-factor.ts';
import { computeTotpCode, computeTotpTimeStep } from '../../src/operators/totp.ts';
import { addOperator, openSession, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const secret = Buffer.from('12345678901234567890');

async function enrolled() {
  const client = await signedIn(server, 'lead');
  const { db, config } = server.environment;
  await db.write((tx) => enrollSecondFactor(tx, deriveOperatorAuthKeys(config), client.operator.operatorId, secret));
  return client;
}

test('200 returns ten recovery codes, of which only hashes are stored', async () => {
  const { call, operator } = await enrolled();
  const { status, body } = await call('Session/ConfirmTotp', {
    Code: computeTotpCode(secret, computeTotpTimeStep(Date.now())),
  });
  expect(status).toBe(200);
  expect(body.RecoveryCodes).toHaveLength(10);
  for (const code of body.RecoveryCodes) expect(code).toMatch(/^[2-9a-z]{5}-[2-9a-z]{5}$/);
  const { rows } = await server.database.pool.query(
    'select octet_length(code_hash) as bytes from operator_recovery_codes where operator_id = $1',
    [operator.operatorId],
  );
  expect(rows).toEqual(Array(10).fill({ bytes: 32 }));
});

test('200 shows in Session/Get that codes are required, and how many recovery codes are left', async () => {
  const { call, operator } = await enrolled();
  const factor = async () => {
    const { HasTotp, RecoveryCodesLeft } = (await call('Session/Get')).body;
    return [HasTotp, RecoveryCodesLeft];
  };
  expect(await factor()).toEqual([false, 0]);
  const { body } = await call('Session/ConfirmTotp', {
    Code: computeTotpCode(secret, computeTotpTimeStep(Date.now())),
  });
  expect(await factor()).toEqual([true, 10]);
  const { db, config } = server.environment;
  await db.write((tx) =>
    consumeSecondFactorCode(tx, deriveOperatorAuthKeys(config), operator.operatorId, body.RecoveryCodes[0]),
  );
  expect(await factor()).toEqual([true, 9]);
});

test('400 for a wrong code, without an enrolled app, and when it is confirmed already', async () => {
  const other = await signedIn(server, 'lead');
  expect((await other.call('Session/ConfirmTotp', { Code: '123456' })).status).toBe(400);
  const { call } = await enrolled();
  const step = computeTotpTimeStep(Date.now());
  expect((await call('Session/ConfirmTotp', { Code: computeTotpCode(secret, step - 9) })).body.Errors[0].Code).toBe(
    'WrongCode',
  );
  expect((await call('Session/ConfirmTotp', { Code: computeTotpCode(secret, step) })).status).toBe(200);
  expect((await call('Session/ConfirmTotp', { Code: computeTotpCode(secret, step + 1) })).status).toBe(400);
});

test('403 at a shared station', async () => {
  const station = await addOperator(server.environment, 'floor', { isStation: true });
  await addOperator(server.environment, 'floor', { badge: 'B-CT', pin: '4071' });
  const { call } = await openSession(server, station, { isStation: true });
  await call('Session/Identify', { Badge: 'B-CT', Pin: '4071' });
  expect((await call('Session/ConfirmTotp', { Code: '123456' })).body.State).toBe('SHARED STATION');
});

test('429 after too many wrong codes', async () => {
  const { call } = await signedIn(server, 'lead');
  const statuses = [];
  for (let i = 0; i < 6; i += 1) statuses.push((await call('Session/ConfirmTotp', { Code: '123456' })).status);
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
});
