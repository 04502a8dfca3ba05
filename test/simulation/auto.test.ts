/** SIMULATION=auto: orders are delivered automatically; clocks that AdvanceClock is moving are skipped. */
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCustomerClock } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { findNextDueWorkOfCustomers } from '../../src/platform/due-work-store.ts';
import { computeClockJumpTarget } from '../../src/simulation/auto.ts';
import { withClockLock } from '../../src/simulation/clock-lock.ts';
import { startAutoSimulation } from '../../src/simulation/index.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openWinery } from '../support/winery.ts';
import { setClock, tuesday } from './clock.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

test('delivers orders in a few jumps and does not move the clock when nothing is due', async () => {
  const { db } = server.environment;
  const wineries = await Promise.all([1, 2].map(() => openWinery(server)));
  for (const { customerNo } of wineries) await setClock(db, customerNo);
  for (const winery of wineries) await winery.created({ OrderInfo: { OrderNo: 'AUTO-0001' } });
  const idle = await openWinery(server);
  await setClock(db, idle.customerNo);

  const simulation = startAutoSimulation(server.environment, { everyMs: 10 });
  try {
    for (const winery of wineries) {
      const status = async () =>
        (await winery.client.call('Tracking/GetDetails', { OrderNo: 'AUTO-0001' })).body[0].Status;
      await expect.poll(status, { timeout: 15_000, interval: 50 }).toBe('DELIVERED');
    }
  } finally {
    await simulation.stop();
  }
  expect((await readCustomerClock(db, idle.customerNo)).since(tuesday).total('minutes')).toBeLessThan(5);
});

test('skips a clock that is being moved until it is free', async () => {
  const { db } = server.environment;
  const winery = await openWinery(server);
  await setClock(db, winery.customerNo);
  const reference = await winery.created();
  const status = async () => (await winery.order(reference)).status;
  let release: () => void = () => undefined;
  const moving = withClockLock(db, winery.customerNo, () => new Promise<void>((resolve) => (release = resolve)));
  const simulation = startAutoSimulation(server.environment, { everyMs: 5 });
  try {
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await status()).toBe('RECEIVED');
    release();
    await moving;
    await expect.poll(status, { timeout: 15_000, interval: 50 }).toBe('SHIPPED');
  } finally {
    release();
    await simulation.stop();
  }
});

test('a clock whose jump fails each time does not keep the others from jumping', async () => {
  const { db } = server.environment;
  const wineries = await Promise.all([1, 2].map(() => openWinery(server)));
  for (const { customerNo } of wineries) await setClock(db, customerNo);
  const references = await Promise.all(wineries.map((winery) => winery.created()));
  const due = (await findNextDueWorkOfCustomers(db)).map(({ customerNo }) => customerNo);
  const [first, second] = wineries.toSorted((a, b) => due.indexOf(a.customerNo) - due.indexOf(b.customerNo));
  const write: Db['write'] = (work, options) =>
    options?.customerNo === first?.customerNo
      ? Promise.reject(new Error('Query read timeout'))
      : db.write(work, options);
  const failing: Db = Object.create(db, { write: { value: write } });
  const logged: string[] = [];
  const logger = pino({ level: 'debug' }, { write: (line) => logged.push(line) });
  const simulation = startAutoSimulation({ name: 'test', db: failing, logger }, { everyMs: 5 });
  try {
    const reference = references[wineries.indexOf(second as (typeof wineries)[number])] ?? '';
    const status = async () => (await second?.order(reference))?.status;
    await expect.poll(status, { timeout: 15_000, interval: 50 }).toBe('SHIPPED');
  } finally {
    await simulation.stop();
  }
  expect(logged.map((line) => JSON.parse(line).level).slice(0, 2)).toEqual([40, 20]);
});

describe('how far a clock jumps', () => {
  const hours = (count: number) => tuesday.add({ hours: count });
  const next = { customerNo: 'W1', now: tuesday };

  test('jumps to the next due step plus four hours', () => {
    expect(computeClockJumpTarget({ ...next, dueAt: hours(7), firstAt: hours(7) })).toEqual(hours(11));
    expect(computeClockJumpTarget({ ...next, dueAt: hours(-1), firstAt: hours(-1) })).toEqual(hours(4));
  });

  test('jumps a year at most: later steps wait for AdvanceClock', () => {
    const year = hours(365 * 24);
    expect(computeClockJumpTarget({ ...next, dueAt: year, firstAt: year })).toEqual(year.add({ hours: 4 }));
    const later = year.add({ seconds: 1 });
    expect(computeClockJumpTarget({ ...next, dueAt: later, firstAt: later })).toBeUndefined();
  });

  test('does not jump for postponed work', () => {
    expect(computeClockJumpTarget({ ...next, dueAt: undefined, firstAt: hours(1) })).toBeUndefined();
    expect(computeClockJumpTarget({ ...next, dueAt: undefined, firstAt: hours(-1) })).toEqual(tuesday);
  });
});
