/** Floor/RemoveSchedule: removes a schedule of releases. */
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

test('403 for a version that is no longer the stored one, also when it is set: it says who changed it', async () => {
  const key = { Warehouse: worked, Name: 'Guarded' };
  const { Schedule, Version } = await floor.led('SetSchedule', { ...key, Time: '12:00' });
  const changed = await floor.led('SetSchedule', { ...key, Schedule, Time: '12:30', ExpectedVersion: Version });
  for (const late of [
    await floor.lead.call('Floor/RemoveSchedule', { Schedule, ExpectedVersion: Version }),
    await floor.lead.call('Floor/SetSchedule', { ...key, Schedule, Time: '13:00', ExpectedVersion: Version }),
  ]) {
    expect([late.status, late.body.State]).toEqual([403, 'CHANGED']);
    expect(late.body.Reason).toContain(`The schedule Guarded was changed by ${floor.lead.operator.email} on `);
  }
  expect((await floor.led('ListSchedules', {})).Records).toMatchObject([{ Time: '12:30', Version: changed.Version }]);
  await floor.led('RemoveSchedule', { Schedule, ExpectedVersion: changed.Version });
});
