/** Picking/Scan: a scan counts once; wrong ones count nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parsePickSession } from '../../src/floor/pick-task.ts';
import { readPickingStateOfSnapshot } from '../../src/floor/picking-fields.ts';
import { writePickStep } from '../../src/floor/picking-step.ts';
import { assertPresent } from '../../src/lib/assert.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import type { Tx } from '../../src/platform/db/db.ts';
import { createOperatorContext } from '../../src/platform/http/operator-operation.ts';
import { openPicking, type Picking, pickScan } from '../support/picking.ts';
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

test('200 a scan that is sent five times, also at once, is counted once', async () => {
  const { Session } = await started();
  const scan = pickScan(Session, 'wine-1');
  const replies = await Promise.all(Array.from({ length: 5 }, () => picking.floor.packer.call('Picking/Scan', scan)));
  for (const { body } of replies) expect(body).toMatchObject({ Verdict: 'right', Picked: 1, Units: 2 });
  // The warehouse has no tote: what is picked stays on the cart, and the last bottle ends the task.
  expect(await picking.scan(Session, 'WINE-1')).toMatchObject({ Verdict: 'done', State: 'done', UsesTotes: false });
  expect((await picking.floor.packer.call('Picking/Scan', scan)).body).toMatchObject({ Verdict: 'right', Picked: 2 });
});

test('200 cases count their units, and not more than are missing', async () => {
  const { winery, Session } = await started(14);
  const code = { CustomerNo: winery.customerNo, ItemNo: 'WINE-1', Code: '10012345678902', Units: 12 };
  expect((await picking.floor.lead.call('ItemCodes/Set', code)).status).toBe(200);
  expect(await picking.scan(Session, '10012345678902')).toMatchObject({ Verdict: 'right', Picked: 12 });
  expect(await picking.scan(Session, '10012345678902')).toMatchObject({
    Verdict: 'wrong',
    Picked: 12,
    Message: '12 are too many: 2 are missing.',
  });
});

test('200 a stop shows that more is to be picked than the bins have on record', async () => {
  const winery = await picking.floor.winery();
  const place = await picking.bin({}, [winery, 'WINE-1', 3], [winery, 'WINE-2', 3]);
  const wanted = ['WINE-1', 'WINE-2'].map((ItemNo, index) => ({ ItemNo, ItemQuantity: index === 0 ? 5 : 3 }));
  const { reference } = await winery.waiting({ ItemsInfo: wanted });
  const task = await picking.start(await picking.wave([winery, reference]));
  expect(task.Stops).toMatchObject([
    { ItemNo: 'WINE-1', Location: place, Units: 5, IsMoreThanRecorded: true },
    { ItemNo: 'WINE-2', Location: place, Units: 3, IsMoreThanRecorded: false },
  ]);
  const session = task.Session;
  const { Current } = await picking.scan(session, place, 'WINE-1', 'WINE-1', 'WINE-1');
  expect(Current).toMatchObject({ ItemNo: 'WINE-1', Units: 2, IsMoreThanRecorded: true });
  const reported = await picking.short(session);
  expect(reported).toMatchObject({
    Message: 'Some stands in no bin: look for it.',
    Stops: expect.arrayContaining([
      expect.objectContaining({ ItemNo: 'WINE-1', Location: '', Units: 2, IsMoreThanRecorded: false }),
    ]),
  });
});

test('400 for a session that is none', async () => {
  const { status, body } = await picking.floor.packer.call('Picking/Scan', pickScan('x', 'WINE-1'));
  expect([status, body.Errors[0].Field]).toEqual([400, 'Session']);
});

test('403 for a task that another person has taken over', async () => {
  const { Session, task } = await started();
  await picking.floor.lead.call('Picking/Open', { Task: task.Task, TakeOver: true });
  expect((await picking.floor.packer.call('Picking/Scan', pickScan(Session, 'WINE-1'))).status).toBe(403);
});

test('200 a step reads what decides about it once, in few round trips', async () => {
  const { Session } = await started(3);
  const { db } = server.environment;
  const { operator } = picking.floor.packer;
  const sent: string[] = [];
  let [waiting, roundTrips] = [0, 0];
  const counting = (tx: Tx): Tx => ({
    ...tx,
    rows: async (text, values) => {
      sent.push(text);
      // What is sent while other replies are outstanding waits with them.
      if (waiting === 0) roundTrips += 1;
      waiting += 1;
      try {
        return await tx.rows(text, values);
      } finally {
        waiting -= 1;
      }
    },
    send: (text, values) => {
      sent.push(text);
      tx.send(text, values);
    },
    copy: (into, rows) => {
      sent.push('copy');
      tx.copy(into, rows);
    },
  });
  const step = {
    session: assertPresent(parsePickSession(Session), 'the session'),
    scanId: uuidv7(),
    person: operator,
    context: createOperatorContext(operator, 'Picking/Scan', uuidv7()),
    mayWorkIn: () => true,
    action: { kind: 'scan' as const, code: 'WINE-1' },
  };
  const reply = await db.write(async (tx) => {
    const counted = counting(tx);
    const done = await writePickStep(counted, step);
    return await readPickingStateOfSnapshot(counted, assertPresent(done.after, 'the task after the step'), done);
  });
  expect(reply).toMatchObject({ Verdict: 'right', Picked: 1 });
  expect([sent.length, roundTrips]).toEqual([17, 6]);
});

test('404 for a task that does not exist', async () => {
  const { status } = await picking.floor.packer.call('Picking/Scan', pickScan(`${none}.1`, 'WINE-1', uuidv7()));
  expect(status).toBe(404);
});
