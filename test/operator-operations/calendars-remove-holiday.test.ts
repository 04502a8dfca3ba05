/** Calendars/RemoveHoliday: removes a holiday, and records what it was. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf } from '../support/audit.ts';
import { expectStaleRemovalRefused } from '../support/expected-version.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

test('200 removes the holiday', async () => {
  const holiday = { Day: '03/03/2093', Name: 'Move' };
  await admin.call('Calendars/SetHoliday', holiday);
  const { status, body } = await admin.call('Calendars/RemoveHoliday', { Day: '3/3/2093' });
  expect([status, body]).toEqual([200, { Day: holiday.Day }]);
  expect((await admin.call('Calendars/ListHolidays', { Year: 2093 })).body.Records).toEqual([]);
  expect(await auditOf(server, 'Calendars/RemoveHoliday')).toMatchObject([
    { action: 'holiday.removed', subject: '2093-03-03', before: holiday, after: null },
  ]);
});

test('200 removes the last holiday too', async () => {
  await server.environment.db.rows('delete from carrier_holidays');
  await admin.call('Calendars/SetHoliday', { Day: '03/06/2093', Name: 'Move' });
  expect((await admin.call('Calendars/RemoveHoliday', { Day: '03/06/2093' })).status).toBe(200);
  expect((await admin.call('Calendars/ListHolidays', {})).body.Records).toEqual([]);
});

test('400 names a field that is not valid', async () => {
  const { status, body } = await admin.call('Calendars/RemoveHoliday', {});
  expect([status, body.Errors[0].Field]).toEqual([400, 'Day']);
});

test('403 for a version that is no longer the stored one', async () => {
  await admin.call('Calendars/SetHoliday', { Day: '03/05/2093', Name: 'Move' });
  await expectStaleRemovalRefused(admin, 'Calendars/RemoveHoliday', { Day: '03/05/2093' });
});

test('404 for a day that is not a holiday', async () => {
  expect((await admin.call('Calendars/RemoveHoliday', { Day: '03/04/2094' })).status).toBe(404);
});
