/** Redeliver: every documented response. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openEndpoint, unknownEndpoint, wrongAuthentication } from '../support/webhooks.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const winery = () => openEndpoint(server);

/** A winery with tests that were skipped. */
async function skipped(count: number) {
  const own = await winery();
  const { call, EndpointId } = own;
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) ids.push((await call('SendTest', { EndpointId })).body.EventId);
  await call('UpdateEndpoint', { EndpointId, Enabled: false });
  return { ...own, ids };
}

test('200 queues one event, or those of a time; what is pending is not counted', async () => {
  const { call, EndpointId, ids } = await skipped(3);
  await call('UpdateEndpoint', { EndpointId, Enabled: true });
  const redeliver = async (body: object) => (await call('Redeliver', { EndpointId, ...body })).body.Deliveries;
  expect([await redeliver({ EventId: ids[1] }), await redeliver({ EventId: ids[1] })]).toEqual([1, 0]);
  expect(await redeliver({ From: '2026-01-01T00:00:00Z', To: '2026-01-02' })).toBe(0);
  expect(await redeliver({ From: '2020-01-01', To: '2100-01-01' })).toBe(2);
  const { Deliveries } = (await call('GetDeliveries', { EndpointId })).body;
  expect(Deliveries.map((each: { EventId: string }) => each.EventId)).toEqual(ids);
  for (const each of Deliveries)
    expect(each).toMatchObject({ Status: 'PENDING', NextAttemptAt: expect.stringMatching(/^2/) });
});

test('200 the ends of a time are included, as the events show them', async () => {
  const { call, EndpointId, customerNo, ids } = await skipped(3);
  await call('UpdateEndpoint', { EndpointId, Enabled: true });
  // Times are recorded in microseconds and shown in milliseconds. The last one is just behind the end.
  const times = ['2026-01-01T08:00:00.123Z', '2026-01-02T08:00:00.123567Z', '2026-01-02T08:00:00.124Z'];
  for (const [index, id] of ids.entries()) {
    await server.environment.db.rows(
      'update webhook_events set occurred_at = $3 where customer_no = $1 and event_id = $2',
      [customerNo, id, times[index]],
    );
  }
  const { Deliveries } = (await call('GetDeliveries', { EndpointId })).body;
  const [From, To] = Deliveries.map((each: { Timestamp: string }) => each.Timestamp);
  expect((await call('Redeliver', { EndpointId, From, To })).body.Deliveries).toBe(2);
});

test('400 needs an event or a time', async () => {
  const { call, EndpointId } = await winery();
  const fields = async (body: object) =>
    (await call('Redeliver', { EndpointId, ...body })).body.Errors.map((fault: { Field: string }) => fault.Field);
  expect(await fields({})).toEqual(['From', 'To']);
  expect(await fields({ From: '2026-01-01' })).toEqual(['To']);
  expect(await fields({ EventId: unknownEndpoint, To: '2026-01-01' })).toEqual(['EventId']);
});

test("400 for a time that ends before it begins; times without offset are in the operator's time zone", async () => {
  const { call, EndpointId } = await skipped(1);
  await call('UpdateEndpoint', { EndpointId, Enabled: true });
  const reversed = (await call('Redeliver', { EndpointId, From: '2026-01-02', To: '2026-01-01' })).body;
  expect(reversed.Errors).toEqual([{ Field: 'To', Code: 'Range', Message: 'must not be before From' }]);
  const local = Temporal.Now.zonedDateTimeISO(server.environment.config.timeZone).toPlainDateTime();
  const [From, To] = [local.subtract({ minutes: 5 }), local.add({ minutes: 5 })].map(String);
  expect((await call('Redeliver', { EndpointId, From, To })).body.Deliveries).toBe(1);
  // In the hour that is repeated in autumn a range begins the first time and ends the second time.
  const repeated = { From: '2025-11-02T01:45:00', To: '2025-11-02T01:15:00' };
  expect((await call('Redeliver', { EndpointId, ...repeated })).body.Deliveries).toBe(0);
});

test('403 for a disabled endpoint', async () => {
  const { call, EndpointId, ids } = await skipped(1);
  expect((await call('Redeliver', { EndpointId, EventId: ids[0] })).body).toMatchObject({
    Status: 403,
    State: 'DISABLED',
  });
});

test('404 for an event that the endpoint did not get', async () => {
  const { call, EndpointId } = await winery();
  expect((await call('Redeliver', { EndpointId, EventId: unknownEndpoint })).status).toBe(404);
});

test('400 for an id that is none', async () => {
  const { call } = await winery();
  expect((await call('Redeliver', { EndpointId: 'x', EventId: unknownEndpoint })).body.Errors[0].Field).toBe(
    'EndpointId',
  );
});

test('401 without credentials', async () => {
  const { call, EndpointId } = await winery();
  expect(
    (await call('Redeliver', { EndpointId, EventId: unknownEndpoint, Authentication: wrongAuthentication })).status,
  ).toBe(401);
});

test("404 for an unknown endpoint, and another customer's", async () => {
  const [mine, theirs] = [await winery(), await winery()];
  for (const EndpointId of [unknownEndpoint, theirs.EndpointId]) {
    expect((await mine.call('Redeliver', { EndpointId, EventId: unknownEndpoint })).status).toBe(404);
  }
});

test('403 without the right to write', async () => {
  const { client } = await server.customer('read');
  expect(
    (await client.call('Webhook/Redeliver', { EndpointId: unknownEndpoint, EventId: unknownEndpoint })).body.Code,
  ).toBe('RightMissing');
});
