/** Floor/SetSchedule: waiting orders are released by schedules, once, whatever happens to the server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runReleaseSchedules } from '../../src/floor/index.ts';
import { computeNextReleaseRunTime } from '../../src/floor/release-schedule.ts';
import { listReleaseSchedules } from '../../src/floor/release-schedule-store.ts';
import { assertPresent } from '../../src/lib/assert.ts';
import { readOperatorSettings } from '../../src/operator-settings/index.ts';
import { catchUpOrderIndex } from '../../src/order-index/index.ts';
import type { Environment } from '../../src/platform/environment.ts';
import { AppError } from '../../src/platform/errors.ts';
import { listJournalRequests } from '../../src/platform/journal-reads.ts';
import { auditOf } from '../support/audit.ts';
import { type Floor, openFloor, worked } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { recipient } from '../support/orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { editSettings } from '../support/settings.ts';

let server: TestServer;
let floor: Floor;
beforeAll(async () => {
  server = await openTestServer();
  floor = await openFloor(server);
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const run = (at: string) => runReleaseSchedules(server.environment, Temporal.Instant.from(at));
const runOf = async (Schedule: string) =>
  (await floor.led('ListSchedules', { Warehouses: [worked] })).Records.find(
    (each: { Schedule: string }) => each.Schedule === Schedule,
  );
const cutoff = { Carrier: 'FEX', Service: 'GRND', Minutes: 60 };

test('200 of several processes one releases what waits, in waves of what is packed alike, and again nothing', async () => {
  const winery = await floor.winery();
  const pair = { ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] };
  const orders = [await winery.waiting(), await winery.waiting(pair), await winery.waiting(pair)];
  const other = await floor.winery();
  const waits = await other.waiting();
  const Customers = [winery.customerNo];
  const set = await floor.led('SetSchedule', {
    Warehouse: worked,
    Name: 'Noon',
    Time: '12:00',
    Customers,
    WaveBy: ['OneBottle'],
  });
  expect(set).toMatchObject({
    Days: [1, 2, 3, 4, 5, 6, 7],
    WaveBy: ['OneBottle'],
    ChangedBy: floor.lead.operator.email,
  });
  const due = set.NextRunAt;
  expect(await run(Temporal.Instant.from(due).subtract({ seconds: 1 }).toString())).toBe(0);
  const made = await Promise.all([run(due), run(due), run(due)]);
  expect(made.reduce((sum, each) => sum + each, 0)).toBe(1);
  const { LastRun, NextRunAt } = await runOf(set.Schedule);
  expect(LastRun).toMatchObject({ At: due, Released: 3, Bottles: 5, Message: '' });
  expect(Temporal.Instant.compare(NextRunAt, due)).toBe(1);
  expect(await run(due)).toBe(0);
  for (const { reference } of orders) expect(await winery.statusOf(reference)).toBe('PROCESSING ORDER');
  const { Records } = await floor.led('Waves', { Warehouses: [worked] });
  expect(Records).toMatchObject([
    { Name: 'Noon', CreatedBy: 'schedule', Orders: 2, Bottles: 4 },
    { Name: 'Noon one bottle', Orders: 1, Bottles: 1 },
  ]);
  expect(Records.map((wave: { Number: number }) => wave.Number).sort()).toEqual(LastRun.Waves);
  const { rows } = await server.database.pool.query(
    "select distinct actor, operation from log where kind = 'sales_order.floor_released' and customer_no = $1",
    [winery.customerNo],
  );
  expect(rows).toEqual([{ actor: 'schedule', operation: 'Floor/ReleaseSchedule' }]);
  const journal = await listJournalRequests(
    server.environment.db,
    { customerNo: winery.customerNo, actor: '' },
    { before: undefined, top: 50 },
  );
  expect(journal.entries.map(({ operation }) => operation)).not.toContain('Floor/ReleaseSchedule');
  expect(await auditOf(server, 'Floor/ReleaseSchedule')).toContainEqual(
    expect.objectContaining({ action: 'wave.created', actor: 'schedule' }),
  );
  expect(await other.statusOf(waits.reference)).toBe('RECEIVED');
  await floor.led('RemoveSchedule', { Schedule: set.Schedule });
});

test('a run is on a working day of the warehouse that is no holiday', async () => {
  const operator = {
    ...(await readOperatorSettings(server.environment.db)),
    holidays: [{ date: '2031-03-10', name: 'A Monday' }],
  };
  const schedule = { warehouse: worked, at: { time: '12:00' }, days: [1, 2, 3, 4, 5, 6, 7] };
  // A Friday.
  const noon = Temporal.Instant.from('2031-03-07T12:00:00-08:00');
  const next = (after: Temporal.Instant) => computeNextReleaseRunTime(schedule, operator, after)?.toString();
  expect(next(noon.subtract({ seconds: 1 }))).toBe(noon.toString());
  expect(next(noon)).toBe(Temporal.Instant.from('2031-03-11T12:00:00-07:00').toString());
});

test('200 a run whose server was killed is continued by another one, with its wave', async () => {
  const winery = await floor.winery();
  const [first, second] = [await winery.waiting(), await winery.waiting()];
  const Customers = [winery.customerNo];
  const set = await floor.led('SetSchedule', { Warehouse: worked, Name: 'Killed', BeforeCutoff: cutoff, Customers });
  expect(await run(set.NextRunAt)).toBe(1);
  const { db } = server.environment;
  // As if it had been killed before the second order: it is taken back, and the run is open with its claim.
  const [wave] = (await floor.led('Waves', { Warehouses: [worked] })).Records;
  await floor.led('TakeBack', {
    Orders: [{ CustomerNo: winery.customerNo, TransactionReferenceNumber: second.reference }],
    Note: 'for the test',
  });
  const opened = { runId: wave.Wave, at: set.NextRunAt, released: 0, bottles: 0 };
  const state = { ...opened, waves: { '': { waveId: wave.Wave, number: wave.Number } } };
  await db.rows(
    "update floor_schedules set run = $2::jsonb, claimed_until = now() + interval '4 minutes' where schedule_id = $1",
    [set.Schedule, JSON.stringify(state)],
  );
  expect(await run(set.NextRunAt)).toBe(0);
  // Claimed while the clock of the database was ahead, which has gone back since.
  await db.rows("update floor_schedules set claimed_until = now() + interval '1 year' where schedule_id = $1", [
    set.Schedule,
  ]);
  expect(await run(set.NextRunAt)).toBe(1);
  expect(await winery.statusOf(second.reference)).toBe('PROCESSING ORDER');
  expect(await winery.statusOf(first.reference)).toBe('PROCESSING ORDER');
  expect((await floor.led('Waves', { Warehouses: [worked] })).Records[0]).toMatchObject({ Wave: wave.Wave, Orders: 2 });
  await floor.led('RemoveSchedule', { Schedule: set.Schedule });
});

test('200 a run that is hours late is passed over; without orders there is no wave', async () => {
  const winery = await floor.winery();
  const Customers = [winery.customerNo];
  const set = await floor.led('SetSchedule', { Warehouse: worked, Name: 'Late', Time: '08:00', Customers });
  const before = (await floor.led('Waves', { Warehouses: [worked] })).Count;
  expect(await run(Temporal.Instant.from(set.NextRunAt).add({ hours: 3 }).toString())).toBe(0);
  expect((await runOf(set.Schedule)).LastRun).toMatchObject({
    Released: 0,
    Message: expect.stringContaining('passed'),
  });
  expect((await floor.led('Waves', { Warehouses: [worked] })).Count).toBe(before);
  // Replaced: it runs at its new time.
  const moved = await floor.led('SetSchedule', {
    Schedule: set.Schedule,
    Warehouse: worked,
    Name: 'Late',
    Time: '09:30',
    Days: [5, 1],
    IcePack: false,
  });
  expect(moved).toMatchObject({ Schedule: set.Schedule, Time: '09:30', Days: [1, 5], IcePack: false });
  expect(moved.Customers).toBe(undefined);
  expect(await auditOf(server, 'Floor/SetSchedule')).toContainEqual(
    expect.objectContaining({
      action: 'schedule.set',
      subject: set.Schedule,
      before: expect.objectContaining({ Time: '08:00' }),
      after: expect.objectContaining({ Time: '09:30' }),
    }),
  );
  await floor.led('RemoveSchedule', { Schedule: set.Schedule });
});

test('200 a schedule that moves to another warehouse leaves its open run and the waves of it behind', async () => {
  const elsewhere = await openFloor(server, 'MMC01');
  const [left, winery] = [await floor.winery(), await elsewhere.winery()];
  const order = await winery.waiting();
  const { reference } = await left.waiting();
  const { Wave, Number: number } = await floor.release(left, reference);
  const Customers = [winery.customerNo];
  const fields = { Name: 'Moves', Time: '12:00', Customers };
  const set = await floor.led('SetSchedule', { ...fields, Warehouse: worked });
  // As if the server had been killed in the run.
  const opened = { runId: Wave, at: set.NextRunAt, released: 1, bottles: 1, waves: { '': { waveId: Wave, number } } };
  await server.environment.db.rows(
    "update floor_schedules set run = $2::jsonb, claimed_until = now() - interval '1 second' where schedule_id = $1",
    [set.Schedule, JSON.stringify(opened)],
  );
  const moved = await floor.led('SetSchedule', { ...fields, Schedule: set.Schedule, Warehouse: 'MMC01' });
  expect(await run(Temporal.Instant.from(moved.NextRunAt).subtract({ seconds: 1 }).toString())).toBe(0);
  expect(await winery.statusOf(order.reference)).toBe('RECEIVED');
  expect(await run(moved.NextRunAt)).toBe(1);
  expect((await floor.led('Wave', { Wave })).Orders).toHaveLength(1);
  const { Records } = await floor.led('Waves', { Warehouses: ['MMC01'] });
  expect(Records).toMatchObject([{ Name: 'Moves', Orders: 1 }]);
  await floor.led('RemoveSchedule', { Schedule: set.Schedule });
});

test('200 a run whose changes fail is continued a minute later, and says that orders were not released', async () => {
  const winery = await floor.winery();
  const postOfficeBox = { RecipientContactInfo: { ...recipient, Address: 'P.O. Box 12' } };
  const [waiting, held] = [await winery.waiting(), await winery.waiting(postOfficeBox)];
  const Customers = [winery.customerNo];
  const set = await floor.led('SetSchedule', { Warehouse: worked, Name: 'Busy', Time: '12:00', Customers });
  const { environment } = server;
  const submitAll: Environment['writeQueue']['submitAll'] = async (_, items) =>
    items.map(() => ({ failed: new AppError({ code: 'Unavailable', reason: 'Too many requests are waiting.' }) }));
  const busy = { ...environment, writeQueue: { ...environment.writeQueue, submitAll } };
  await catchUpOrderIndex(environment.db);
  const waves = async () => {
    const actions = (await auditOf(server, 'Floor/ReleaseSchedule')).map(({ action }) => action);
    return ['wave.created', 'wave.removed'].map((each) => actions.filter((action) => action === each).length);
  };
  const [created = 0, removed = 0] = await waves();
  for (const minutes of [0, 1, 2]) {
    expect(await runReleaseSchedules(busy, Temporal.Instant.from(set.NextRunAt).add({ minutes }))).toBe(0);
  }
  // It keeps its wave: no entries of the audit each minute.
  expect(await waves()).toEqual([created + 1, removed]);
  expect((await runOf(set.Schedule)).LastRun).toBe(undefined);
  expect(await winery.statusOf(waiting.reference)).toBe('RECEIVED');
  const later = Temporal.Instant.from(set.NextRunAt).add({ minutes: 1 });
  expect(await runReleaseSchedules(environment, later)).toBe(1);
  const Message = 'Orders not released: 1. They are on hold, not due today, or changed meanwhile.';
  expect((await runOf(set.Schedule)).LastRun).toMatchObject({ At: set.NextRunAt, Released: 1, Message });
  expect(await winery.statusOf(waiting.reference)).toBe('PROCESSING ORDER');
  expect(await winery.statusOf(held.reference)).toBe('ON CUSTOMER SERVICE HOLD');
  await floor.led('RemoveSchedule', { Schedule: set.Schedule });
});

test('200 a run that is due is made after a change of other settings at that moment, and not after one of its time', async () => {
  const winery = await floor.winery();
  const order = await winery.waiting();
  const { db } = server.environment;
  const fields = { Warehouse: worked, Name: 'Typo', Time: '12:00', Customers: [winery.customerNo] };
  const { Schedule } = await floor.led('SetSchedule', fields);
  const stored = (await listReleaseSchedules(db)).find(({ scheduleId }) => scheduleId === Schedule);
  const due = computeNextReleaseRunTime(
    assertPresent(stored, 'the schedule'),
    await readOperatorSettings(db),
    Temporal.Now.instant().subtract({ hours: 24 * 30 }),
  ) as Temporal.Instant;
  const becomeDue = () =>
    db.rows('update floor_schedules set considered_until = $2 where schedule_id = $1', [
      ...[Schedule, due.subtract({ minutes: 1 })],
    ]);
  await becomeDue();
  await floor.led('SetSchedule', { ...fields, Schedule, Name: 'Noon' });
  expect(await run(due.toString())).toBe(1);
  expect(await winery.statusOf(order.reference)).toBe('PROCESSING ORDER');
  await becomeDue();
  await floor.led('SetSchedule', { ...fields, Schedule, Time: '12:30' });
  await floor.led('SetSchedule', { ...fields, Schedule });
  expect(await run(due.toString())).toBe(0);
  await floor.led('RemoveSchedule', { Schedule });
});

test('200 of a run that is continued while its process stalls, the count has the orders of both', async () => {
  const winery = await floor.winery();
  const [first, second] = [await winery.waiting(), await winery.waiting()];
  const Customers = [winery.customerNo];
  const set = await floor.led('SetSchedule', { Warehouse: worked, Name: 'Stalls', Time: '12:00', Customers });
  const { environment } = server;
  const errors: unknown[] = [];
  const logger = Object.assign(Object.create(environment.logger), {
    error: ({ scheduleId }: { scheduleId: string }) => errors.push(scheduleId),
  });
  const [stalled, resumes] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const submitAll: Environment['writeQueue']['submitAll'] = async (writer, items) => {
    const outcomes = await environment.writeQueue.submitAll(writer, items.slice(0, 1));
    stalled.resolve();
    await resumes.promise;
    return [...outcomes, ...(await environment.writeQueue.submitAll(writer, items.slice(1)))];
  };
  const stalling = { ...environment, logger, writeQueue: { ...environment.writeQueue, submitAll } };
  await catchUpOrderIndex(environment.db);
  const now = Temporal.Instant.from(set.NextRunAt);
  const left = runReleaseSchedules(stalling, now);
  await stalled.promise;
  await environment.db.rows(
    "update floor_schedules set claimed_until = now() - interval '1 second' where schedule_id = $1",
    [set.Schedule],
  );
  // The other process is in the run, too, when the first one goes on.
  const continued = await runReleaseSchedules(
    {
      ...environment,
      writeQueue: {
        ...environment.writeQueue,
        submitAll: async (writer, items) => {
          const outcomes = await environment.writeQueue.submitAll(writer, items);
          resumes.resolve();
          await left;
          return outcomes;
        },
      },
    },
    now,
  );
  expect([continued, await left, errors]).toEqual([1, 0, [set.Schedule]]);
  const { LastRun } = await runOf(set.Schedule);
  expect(LastRun).toMatchObject({ Released: 2, Bottles: 2, Message: '' });
  expect(LastRun.Waves).toHaveLength(1);
  for (const { reference } of [first, second]) expect(await winery.statusOf(reference)).toBe('PROCESSING ORDER');
  await floor.led('RemoveSchedule', { Schedule: set.Schedule });
});

test('200 a schedule that fails does not keep the others from their runs', async () => {
  const [failing, winery] = [await floor.winery(), await floor.winery()];
  const [left, released] = [await failing.waiting(), await winery.waiting()];
  const { environment } = server;
  const setFor = async (Name: string, customerNo: string) =>
    await floor.led('SetSchedule', { Warehouse: worked, Name, Time: '12:00', Customers: [customerNo] });
  const first = await setFor('Fails', failing.customerNo);
  const second = await setFor('Runs', winery.customerNo);
  const submitAll: Environment['writeQueue']['submitAll'] = async (writer, items) => {
    if (items.some((item) => writer.customerNo(item) === failing.customerNo)) throw new Error('a fault in the code');
    return await environment.writeQueue.submitAll(writer, items);
  };
  const errors: unknown[] = [];
  const logger = Object.assign(Object.create(environment.logger), {
    error: ({ scheduleId }: { scheduleId: string }) => errors.push(scheduleId),
  });
  const faulty = { ...environment, logger, writeQueue: { ...environment.writeQueue, submitAll } };
  await catchUpOrderIndex(environment.db);
  expect(await runReleaseSchedules(faulty, Temporal.Instant.from(second.NextRunAt))).toBe(1);
  expect(errors).toEqual([first.Schedule]);
  expect(await failing.statusOf(left.reference)).toBe('RECEIVED');
  expect(await winery.statusOf(released.reference)).toBe('PROCESSING ORDER');
  for (const { Schedule } of [first, second]) await floor.led('RemoveSchedule', { Schedule });
});

test('200 an interrupted run is not continued after two hours, and leaves no empty wave', async () => {
  const winery = await floor.winery();
  const today = await winery.waiting();
  const Customers = [winery.customerNo];
  const set = await floor.led('SetSchedule', { Warehouse: worked, Name: 'Friday', Time: '12:00', Customers });
  const before = (await floor.led('Waves', { Warehouses: [worked] })).Count;
  const { db } = server.environment;
  const waveId = '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0aa';
  await db.rows(
    `insert into floor_waves (wave_id, warehouse, number, name, created_by) values ($1, $2, 900000, 'Friday', 'schedule')`,
    [waveId, worked],
  );
  const opened = { runId: set.Schedule, at: set.NextRunAt, released: 0, bottles: 0 };
  await db.rows(
    `update floor_schedules set run = $2::jsonb, considered_until = $3, claimed_until = now() where schedule_id = $1`,
    [set.Schedule, JSON.stringify({ ...opened, waves: { '': { waveId, number: 900000 } } }), set.NextRunAt],
  );
  await run(Temporal.Instant.from(set.NextRunAt).add({ hours: 70 }).toString());
  expect(await winery.statusOf(today.reference)).toBe('RECEIVED');
  expect((await runOf(set.Schedule)).LastRun).toMatchObject({
    At: set.NextRunAt,
    Released: 0,
    Waves: [],
    Message: 'It was interrupted, and not continued after two hours.',
  });
  expect((await floor.led('Waves', { Warehouses: [worked] })).Count).toBe(before);
  await floor.led('RemoveSchedule', { Schedule: set.Schedule });
});

test('200 a schedule runs at its times after a clock that was days ahead has gone back', async () => {
  const winery = await floor.winery();
  const order = await winery.waiting();
  const Customers = [winery.customerNo];
  const set = await floor.led('SetSchedule', { Warehouse: worked, Name: 'Clock', Time: '12:00', Customers });
  const due = Temporal.Instant.from(set.NextRunAt);
  // In the afternoon of another day: the run of that day is passed over.
  await run(due.add({ hours: 24 * 7 + 5 }).toString());
  // Again and again, by the right clock.
  for (const minutes of [-2, -1]) expect(await run(due.add({ minutes }).toString())).toBe(0);
  expect(await run(due.toString())).toBe(1);
  expect(await winery.statusOf(order.reference)).toBe('PROCESSING ORDER');
  // The clock of another process is minutes behind: the run is not repeated.
  for (const minutes of [-10, -5, 0]) expect(await run(due.add({ minutes }).toString())).toBe(0);
  await floor.led('RemoveSchedule', { Schedule: set.Schedule });
});

test('200 a warehouse that is worked again makes no run of earlier the same day', async () => {
  const winery = await floor.winery();
  const order = await winery.waiting();
  const Customers = [winery.customerNo];
  const set = await floor.led('SetSchedule', { Warehouse: worked, Name: 'Again', Time: '12:00', Customers });
  const noon = Temporal.Instant.from(set.NextRunAt);
  const { db } = server.environment;
  const isWorked = (is: boolean) =>
    editSettings(db, 'update warehouses set is_worked = $2 where code = $1', [worked, is]);
  await isWorked(false);
  expect(await run(noon.add({ minutes: 30 }).toString())).toBe(0);
  await isWorked(true);
  expect(await run(noon.add({ minutes: 60 }).toString())).toBe(0);
  expect(await winery.statusOf(order.reference)).toBe('RECEIVED');
  expect((await runOf(set.Schedule)).LastRun).toBe(undefined);
  await floor.led('RemoveSchedule', { Schedule: set.Schedule });
});

test('400 both times, none, or a time that is not one', async () => {
  const set = (fields: object) => floor.lead.call('Floor/SetSchedule', { Warehouse: worked, Name: 'X', ...fields });
  for (const fields of [{}, { Time: '12:00', BeforeCutoff: cutoff }, { Time: '25:00' }]) {
    const { status, body } = await set(fields);
    expect([status, body.Errors[0].Field]).toEqual([400, 'Time']);
  }
});

test('403 for an automatic warehouse', async () => {
  const request = { Warehouse: 'APC01', Name: 'X', Time: '12:00' };
  expect((await floor.lead.call('Floor/SetSchedule', request)).status).toBe(403);
});

test('200 stores the numbers of customers as these have them, each once', async () => {
  const { customerNo } = await floor.winery();
  const Customers = [customerNo.toLowerCase(), customerNo];
  const set = await floor.led('SetSchedule', { Warehouse: worked, Name: 'Small letters', Time: '12:00', Customers });
  expect(set.Customers).toEqual([customerNo]);
});

test('404 for an unknown warehouse, schedule or customer', async () => {
  const request = { Warehouse: worked, Name: 'X', Time: '12:00' };
  expect((await floor.lead.call('Floor/SetSchedule', { ...request, Warehouse: 'NOPE1' })).status).toBe(404);
  const Schedule = '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0dd';
  expect((await floor.lead.call('Floor/SetSchedule', { ...request, Schedule })).status).toBe(404);
  const { customerNo } = await floor.winery();
  const unknown = await floor.lead.call('Floor/SetSchedule', { ...request, Customers: [customerNo, 'w-unknown'] });
  expect([unknown.status, unknown.body.Reason]).toEqual([404, 'There is no winery w-unknown.']);
});
