/** Calendars/ListHolidays: the holidays of a year. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let floor: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  floor = await signedIn(server, 'floor');
});
afterAll(() => server.close());

test('200 lists the holidays by day, all or of a year', async () => {
  const admin = await signedIn(server, 'admin');
  for (const Day of ['02/03/2091', '02/02/2091']) await admin.call('Calendars/SetHoliday', { Day, Name: 'Inventory' });
  const { status, body } = await floor.call('Calendars/ListHolidays', { Year: 2091 });
  const [first, second] = [
    { Day: '02/02/2091', Name: 'Inventory' },
    { Day: '02/03/2091', Name: 'Inventory' },
  ];
  expect([status, body]).toMatchObject([200, { Records: [first, second] }]);
  const { body: all } = await floor.call('Calendars/ListHolidays');
  expect(all.Records.length).toBeGreaterThan(2);
  for (const { Day } of body.Records) await admin.call('Calendars/RemoveHoliday', { Day });
});

test('400 names a field that is not valid', async () => {
  const { status, body } = await floor.call('Calendars/ListHolidays', { Year: 1 });
  expect([status, body.Errors[0].Field]).toEqual([400, 'Year']);
});
