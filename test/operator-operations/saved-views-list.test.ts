/** SavedViews/List: own and shared views, those of other operators never. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

interface Listed {
  readonly Name: string;
  readonly IsShared: boolean;
}

test('200 lists own and shared views of a page by name, and none of other operators', async () => {
  const [service, other, lead] = [
    await signedIn(server, 'service'),
    await signedIn(server, 'service'),
    await signedIn(server, 'lead'),
  ];
  await service.call('SavedViews/Save', { Page: 'orders', Name: 'second', Filters: [] });
  await service.call('SavedViews/Save', { Page: 'inventory', Name: 'Empty bins', Filters: [] });
  await other.call('SavedViews/Save', { Page: 'orders', Name: 'private', Filters: [] });
  await lead.call('SavedViews/Save', { Page: 'orders', Name: 'First', Filters: [], IsShared: true });
  const listed = async (request: object) =>
    (await service.call('SavedViews/List', request)).body.Records.map(({ Name, IsShared }: Listed) => [Name, IsShared]);
  expect(await listed({ Page: 'orders' })).toEqual([
    ['First', true],
    ['second', false],
  ]);
  expect(await listed({})).toHaveLength(3);
  expect((await other.call('SavedViews/List', { Page: 'orders' })).body.Records).toHaveLength(2);
});

test('400 for a page that is none', async () => {
  const { call } = await signedIn(server, 'floor');
  const { status, body } = await call('SavedViews/List', { Page: 'Orders?' });
  expect([status, body.Errors[0].Field]).toEqual([400, 'Page']);
});
