/** ApiUsers/Grant: an existing user acts for another customer. */
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

test('200 grants a right, and changes it', async () => {
  const { userKey: UserKey } = await server.customer();
  const { customerNo: CustomerNo } = await server.customer();
  const grant = (Rights: string) => admin.call('ApiUsers/Grant', { CustomerNo, UserKey, Rights });
  const { status, body } = await grant('read');
  expect([status, body]).toEqual([200, { CustomerNo, UserKey, Rights: 'read' }]);
  await grant('write');
  const { Users: users } = (await admin.call('Customers/Get', { CustomerNo })).body;
  expect(users.find((user: { UserKey: string }) => user.UserKey === UserKey)).toMatchObject({ Rights: 'write' });
  expect(await lastAudit(server, 'ApiUsers/Grant')).toMatchObject({
    action: 'membership.granted',
    subject: UserKey,
    for_customer: CustomerNo,
    after: { userKey: UserKey, rights: 'write' },
  });
});

test('400 names a right that does not exist', async () => {
  const { status, body } = await admin.call('ApiUsers/Grant', { CustomerNo: 'X', UserKey: 'Y', Rights: 'all' });
  expect([status, body.Errors[0].Field]).toEqual([400, 'Rights']);
});

test('403 for the first right of a user that a colleague has granted meanwhile', async () => {
  const colleague = await signedIn(server, 'admin');
  const [{ userKey: UserKey }, { customerNo: CustomerNo }] = [await server.customer(), await server.customer()];
  const grant = (by: OperatorClient, Rights: string) =>
    by.call('ApiUsers/Grant', { CustomerNo, UserKey, Rights, ExpectedVersion: '' });
  expect((await grant(colleague, 'write')).status).toBe(200);
  const { status, body } = await grant(admin, 'read');
  expect(status).toBe(403);
  expect(body.Reason).toContain(`exists already: it was set by ${colleague.operator.email}`);
});

test('404 for a user or a customer that does not exist', async () => {
  const { customerNo, userKey } = await server.customer();
  const grant = (CustomerNo: string, UserKey: string) =>
    admin.call('ApiUsers/Grant', { CustomerNo, UserKey, Rights: 'read' });
  expect((await grant(customerNo, 'UNKNOWN')).body.Reason).toBe('There is no UserKey "UNKNOWN".');
  expect((await grant('UNKNOWN', userKey)).status).toBe(404);
});
