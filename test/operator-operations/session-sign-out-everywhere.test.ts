/** Session/SignOutEverywhere: ends all sessions of the operator. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addOperator, openSession, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('200 ends all sessions of the operator, and no others', async () => {
  const operator = await addOperator(server.environment, 'service');
  const [here, elsewhere] = [await openSession(server, operator), await openSession(server, operator)];
  const other = await signedIn(server, 'service');
  const { status, headers } = await here.call('Session/SignOutEverywhere');
  expect([status, headers.get('set-cookie')]).toEqual([200, expect.stringContaining('Max-Age=0')]);
  for (const { call } of [here, elsewhere]) expect((await call('Session/Get')).status).toBe(401);
  expect((await other.call('Session/Get')).status).toBe(200);
});

test('200 at a shared station ends the identification of the person, not the session of the station', async () => {
  const station = await addOperator(server.environment, 'floor', { isStation: true });
  const person = await addOperator(server.environment, 'floor', { badge: 'B-SE', pin: '4071' });
  const elsewhere = await openSession(server, person);
  const { call } = await openSession(server, station, { isStation: true });
  await call('Session/Identify', { Badge: 'B-SE', Pin: '4071' });
  const { status, headers } = await call('Session/SignOutEverywhere');
  expect([status, headers.get('set-cookie')]).toEqual([200, null]);
  expect((await elsewhere.call('Session/Get')).status).toBe(401);
  expect((await call('Session/Get')).body.Operator.Email).toBe(station.email);
});
