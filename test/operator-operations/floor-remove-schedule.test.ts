/** Floor/RemoveSchedule. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf } from '../support/audit.ts';
import { type Floor, openFloor, worked } from '../support/floor.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let floor: Floor;
beforeAll(async () => {
  server = await openTestServer();
  floor = await openFloor(server);
});
afterAll(() => server.close());

test('200 it is gone, and the audit keeps what it was', async () => {
  const { Schedule } = await floor.led('SetSchedule', { Warehouse: worked, Name: 'Noon', Time: '12:00' });
  expect(await floor.led('RemoveSchedule', { Schedule })).toEqual({ Schedule });
  expect(await floor.led('ListSchedules', {})).toEqual({ Records: [] });
  expect(await auditOf(server, 'Floor/RemoveSchedule')).toMatchObject([
    { action: 'schedule.removed', subject: Schedule, before: { Name: 'Noon', Time: '12:00' }, after: null },
  ]);
});

test('400 for what is no id', async () => {
  expect((await floor.lead.call('Floor/RemoveSchedule', { Schedule: 'noon' })).status).toBe(400);
});

test('404 for one that is gone', async () => {
  const { Schedule } = await floor.led('SetSchedule', { Warehouse: worked, Name: 'Noon', Time: '12:00' });
  await floor.led('RemoveSchedule', { Schedule });
  expect((await floor.lead.call('Floor/RemoveSchedule', { Schedule })).status).toBe(404);
});
