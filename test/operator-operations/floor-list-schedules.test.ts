/** Floor/ListSchedules: when orders are released next. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Floor, openFloor, worked } from '../support/floor.ts';
import { signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let floor: Floor;
beforeAll(async () => {
  server = await openTestServer();
  floor = await openFloor(server);
});
afterAll(() => server.close());

test('200 of the warehouses of the operator, with their next runs', async () => {
  const BeforeCutoff = { Carrier: 'FEX', Service: 'GRND', Minutes: 30 };
  const set = await floor.led('SetSchedule', { Warehouse: worked, Name: 'Evening', BeforeCutoff });
  expect(await floor.pack('ListSchedules', {})).toEqual({ Records: [set] });
  // Its cutoff is 14:00 by default.
  const at = Temporal.Instant.from(set.NextRunAt).toZonedDateTimeISO('America/Los_Angeles').toPlainTime();
  expect(at.toString()).toBe('13:30:00');
  const elsewhere = await signedIn(server, 'floor', { warehouses: ['APC01'] });
  expect((await elsewhere.call('Floor/ListSchedules', {})).body).toEqual({ Records: [] });
  const admin = await signedIn(server, 'admin');
  await admin.call('Warehouses/Set', { Warehouse: worked, Floor: 'automatic' });
  expect((await floor.led('ListSchedules', {})).Records).toMatchObject([{ NextRunAt: '' }]);
  await admin.call('Warehouses/Set', { Warehouse: worked, Floor: 'worked' });
});
