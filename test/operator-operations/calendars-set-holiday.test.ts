/** Calendars/SetHoliday: adds and renames a holiday, and records both. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf } from '../support/audit.ts';
import { expectVersionGuard } from '../support/expected-version.ts';
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
  expect(list.Records).toEqual([{ ...second, Version: expect.any(String) }]);
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

test('403 for a version that is no longer the stored one: it says who changed it, and nothing changes', () =>
  expectVersionGuard(server, {
    set: 'Calendars/SetHoliday',
    list: 'Calendars/ListHolidays',
    remove: 'Calendars/RemoveHoliday',
    key: { Day: '02/03/2031' },
    contents: [{ Name: 'One' }, { Name: 'Two' }, { Name: 'Three' }],
  }));

test('403 does not name the last editor when the holiday was changed by SQL since', async () => {
  const key = { Day: '02/04/2031' };
  await admin.call('Calendars/SetHoliday', { ...key, Name: 'One', ExpectedVersion: '' });
  const { body } = await admin.call('Calendars/ListHolidays', { Year: 2031 });
  const read = body.Records.find(({ Day }: { readonly Day: string }) => Day === key.Day);
  await server.database.pool.query("update carrier_holidays set name = 'By SQL' where day = '2031-02-04'");
  const late = await admin.call('Calendars/SetHoliday', { ...key, Name: 'Two', ExpectedVersion: read.Version });
  expect(late.body.Reason).toContain('The holiday 2031-02-04 was changed after you read it.');
  await admin.call('Calendars/RemoveHoliday', key);
});
