/** GetDeliveries: every documented response. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openEndpoint, unknownEndpoint, wrongAuthentication } from '../support/webhooks.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const winery = () => openEndpoint(server);

test('200 returns pages in the order of events, and counts all', async () => {
  const { call, EndpointId } = await winery();
  const ids: string[] = [];
  for (let number = 0; number < 3; number += 1) ids.push((await call('SendTest', { EndpointId })).body.EventId);
  const page = async (body: object) => {
    const { Deliveries, ...rest } = (await call('GetDeliveries', { EndpointId, ...body })).body;
    return { ids: Deliveries.map((each: { EventId: string }) => each.EventId), ...rest };
  };
  expect(await page({ Top: 2 })).toMatchObject({ ids: ids.slice(0, 2), TotalRecordCount: 3, MoreRecords: true });
  expect(await page({ Skip: 2 })).toMatchObject({
    ids: ids.slice(2),
    TotalRecordCount: 3,
    Top: 500,
    MoreRecords: false,
  });
  expect(await page({ Status: 'FAILED' })).toMatchObject({ ids: [], TotalRecordCount: 0 });
  expect(await page({ Status: 'PENDING' })).toMatchObject({ ids, TotalRecordCount: 3 });
});

test('400 for an id that is none', async () => {
  const { call } = await winery();
  expect((await call('GetDeliveries', { EndpointId: 'x' })).body.Errors[0].Field).toBe('EndpointId');
});

test('401 without credentials', async () => {
  const { call, EndpointId } = await winery();
  expect((await call('GetDeliveries', { EndpointId, Authentication: wrongAuthentication })).status).toBe(401);
});

test("404 for an unknown endpoint, and another customer's", async () => {
  const [mine, theirs] = [await winery(), await winery()];
  for (const EndpointId of [unknownEndpoint, theirs.EndpointId]) {
    expect((await mine.call('GetDeliveries', { EndpointId })).status).toBe(404);
  }
});
