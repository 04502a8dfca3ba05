/** SavedViews/Save: own and shared views, replaced by name. */
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

test('200 saves a view, and replaces it by its name in any letter case', async () => {
  const first = await service.call('SavedViews/Save', { Page: 'orders', Name: ' Mornings ', Filters: held });
  expect([first.status, first.body]).toEqual([
    200,
    {
      ViewId: expect.any(String),
      Page: 'orders',
      Name: 'Mornings',
      Filters: held,
      IsShared: false,
      Owner: service.operator.email,
    },
  ]);
  const filters = [...held, { Name: 'warehouses', Value: 'APC01,COB01' }];
  const second = await service.call('SavedViews/Save', { Page: 'orders', Name: 'MORNINGS', Filters: filters });
  expect(second.body).toEqual({ ...first.body, Name: 'MORNINGS', Filters: filters });
  const { body } = await service.call('SavedViews/List', {});
  expect(body.Records).toEqual([second.body]);
  expect(await auditOf(server, 'SavedViews/Save')).toEqual([]);
});

test('200 shares a view of a lead with all, and records it in the audit', async () => {
  const request = { Page: 'orders', Name: 'Shared', Filters: held, IsShared: true };
  const { status, body } = await lead.call('SavedViews/Save', request);
  expect([status, body.IsShared]).toEqual([200, true]);
  const admin = await signedIn(server, 'admin');
  const again = await admin.call('SavedViews/Save', { ...request, Filters: [] });
  expect(again.body).toEqual({ ...body, Filters: [], Owner: admin.operator.email });
  expect((await service.call('SavedViews/List', {})).body.Records).toContainEqual(again.body);
  expect(await auditOf(server, 'SavedViews/Save')).toMatchObject([
    { action: 'view.shared', subject: 'Shared', before: null, after: { Page: 'orders', Filters: held } },
    { action: 'view.shared', before: { Page: 'orders', Filters: held }, after: { Page: 'orders', Filters: [] } },
  ]);
});

test('200 saves one view when two tabs save the same name at once', async () => {
  const { call } = await signedIn(server, 'floor');
  const saved = await Promise.all(
    ['a', 'b', 'c'].map((Value) =>
      call('SavedViews/Save', { Page: 'orders', Name: 'At once', Filters: [{ Name: 'view', Value }] }),
    ),
  );
  expect(new Set(saved.map(({ status, body }) => `${status} ${body.ViewId}`)).size).toBe(1);
});

test('400 for a search, a name without characters, an unknown form, and one view too many', async () => {
  const { call } = await signedIn(server, 'service');
  for (const request of [
    { Page: 'orders', Name: 'Whitfield', Filters: [{ Name: 'text', Value: 'whitfield' }] },
    { Page: 'orders', Name: ' ', Filters: [] },
    { Page: '../orders', Name: 'x', Filters: [] },
    { Page: 'orders', Name: 'x'.repeat(41), Filters: [] },
    { Page: 'orders', Name: 'x', Filters: [{ Name: 'View!', Value: 'held' }] },
  ]) {
    const { status, body } = await call('SavedViews/Save', request);
    expect([status, body.Code]).toEqual([400, 'ValidationFailed']);
  }
  for (let n = 0; n < 50; n += 1) await call('SavedViews/Save', { Page: 'orders', Name: `View ${n}`, Filters: [] });
  const { status, body } = await call('SavedViews/Save', { Page: 'orders', Name: 'View 50', Filters: [] });
  expect([status, body.Errors[0].Field]).toEqual([400, 'Name']);
  expect((await call('SavedViews/Save', { Page: 'orders', Name: 'View 49', Filters: held })).status).toBe(200);
  expect((await call('SavedViews/Save', { Page: 'holds', Name: 'View 50', Filters: [] })).status).toBe(200);
});

test('403 when a service person shares a view', async () => {
  const { status, body } = await service.call('SavedViews/Save', {
    Page: 'orders',
    Name: 'For all',
    Filters: [],
    IsShared: true,
  });
  expect([status, body.Code]).toEqual([403, 'RoleMissing']);
});
