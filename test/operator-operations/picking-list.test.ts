/** Picking/List: waves to pick, and who picks. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportedRows } from '../support/list-export.ts';
import { signedIn } from '../support/operator.ts';
import { openPicking, type Picking } from '../support/picking.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let picking: Picking;
beforeAll(async () => {
  server = await openTestServer();
  picking = await openPicking(server);
});
afterAll(() => server.close());

const listed = async (client = picking.floor.packer) => (await client.call('Picking/List')).body;

test('200 lists waves with orders in no task, and tasks with who has them', async () => {
  const winery = await picking.floor.winery();
  const { reference } = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 3 }] });
  const wave = await picking.wave([winery, reference]);
  const isOurs = ({ Wave }: { Wave: string }) => Wave === wave;
  expect((await listed()).Waves.filter(isOurs)).toMatchObject([{ Orders: 1, Bottles: 3 }]);
  const { Session, Task } = await picking.start(wave);
  await picking.scan(Session, 'WINE-1');
  expect((await listed()).Waves.filter(isOurs)).toEqual([]);
  const task = { Task, Orders: 1, Bottles: 3, Picked: 1, IsMine: true, IsFree: false };
  expect((await listed()).Tasks.filter(isOurs)).toMatchObject([task]);
  expect((await listed(picking.other)).Tasks.filter(isOurs)).toMatchObject([{ ...task, IsMine: false }]);
});

test('200 lists the wave with a number, and its task once its last orders are in one, whatever the page', async () => {
  const winery = await picking.floor.winery();
  const waves = [];
  for (let nth = 0; nth < 2; nth += 1) waves.push(await picking.wave([winery, (await winery.waiting()).reference]));
  const [, wave] = waves as [string, string];
  const { WaveNumber: number } = await picking.start(wave);
  const named = { Number: number, Top: 1 };
  const { body } = await picking.other.call('Picking/List', named);
  expect(body).toMatchObject({ Waves: [], Tasks: [{ Wave: wave, WaveNumber: number }] });
  expect(body.Next).toBeUndefined();
  const { body: other } = await picking.other.call('Picking/List', { ...named, Number: number - 1 });
  expect(other).toMatchObject({ Waves: [{ Wave: waves[0], Number: number - 1 }], Tasks: [] });
});

test('200 pages of many tasks; the export has all', async () => {
  await server.environment.db.rows(
    `insert into pick_tasks (task_id, wave_id, warehouse, number, state, picker, picker_id, claim, claimed_until)
     select gen_random_uuid(), gen_random_uuid(), 'MANY1', 1, 'picking', 'x', gen_random_uuid(), 1, now() from generate_series(1, 501)`,
  );
  const admin = await signedIn(server, 'admin');
  const { body } = await admin.call('Picking/List', { Warehouses: ['MANY1'] });
  expect([body.Tasks.length, typeof body.Next]).toEqual([200, 'string']);
  const rows = await exportedRows(server, admin, 'Picking/List', { Warehouses: ['MANY1'] });
  expect(rows.length).toBe(501);
});

test('400 for a filter that is none', async () => {
  for (const filter of [{ Warehouses: 'x' }, { Number: 0 }])
    expect((await picking.floor.packer.call('Picking/List', filter)).status).toBe(400);
});
