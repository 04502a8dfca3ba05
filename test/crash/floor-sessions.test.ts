/** `kill -9` while a person packs and another one picks: after the restart both continue where they were, and no scan counts twice. */
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { openTestDatabase, type TestDatabase, urlOf } from '../support/database.ts';
import { scanOf } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { callOperator, type OperatorClient } from '../support/operator.ts';
import { openPicking, type Picking } from '../support/picking.ts';
import { privateFolder } from '../support/process.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { runServer, type StartedServer } from '../support/whole-server.ts';

const bottles = 24;

let folder: ReturnType<typeof privateFolder>;
let production: TestDatabase;
/** In this process, for what comes before and after. */
let server: TestServer;
let picking: Picking;
let child: StartedServer;

const start = async (): Promise<StartedServer> =>
  await runServer(path.join(folder.path, 'data'), {
    DATABASE_URL: urlOf(production),
    TEST_DATABASE_URL: urlOf(server.database),
    SECRET_KEY: server.environment.config.secretKey,
  });

beforeAll(async () => {
  folder = privateFolder();
  production = await openTestDatabase();
  server = await openTestServer();
  picking = await openPicking(server);
  child = await start();
}, 120_000);
afterAll(async () => {
  child.program.kill('SIGTERM');
  await child.program.ended();
  await server.close();
  await production.drop();
  folder.remove();
});

/** Any JSON that the interface returns. */
// biome-ignore lint/suspicious/noExplicitAny: the test looks into replies
type Json = any;

/** Calls the server in the other process; undefined when it died before it had answered. */
async function call(person: OperatorClient, operation: string, body: object): Promise<Json> {
  const headers = { cookie: person.cookie, 'x-csrf-token': person.csrfToken };
  const url = new URL(child.testUrl).origin;
  const reply = await callOperator(url, server.environment, operation, body, headers).catch(() => undefined);
  if (reply === undefined) return undefined;
  if (reply.status !== 200) throw new Error(`${operation}: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body;
}

interface Person {
  /** Scans until `until` is true, or the server is dead. */
  scan(until: () => boolean): Promise<void>;
  readonly replies: Json[];
}

/** A person who scans one bottle after the other, each under its id until it is answered. */
function scanning(who: OperatorClient, operation: string, session: string): Person {
  const replies: Json[] = [];
  let ScanId = uuidv7();
  return {
    replies,
    scan: async (until) => {
      while (!until()) {
        const reply = await call(who, operation, { ...scanOf(session, 'WINE-1'), ScanId });
        if (reply === undefined) return;
        replies.push(reply);
        ScanId = uuidv7();
      }
    },
  };
}

test('a packing session and a picking task continue as they were', async () => {
  const { floor, other: picker } = picking;
  const winery = await floor.winery();
  const { packer } = floor;
  const many = { ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: bottles }] };
  const [packed, picked] = [await winery.waiting(many), await winery.waiting(many)];
  const bin = await picking.bin({}, [winery, 'WINE-1', bottles]);
  await floor.release(winery, packed.reference);
  const wave = await picking.wave([winery, picked.reference]);
  const opened = await call(packer, 'Floor/OpenPacking', { Scan: packed.orderNo });
  const task = await call(picker, 'Picking/Start', { Wave: wave });
  await call(picker, 'Picking/Scan', scanOf(task.Session, bin));
  const station = scanning(packer, 'Floor/ScanBottle', opened.Session);
  const cart = scanning(picker, 'Picking/Scan', task.Session);

  let isDead = false;
  // Neither is done before the other has begun, however unevenly they go.
  const working = Promise.all(
    [station, cart].map((person) => person.scan(() => isDead || person.replies.length === bottles - 4)),
  );
  const answered = () => Math.min(station.replies.length, cart.replies.length);
  await expect.poll(answered, { timeout: 60_000, interval: 1 }).toBeGreaterThan(4);
  child.program.kill('SIGKILL');
  isDead = true;
  await child.program.ended();
  await working;
  const [boxed, carted] = [station.replies.length, cart.replies.length];

  child = await start();
  // What was answered is there, at most with the scan that was under way; the sessions are the same ones.
  const resumed = await call(packer, 'Floor/OpenPacking', { Scan: packed.orderNo });
  expect(resumed).toMatchObject({ Session: opened.Session, State: 'packing' });
  expect([bottles - boxed, bottles - boxed - 1]).toContain(resumed.Missing);
  const again = await call(picker, 'Picking/Open', { Task: task.Task });
  expect(again).toMatchObject({ Session: task.Session, State: 'picking', Next: 'item' });
  expect([carted, carted + 1]).toContain(again.Picked);
  await station.scan(() => station.replies.length === bottles);
  await cart.scan(() => cart.replies.length === bottles);
  expect(station.replies.at(-1)).toMatchObject({ Verdict: 'done', Missing: 0 });
  expect(cart.replies.at(-1)).toMatchObject({ Verdict: 'done', State: 'done', Picked: bottles });
  expect(await picking.contentOf(bin, winery, 'WINE-1')).toBe(0);
  await expectLedgerConsistent(server.environment.db);
}, 120_000);
