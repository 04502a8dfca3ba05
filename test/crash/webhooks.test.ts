/**
 * `kill -9` of one of two processes, and of the last one, while webhooks are sent: no event is lost, and one that arrives twice has the
 * same id and body.
 */
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyWebhooks } from '../../src/webhooks/index.ts';
import { openTestDatabase, type TestDatabase, urlOf } from '../support/database.ts';
import { privateFolder } from '../support/process.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { allowLoopback, openReceiver, type Receiver } from '../support/webhooks.ts';
import { runServer, type StartedServer } from '../support/whole-server.ts';

/** Events of each winery before the first kill, and again before the second. */
const eventsEach = 15;
/** In flight at a time. */
const perEndpoint = 20;
const minWineries = 4;

let folder: ReturnType<typeof privateFolder>;
let production: TestDatabase;
/** In this process, for what comes before and after: it sends nothing. */
let server: TestServer;
let receiver: Receiver;
const children: StartedServer[] = [];
/** What the receiver waits for before it replies. */
let gate = Promise.resolve();

async function start(name: string): Promise<StartedServer> {
  const child = await runServer(path.join(folder.path, name), {
    ...allowLoopback,
    DATABASE_URL: urlOf(production),
    TEST_DATABASE_URL: urlOf(server.database),
    SECRET_KEY: server.environment.config.secretKey,
  });
  children.push(child);
  return child;
}

async function kill({ program }: StartedServer): Promise<void> {
  program.kill('SIGKILL');
  await program.ended();
}

beforeAll(async () => {
  folder = privateFolder();
  production = await openTestDatabase();
  server = await openTestServer({ settings: allowLoopback });
  receiver = await openReceiver(async () => {
    await gate;
    return { status: 204 };
  });
}, 120_000);
afterAll(async () => {
  await Promise.all(
    children.map(async ({ program }) => {
      program.kill('SIGTERM');
      await program.ended();
    }),
  );
  await receiver.close();
  await server.close();
  await production.drop();
  folder.remove();
});

interface Winery {
  readonly customerNo: string;
  readonly ids: string[];
  send(): Promise<void>;
  delivered(): Promise<number>;
}

async function openWinery(): Promise<Winery> {
  const { client, customerNo } = await server.customer();
  const { EndpointId } = (await client.call('Webhook/CreateEndpoint', { Url: receiver.url })).body;
  const ids: string[] = [];
  return {
    customerNo,
    ids,
    send: async () => {
      for (let sent = 0; sent < eventsEach; sent += 1) {
        ids.push((await client.call('Webhook/SendTest', { EndpointId })).body.EventId);
      }
    },
    delivered: async () =>
      (await client.call('Webhook/GetDeliveries', { EndpointId, Status: 'DELIVERED', Top: 0 })).body.TotalRecordCount,
  };
}

const patience = { timeout: 60_000, interval: 20 };

test('a process that is killed while it sends is replaced by another one, and by itself after its restart', async () => {
  const { db } = server.environment;
  const wineries: Winery[] = [];
  const leases = async () =>
    new Map(
      (
        await db.rows<{ customer_no: string; lease: string }>(
          'select customer_no, lease from webhook_customers where lease is not null',
        )
      ).map((row) => [row.customer_no, row.lease]),
    );
  /** The leases of a process that was killed end by themselves after seconds; here, when the test says so. */
  const setLeases = (until: string) =>
    db.rows('update webhook_customers set leased_until = now() + $1::interval where lease is not null', [until]);
  const open = Promise.withResolvers<void>();
  gate = open.promise;
  // One after the other: a first start creates the demo winery.
  const [first, second] = [await start('first'), await start('second')];
  // Each process takes wineries whose deliveries are due, until both have some. All are in flight.
  while (wineries.length < minWineries || (wineries.length < 40 && new Set((await leases()).values()).size < 2)) {
    const winery = await openWinery();
    wineries.push(winery);
    await winery.send();
    await expect.poll(async () => (await leases()).has(winery.customerNo), patience).toBe(true);
  }
  expect(new Set((await leases()).values()).size).toBe(2);
  const total = () => wineries.reduce((sum, { ids }) => sum + ids.length, 0);
  await expect.poll(() => receiver.received.length, patience).toBeGreaterThanOrEqual(total());
  await setLeases('9 minutes');
  await kill(first);
  open.resolve();
  const done = async () => {
    const counts = await Promise.all(wineries.map(async ({ ids, delivered }) => (await delivered()) === ids.length));
    return counts.filter(Boolean).length;
  };
  // The other one records its own, and leaves those of the dead one alone as long as the lease stands.
  const ofOther = async () => wineries.length - (await leases()).size;
  await expect.poll(async () => (await done()) > 0 && (await done()) === (await ofOther()), patience).toBe(true);
  expect(await done()).toBeLessThan(wineries.length);
  await setLeases('0');
  await expect.poll(done, patience).toBe(wineries.length);

  const again = Promise.withResolvers<void>();
  gate = again.promise;
  const before = receiver.received.length;
  for (const winery of wineries) await winery.send();
  await expect.poll(() => receiver.received.length, patience).toBeGreaterThan(before);
  await kill(second);
  again.resolve();
  await setLeases('0');
  await start('first');
  await expect.poll(done, patience).toBe(wineries.length);
  const sent = wineries.flatMap(({ ids }) => ids);
  expect([...new Set(receiver.received.map(({ id }) => id))].toSorted()).toEqual(sent.toSorted());
  expect(new Set(receiver.received.map(({ id, body }) => `${id} ${body}`)).size).toBe(sent.length);
  // Those whose results were not recorded: what was in flight.
  expect(receiver.received.length - sent.length).toBeGreaterThan(0);
  expect(receiver.received.length - sent.length).toBeLessThan(2 * perEndpoint * wineries.length);
  expect(await verifyWebhooks(db)).toEqual([]);
}, 180_000);
