/** Calendars/SetHoliday: adds and renames a holiday, and records both. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf } from '../support/audit.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

test('200 adds a holiday, and renames it', async () => {
  const [first, second] = [
    { Day: '03/02/2092', Name: 'Move' },
    { Day: '03/02/2092', Name: 'Moving day' },
  ];
  const { status, body } = await admin.call('Calendars/SetHoliday', first);
  expect([status, body]).toEqual([200, first]);
  await admin.call('Calendars/SetHoliday', second);
  const { body: list } = await admin.call('Calendars/ListHolidays', { Year: 2092 });
  expect(list.Records).toEqual([second]);
  const entry = { action: 'holiday.set', subject: '2092-03-02' };
  expect(await auditOf(server, 'Calendars/SetHoliday')).toMatchObject([
    { ...entry, before: null, after: first },
    { ...entry, before: first, after: second },
  ]);
  await admin.call('Calendars/RemoveHoliday', { Day: first.Day });
});

test('400 names a field that is not valid', async () => {
  const { status, body } = await admin.call('Calendars/SetHoliday', { Day: '02/30/2092', Name: 'X' });
  expect([status, body.Errors[0].Field]).toEqual([400, 'Day']);
});
