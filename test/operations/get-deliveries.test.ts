/** GetDeliveries: every documented response. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const Url = 'https://winery.example/hooks/dray?token=1';
const unknown = '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001';
const Authentication = { UserKey: 'nobody', Password: 'wrong', CustomerNo: 'W1' };

async function winery() {
  const { customerNo, client } = await server.customer();
  const call = (name: string, body: object = {}, headers = {}) => client.call(`Webhook/${name}`, body, headers);
  const { EndpointId, Secret } = (await call('CreateEndpoint', { Url, Kinds: ['order.held'] })).body;
  const endpoint = async () => (await call('GetEndpoints')).body.Endpoints[0];
  return { customerNo, call, EndpointId, Secret, endpoint };
}

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
  expect((await call('GetDeliveries', { EndpointId, Authentication })).status).toBe(401);
});

test("404 for an unknown endpoint, and another customer's", async () => {
  const [mine, theirs] = [await winery(), await winery()];
  for (const EndpointId of [unknown, theirs.EndpointId]) {
    expect((await mine.call('GetDeliveries', { EndpointId })).status).toBe(404);
  }
});
