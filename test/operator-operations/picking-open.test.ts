/** Picking/Open: resumed by its person, taken over by a lead. */
import { afterAll, beforeAll, expect, test } from 'vitest';
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

const none = '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c009';
const started = async (ItemQuantity = 2) => {
  const winery = await picking.floor.winery();
  const { reference } = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity }] });
  const task = await picking.start(await picking.wave([winery, reference]));
  return { winery, reference, task, Session: task.Session as string };
};

test('200 resumes a task as it is', async () => {
  const { Session, task } = await started();
  await picking.scan(Session, 'WINE-1');
  const { status, body } = await picking.floor.packer.call('Picking/Open', { Task: task.Task });
  expect([status, body]).toMatchObject([200, { Session, Picked: 1, Units: 2 }]);
});

test('400 a task that is no id', async () => {
  expect((await picking.floor.packer.call('Picking/Open', { Task: 'x' })).status).toBe(400);
});

test('403 while another person has it, for people of the floor who take it over, and when it is done', async () => {
  const { task } = await started(1);
  const open = (TakeOver: boolean) => picking.other.call('Picking/Open', { Task: task.Task, TakeOver });
  const refused = await open(false);
  expect([refused.status, refused.body.Reason]).toEqual([
    403,
    expect.stringContaining(picking.floor.packer.operator.email),
  ]);
  const taken = await open(true);
  expect([taken.status, taken.body.Code]).toEqual([403, 'RoleMissing']);
  await picking.scan(task.Session, 'WINE-1');
  expect((await open(false)).body).toMatchObject({ State: 'DONE' });
});

test('404 for a task that does not exist, or of another warehouse', async () => {
  expect((await picking.floor.packer.call('Picking/Open', { Task: none })).status).toBe(404);
  const { task } = await started();
  const elsewhere = await signedIn(server, 'floor', { warehouses: ['APC01'] });
  expect((await elsewhere.call('Picking/Open', { Task: task.Task })).status).toBe(404);
});
