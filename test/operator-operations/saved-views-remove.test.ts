/** SavedViews/Remove: own views by their operator, shared ones by leads and admins. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf } from '../support/audit.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let service: OperatorClient;
let lead: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  service = await signedIn(server, 'service');
  lead = await signedIn(server, 'lead');
});
afterAll(() => server.close());

async function saved(by: OperatorClient, Name: string, IsShared = false): Promise<string> {
  const { body } = await by.call('SavedViews/Save', { Page: 'orders', Name, Filters: [], IsShared });
  return body.ViewId;
}

test('200 removes an own view, and a shared one, which is recorded in the audit', async () => {
  expect(await service.call('SavedViews/Remove', { ViewId: await saved(service, 'Mine') })).toMatchObject({
    status: 200,
    body: {},
  });
  const admin = await signedIn(server, 'admin');
  expect((await admin.call('SavedViews/Remove', { ViewId: await saved(lead, 'Ours', true) })).status).toBe(200);
  expect((await service.call('SavedViews/List', {})).body.Records).toEqual([]);
  expect(await auditOf(server, 'SavedViews/Remove')).toMatchObject([
    { action: 'view.removed', subject: 'Ours', before: { Page: 'orders', Filters: [] }, after: null },
  ]);
});

test('400 without an id', async () => {
  const { status, body } = await service.call('SavedViews/Remove', { ViewId: 'x' });
  expect([status, body.Errors[0].Field]).toEqual([400, 'ViewId']);
});

test('403 when a service person removes a shared view', async () => {
  const { status, body } = await service.call('SavedViews/Remove', { ViewId: await saved(lead, 'Kept', true) });
  expect([status, body.Code]).toEqual([403, 'RoleMissing']);
});

test('404 for a view of another operator, and a removed one', async () => {
  const ViewId = await saved(service, 'Private');
  expect((await lead.call('SavedViews/Remove', { ViewId })).status).toBe(404);
  expect((await service.call('SavedViews/Remove', { ViewId })).status).toBe(200);
  expect((await service.call('SavedViews/Remove', { ViewId })).status).toBe(404);
});

test('403 DONE for the retry of a removal whose reply was lost, not 404', async () => {
  const { pool } = server.database;
  const ViewId = await saved(service, 'Lost');
  await pool.query(
    `create function lose_reply() returns trigger language plpgsql as $$ begin raise 'the reply is lost'; end $$`,
  );
  await pool.query(`create trigger lose_reply before update of status on idempotency_keys for each row
    when (new.status = 200) execute function lose_reply()`);
  const remove = () => service.call('SavedViews/Remove', { ViewId }, { 'idempotency-key': 'lost' });
  expect((await remove()).status).toBe(500);
  await pool.query('drop trigger lose_reply on idempotency_keys');
  const { status, body } = await remove();
  expect([status, body.State]).toEqual([403, 'DONE']);
});
