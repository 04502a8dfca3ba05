/** ApiUsers/RotatePassword: two passwords at a time, no more. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastAudit } from '../support/audit.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

test('200 creates a second password', async () => {
  const { customerNo: CustomerNo, userKey: UserKey } = await server.customer();
  const { status, body } = await admin.call('ApiUsers/RotatePassword', { UserKey });
  expect([status, body]).toEqual([
    200,
    { UserKey, PasswordId: expect.any(String), Password: expect.stringMatching(/^drp_test_/) },
  ]);
  expect((await admin.call('Customers/Get', { CustomerNo })).body.Users[0].PasswordIds).toHaveLength(2);
  const entry = await lastAudit(server, 'ApiUsers/RotatePassword');
  expect(entry).toMatchObject({ action: 'password.created', subject: body.PasswordId, for_customer: CustomerNo });
  expect(JSON.stringify(entry)).not.toContain(body.Password);
});

test('403 when two passwords are valid already', async () => {
  const { userKey: UserKey } = await server.customer();
  await admin.call('ApiUsers/RotatePassword', { UserKey });
  const { status, body } = await admin.call('ApiUsers/RotatePassword', { UserKey });
  expect([status, body.Code, body.State]).toEqual([403, 'StateForbids', 'IN ROTATION']);
});

test('400 names a field that is missing', async () => {
  const { status, body } = await admin.call('ApiUsers/RotatePassword', {});
  expect([status, body.Errors[0].Field]).toEqual([400, 'UserKey']);
});

test('404 for a user that does not exist', async () => {
  expect((await admin.call('ApiUsers/RotatePassword', { UserKey: 'UNKNOWN' })).status).toBe(404);
});
