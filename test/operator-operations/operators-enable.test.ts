/** Operators/Enable: a disabled operator signs in again. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addOperator, callOperator, type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

test('200 permits sign-ins with the same password, also again', async () => {
  const { email } = await addOperator(server.environment, 'lead', { password: 'a right password' });
  await admin.call('Operators/Disable', { Email: email });
  for (let i = 0; i < 2; i += 1) {
    const { status, body } = await admin.call('Operators/Enable', { Email: email });
    expect([status, body.IsDisabled]).toEqual([200, false]);
  }
  const signIn = { Email: email, Password: 'a right password' };
  expect((await callOperator(server.url, server.environment, 'Session/SignIn', signIn)).status).toBe(200);
});

test('404 for an unknown operator', async () => {
  expect((await admin.call('Operators/Enable', { Email: 'nobody@w.example' })).status).toBe(404);
});
