/** Calendars/NextDays: working days, holidays and cutoffs in effect. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatUsDate } from '../../src/lib/dates.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

interface Day {
  readonly Day: string;
  readonly IsWorkingDay: boolean;
  readonly Holiday?: string;
  readonly Cutoffs: readonly { readonly Cutoff: string; readonly HasPassed: boolean; readonly Services: string[] }[];
}

async function daysOf(warehouse: string, count: number): Promise<Day[]> {
  const { status, body } = await admin.call('Calendars/NextDays', { Days: count });
  expect(status).toBe(200);
  return body.Records.find(({ Warehouse }: { readonly Warehouse: string }) => Warehouse === warehouse).Days;
}

/** Whatever day it is when the test runs: its cutoffs have not passed. */
const lastWorkingDay = (days: readonly Day[]) => days.findLast(({ IsWorkingDay }) => IsWorkingDay);

test('200 has the days of each warehouse with the cutoffs that were set, the default, and holidays', async () => {
  await admin.call('Warehouses/Set', { Warehouse: 'DAY01', ZipCode: '95814', WorkingDays: [1, 2, 3, 4, 5, 6, 7] });
  const before = lastWorkingDay(await daysOf('DAY01', 14));
  expect(before?.Cutoffs.map(({ Cutoff, Services }) => [Cutoff, Services])).toEqual([['14:00', ['*']]]);
  const cutoff = { Warehouse: 'DAY01', ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND', Cutoff: '16:45' };
  await admin.call('Calendars/SetCutoff', cutoff);
  // Far enough ahead that the day does not become today while the test runs.
  const holiday = Temporal.Now.plainDateISO('America/Los_Angeles').add({ days: 5 });
  await admin.call('Calendars/SetHoliday', { Day: formatUsDate(holiday), Name: 'Harvest party' });
  const days = await daysOf('DAY01', 14);
  expect(days).toHaveLength(14);
  const closed = days.find(({ Day: day }) => day === formatUsDate(holiday));
  expect(closed).toEqual({ Day: formatUsDate(holiday), IsWorkingDay: false, Holiday: 'Harvest party', Cutoffs: [] });
  expect(lastWorkingDay(days)).toMatchObject({
    IsWorkingDay: true,
    Cutoffs: [
      { Cutoff: '14:00', HasPassed: false, Services: ['*'] },
      { Cutoff: '16:45', HasPassed: false, Services: ['FEX GRND'] },
    ],
  });
});

test('200 has no cutoffs on days without shipments', async () => {
  const days = await daysOf('APC01', 7);
  const weekend = days.filter(({ IsWorkingDay, Holiday }) => !IsWorkingDay && Holiday === undefined);
  expect(weekend.length).toBeGreaterThan(0);
  for (const { Cutoffs } of weekend) expect(Cutoffs).toEqual([]);
});

test('400 for too many days', async () => {
  const { status, body } = await admin.call('Calendars/NextDays', { Days: 15 });
  expect([status, body.Errors[0].Field]).toEqual([400, 'Days']);
});
