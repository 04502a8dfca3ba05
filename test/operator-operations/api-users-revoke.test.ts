/** ApiUsers/Revoke: a user stops acting for one customer. */
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

test('200 takes the customer from the user', async () => {
  const { customerNo: CustomerNo, userKey: UserKey } = await server.customer();
  const { status, body } = await admin.call('ApiUsers/Revoke', { CustomerNo, UserKey });
  expect([status, body]).toEqual([200, { CustomerNo, UserKey }]);
  expect((await admin.call('Customers/Get', { CustomerNo })).body.Users).toEqual([]);
  expect(await lastAudit(server, 'ApiUsers/Revoke')).toMatchObject({ action: 'membership.revoked', subject: UserKey });
});

test('400 names a field that is missing', async () => {
  const { status, body } = await admin.call('ApiUsers/Revoke', { CustomerNo: 'X' });
  expect([status, body.Errors[0].Field]).toEqual([400, 'UserKey']);
});

test('404 when the user does not act for the customer', async () => {
  const { userKey: UserKey } = await server.customer();
  const { customerNo: CustomerNo } = await server.customer();
  const { status, body } = await admin.call('ApiUsers/Revoke', { CustomerNo, UserKey });
  expect([status, body.Reason]).toEqual([404, `UserKey ${UserKey} does not act for customer ${CustomerNo}.`]);
});
