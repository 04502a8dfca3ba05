/** Picking/Undo: the last pick goes back into its bin. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { mustSucceed, worked } from '../support/floor.ts';
import { notTheLast } from '../support/not-the-last.ts';
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

const undo = async (Session: string, ScanId = uuidv7()) =>
  await picking.floor.packer.call('Picking/Undo', { Session, ScanId });

test('200 takes the last units back into their bin, once for each id', async () => {
  const winery = await picking.floor.winery();
  const bin = await picking.bin({}, [winery, 'WINE-1', 8]);
  const { reference } = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 3 }] });
  const { Session } = await picking.start(await picking.wave([winery, reference]));
  await picking.scan(Session, bin, 'WINE-1', 'WINE-1');
  const ScanId = uuidv7();
  for (let n = 0; n < 2; n += 1) {
    const { body } = await undo(Session, ScanId);
    expect(body).toMatchObject({ Picked: 1, Message: expect.stringContaining(`back into ${bin}`) });
  }
  expect(await picking.contentOf(bin, winery, 'WINE-1')).toBe(7);
  await undo(Session);
  expect((await undo(Session)).body).toMatchObject({
    Verdict: 'wrong',
    Picked: 0,
    Message: 'There is nothing to undo.',
  });
});

test('200 into a location of the reserve that a move has emptied meanwhile', async () => {
  const winery = await picking.floor.winery();
  const [reserve, face] = [await picking.bin({ Kind: 'reserve' }, [winery, 'WINE-1', 6]), await picking.bin({})];
  const { reference } = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] });
  const { Session } = await picking.start(await picking.wave([winery, reference]));
  await picking.scan(Session, reserve, 'WINE-1');
  const move = { MoveId: uuidv7(), Warehouse: worked, From: reserve, To: face, Quantity: 5 };
  const item = { CustomerNo: winery.customerNo, ItemNo: 'WINE-1' };
  mustSucceed(await picking.floor.packer.call('Bins/Move', { ...move, ...item }));
  expect((await undo(Session)).body.Message).toBe(`Put 1 × WINE-1 back into ${reserve}.`);
  expect(await picking.contentOf(reserve, winery, 'WINE-1')).toBe(1);
});

test('400 for the id of an earlier scan, which is not undone: only the last one can be', async () => {
  const { Session } = await started();
  const ScanId = uuidv7();
  const scanned = await picking.floor.packer.call('Picking/Scan', { Session, ScanId, Code: 'WINE-1' });
  expect(scanned.body).toMatchObject({ Verdict: 'right', Picked: 1 });
  const { status, body } = await undo(Session, ScanId);
  expect([status, body]).toMatchObject([400, notTheLast]);
  expect((await undo(Session)).body).toMatchObject({ Verdict: 'right', Picked: 0 });
});

test('200 a bin that was reported empty is as it was before, while another one is offered', async () => {
  const winery = await picking.floor.winery();
  const near = await picking.bin({}, [winery, 'WINE-1', 2]);
  const far = await picking.bin({ Kind: 'reserve' }, [winery, 'WINE-1', 9]);
  const { reference } = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] });
  const { Session } = await picking.start(await picking.wave([winery, reference]));
  await picking.scan(Session, near);
  expect((await picking.short(Session)).Message).toContain(far);
  expect(await picking.contentOf(near, winery, 'WINE-1')).toBe(0);
  expect((await undo(Session)).body).toMatchObject({
    Verdict: 'right',
    Next: 'item',
    Shorts: [],
    Current: { Location: near, Units: 2 },
    Message: expect.stringContaining(near),
  });
  expect(await picking.contentOf(near, winery, 'WINE-1')).toBe(2);
});

test('200 and nothing changed after bottles have left the stock: undo says what to do instead', async () => {
  const winery = await picking.floor.winery();
  const { reference } = await winery.waiting({
    ItemsInfo: [
      { ItemNo: 'WINE-1', ItemQuantity: 3 },
      { ItemNo: 'WINE-2', ItemQuantity: 1 },
    ],
  });
  const { Session } = await picking.start(await picking.wave([winery, reference]));
  await picking.scan(Session, 'WINE-1');
  await picking.short(Session);
  for (let n = 0; n < 2; n += 1) {
    expect((await undo(Session)).body).toMatchObject({
      Verdict: 'wrong',
      Picked: 1,
      Shorts: [{ Units: 2 }],
      Message:
        'Not undone: 2 × WINE-1 have left the stock (LOST). What is found again comes back by an adjustment of the stock.',
    });
  }
  // What was picked after it is undone as ever; also of a task that has ended, nothing changes.
  await picking.scan(Session, 'WINE-2');
  const { body } = await undo(Session);
  expect(body).toMatchObject({ State: 'done', Verdict: 'wrong', Picked: 2, Message: 'Not undone: task 1 is picked.' });
});

test('400 for a session that is none', async () => {
  expect((await undo('x')).status).toBe(400);
});

test('403 for a task that another person has taken over', async () => {
  const { Session, task } = await started();
  await picking.floor.lead.call('Picking/Open', { Task: task.Task, TakeOver: true });
  expect((await undo(Session)).status).toBe(403);
});

test('404 for a task that does not exist', async () => {
  expect((await undo(`${none}.1`)).status).toBe(404);
});
