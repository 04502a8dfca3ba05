/** SavedViews/Rename: own views by their operator, shared ones by leads and admins. */
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

const held = [{ Name: 'view', Value: 'held' }];

async function saved(by: OperatorClient, Name: string, IsShared = false): Promise<string> {
  const { body } = await by.call('SavedViews/Save', { Page: 'orders', Name, Filters: held, IsShared });
  return body.ViewId;
}

test('200 renames an own view, also in its letter case alone, and a shared one, which is recorded in the audit', async () => {
  const ViewId = await saved(service, 'Mine');
  const { status, body } = await service.call('SavedViews/Rename', { ViewId, Name: ' MINE ' });
  expect([status, body]).toEqual([
    200,
    { ViewId, Page: 'orders', Name: 'MINE', Filters: held, IsShared: false, Owner: service.operator.email },
  ]);
  const shared = await saved(lead, 'Ours', true);
  const admin = await signedIn(server, 'admin');
  const renamed = await admin.call('SavedViews/Rename', { ViewId: shared, Name: 'Mine' });
  expect(renamed.body).toMatchObject({ Name: 'Mine', IsShared: true, Owner: lead.operator.email });
  expect((await service.call('SavedViews/List', {})).body.Records).toEqual([body, renamed.body]);
  expect(await auditOf(server, 'SavedViews/Rename')).toMatchObject([
    { action: 'view.renamed', subject: 'Mine', before: { Name: 'Ours' }, after: { Name: 'Mine' } },
  ]);
});

test('400 for the name of another view, and one without characters', async () => {
  await saved(service, 'Taken');
  const ViewId = await saved(service, 'Free');
  const { status, body } = await service.call('SavedViews/Rename', { ViewId, Name: 'taken' });
  expect([status, body.Reason]).toEqual([400, 'Name is that of another view: taken']);
  expect((await service.call('SavedViews/Rename', { ViewId, Name: ' ' })).status).toBe(400);
  const both = [await saved(service, 'One'), await saved(service, 'Two')];
  const atOnce = await Promise.all(
    both.map((each) => service.call('SavedViews/Rename', { ViewId: each, Name: 'Both' })),
  );
  expect(atOnce.map((reply) => reply.status).sort()).toEqual([200, 400]);
});

test('403 when a service person renames a shared view', async () => {
  const ViewId = await saved(lead, 'Kept', true);
  const { status, body } = await service.call('SavedViews/Rename', { ViewId, Name: 'Changed' });
  expect([status, body.Code]).toEqual([403, 'RoleMissing']);
});

test('404 for a view of another operator, and a removed one', async () => {
  const ViewId = await saved(service, 'Private');
  expect((await lead.call('SavedViews/Rename', { ViewId, Name: 'Seen' })).status).toBe(404);
  await service.call('SavedViews/Remove', { ViewId });
  expect((await service.call('SavedViews/Rename', { ViewId, Name: 'Gone' })).status).toBe(404);
});
