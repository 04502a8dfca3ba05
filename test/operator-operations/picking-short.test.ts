/** Picking/Short: missing bottles, with a reason, once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
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

const byName = { CustomerNo: 'W1', ItemNo: 'WINE-1', Location: '' };
const short = async (Session: string, at: object, ReasonCode = 'LOST', ScanId = uuidv7()) =>
  await picking.floor.packer.call('Picking/Short', { Session, ScanId, ReasonCode, ...byName, ...at });

test('200 a report that is sent again writes nothing off again', async () => {
  const { winery, Session } = await started(3);
  await picking.scan(Session, 'WINE-1');
  const ScanId = uuidv7();
  const at = { CustomerNo: winery.customerNo };
  const first = await short(Session, at, 'BROKEN', ScanId);
  expect(first.body).toMatchObject({ State: 'done', Picked: 1, Shorts: [{ Units: 2, ReasonCode: 'BROKEN' }] });
  expect((await short(Session, at, 'BROKEN', ScanId)).body).toEqual(first.body);
  const filter = { Customers: [winery.customerNo], Warehouses: ['TWL01'], Text: 'WINE-1' };
  const { body } = await picking.floor.lead.call('Inventory/List', filter);
  expect(body.Records).toMatchObject([{ OnHand: 98, Reserved: 1 }]);
  const changes = await picking.floor.lead.call('Inventory/ListChanges', { Customers: [winery.customerNo] });
  expect(changes.body.Records).toMatchObject([
    {
      Kind: 'adjustment',
      By: `operator:${picking.floor.packer.operator.email}`,
      ReasonCode: 'BROKEN',
      Warehouse: 'TWL01',
      InventoryStatus: 'GOOD-NO-TX',
      Items: [{ ItemNo: 'WINE-1', Quantity: -2 }],
    },
  ]);
});

test('200 and nothing written off for a stop that is not the current one', async () => {
  const winery = await picking.floor.winery();
  const [first, second] = [
    await winery.waiting(),
    await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-2', ItemQuantity: 3 }] }),
  ];
  const { Session, Current } = await picking.start(
    await picking.wave([winery, first.reference], [winery, second.reference]),
  );
  expect(Current).toMatchObject({ ItemNo: 'WINE-1' });
  // The person still looks at it while its order is taken back.
  const Orders = [{ CustomerNo: winery.customerNo, TransactionReferenceNumber: first.reference }];
  await picking.floor.led('TakeBack', { Orders, Note: 'the winery called' });
  const ScanId = uuidv7();
  const wrong = await short(Session, { CustomerNo: winery.customerNo }, 'LOST', ScanId);
  expect(wrong.body).toMatchObject({
    Verdict: 'wrong',
    Shorts: [],
    Message: expect.stringContaining('now. Report it again'),
  });
  expect((await short(Session, { CustomerNo: winery.customerNo }, 'LOST', ScanId)).body).toEqual(wrong.body);
  expect(await winery.statusOf(second.reference)).toBe('PROCESSING ORDER');
});

test('400 for what is no reason for missing stock, and for a session that is none', async () => {
  const { winery, Session } = await started();
  for (const reason of ['FOUND', 'COUNT', 'CORRECTION', 'TRANSFER-SHORT', 'DAMAGED', 'NOTHING']) {
    const { status, body } = await short(Session, { CustomerNo: winery.customerNo }, reason);
    expect([status, body.Errors?.[0].Field]).toEqual([400, 'ReasonCode']);
    expect(body.Errors[0].Message).toContain('BROKEN, DESTROYED, LOST, SAMPLE');
  }
  expect((await short('x', {})).status).toBe(400);
});

test('403 for a task that another person has taken over', async () => {
  const { Session, task } = await started();
  await picking.floor.lead.call('Picking/Open', { Task: task.Task, TakeOver: true });
  expect((await short(Session, {})).status).toBe(403);
});

test('404 for a task that does not exist', async () => {
  expect((await short(`${none}.1`, {})).status).toBe(404);
});
