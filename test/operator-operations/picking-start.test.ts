/** Picking/Start: the next orders of a wave, once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilBlocked } from '../support/lock-waits.ts';
import { openPicking, type Picking } from '../support/picking.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let picking: Picking;
beforeAll(async () => {
  server = await openTestServer();
  picking = await openPicking(server);
});
afterAll(() => server.close());

const none = '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c009';
const started = async (ItemQuantity = 2) => {
  const winery = await picking.floor.winery();
  const { reference } = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity }] });
  const task = await picking.start(await picking.wave([winery, reference]));
  return { winery, reference, task, Session: task.Session as string };
};

test('200 gives the person one task of a wave; the next begins when it is done', async () => {
  const winery = await picking.floor.winery();
  const orders = [];
  for (let n = 0; n < 2; n += 1) {
    const { reference } = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 49 }] });
    orders.push([winery, reference] as const);
  }
  await winery.waiting();
  const wave = await picking.wave(...orders);
  const first = await picking.start(wave);
  expect(first).toMatchObject({ Number: 1, Orders: 2, Units: 98, WaveNumber: expect.any(Number) });
  expect((await picking.start(wave)).Session).toBe(first.Session);
});

test('200 leaves out an order that is opened at a packing station meanwhile', async () => {
  const winery = await picking.floor.winery();
  const [packed, picked] = [await winery.waiting(), await winery.waiting()];
  const wave = await picking.wave([winery, packed.reference], [winery, picked.reference]);
  const { packer } = picking.floor;
  const station = await server.database.pool.connect();
  try {
    await station.query('begin');
    await station.query(
      `update floor_work set packer_id = $3, packer = $4, claim = claim + 1, claimed_until = now() + interval '30 minutes'
        where customer_no = $1 and order_id = $2`,
      [winery.customerNo, packed.reference, packer.operator.operatorId, packer.operator.email],
    );
    const starting = picking.other.call('Picking/Start', { Wave: wave });
    await untilBlocked(server.environment.db);
    await station.query('commit');
    expect((await starting).body).toMatchObject({ Orders: 1 });
  } finally {
    await station.query('rollback');
    station.release();
  }
});

test('400 a wave that is no id', async () => {
  expect((await picking.floor.packer.call('Picking/Start', { Wave: 'x' })).status).toBe(400);
});

test('403 names who picks the last orders, and says when none is left', async () => {
  const { task } = await started(1);
  const { Wave } = task;
  const other = await picking.other.call('Picking/Start', { Wave });
  expect([other.status, other.body.Reason]).toEqual([
    403,
    expect.stringContaining(picking.floor.packer.operator.email),
  ]);
  await picking.scan(task.Session, 'WINE-1');
  const over = await picking.other.call('Picking/Start', { Wave });
  expect([over.status, over.body.State]).toEqual([403, 'PICKED']);
});

test('404 for a wave that does not exist', async () => {
  expect((await picking.floor.packer.call('Picking/Start', { Wave: none })).status).toBe(404);
});
