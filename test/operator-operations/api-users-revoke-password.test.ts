/** ApiUsers/RevokePassword: ends a rotation, or takes the last password. */
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

test('200 revokes the password of this id', async () => {
  const { customerNo: CustomerNo, userKey: UserKey } = await server.customer();
  const { PasswordId: second } = (await admin.call('ApiUsers/RotatePassword', { UserKey })).body;
  const passwordIds = async () => (await admin.call('Customers/Get', { CustomerNo })).body.Users[0].PasswordIds;
  const [first] = await passwordIds();
  const { status, body } = await admin.call('ApiUsers/RevokePassword', { UserKey, PasswordId: first });
  expect([status, body]).toEqual([200, { UserKey, PasswordId: first }]);
  expect(await passwordIds()).toEqual([second]);
  expect(await lastAudit(server, 'ApiUsers/RevokePassword')).toMatchObject({
    action: 'password.revoked',
    subject: first,
    for_customer: CustomerNo,
  });
});

test('400 names an id that is none', async () => {
  const { status, body } = await admin.call('ApiUsers/RevokePassword', { UserKey: 'X', PasswordId: 'older' });
  expect([status, body.Errors[0].Field]).toEqual([400, 'PasswordId']);
});

test('404 for a password that is revoked already', async () => {
  const { customerNo: CustomerNo, userKey: UserKey } = await server.customer();
  const [PasswordId] = (await admin.call('Customers/Get', { CustomerNo })).body.Users[0].PasswordIds;
  const revoke = () => admin.call('ApiUsers/RevokePassword', { UserKey, PasswordId });
  expect((await revoke()).status).toBe(200);
  expect((await revoke()).status).toBe(404);
});
