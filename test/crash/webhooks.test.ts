/** `kill -9` while webhooks are sent: no event is lost, and one that arrives twice has the same id and body. */
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyWebhooks } from '../../src/webhooks/index.ts';
import { openTestDatabase, type TestDatabase, urlOf } from '../support/database.ts';
import { privateFolder } from '../support/process.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { allowLoopback, openReceiver, type Receiver } from '../support/webhooks.ts';
import { runServer, type StartedServer } from '../support/whole-server.ts';

const events = 120;
const perEndpoint = 20;

let folder: ReturnType<typeof privateFolder>;
let production: TestDatabase;
/** In this process, for what comes before and after: it sends nothing. */
let server: TestServer;
let receiver: Receiver;
let child: StartedServer;
/** What the receiver waits for before it replies. */
let gate = Promise.resolve();

const start = async (): Promise<StartedServer> =>
  await runServer(path.join(folder.path, 'data'), {
    ...allowLoopback,
    DATABASE_URL: urlOf(production),
    TEST_DATABASE_URL: urlOf(server.database),
    SECRET_KEY: server.environment.config.secretKey,
  });

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
  child.program.kill('SIGTERM');
  await child.program.ended();
  await receiver.close();
  await server.close();
  await production.drop();
  folder.remove();
});

test('a server that is killed while it sends continues after its restart', async () => {
  const { client, customerNo } = await server.customer();
  const { EndpointId } = (await client.call('Webhook/CreateEndpoint', { Url: receiver.url })).body;
  const ids: string[] = [];
  for (let sent = 0; sent < events; sent += 1) {
    ids.push((await client.call('Webhook/SendTest', { EndpointId })).body.EventId);
  }
  const arrived = () => new Set(receiver.received.map(({ id }) => id));
  child = await start();
  await expect.poll(() => arrived().size, { timeout: 60_000, interval: 5 }).toBeGreaterThan(30);
  // These are in flight when the server dies.
  const open = Promise.withResolvers<void>();
  gate = open.promise;
  const before = receiver.received.length;
  await expect.poll(() => receiver.received.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(before);
  child.program.kill('SIGKILL');
  await child.program.ended();
  open.resolve();
  const { db } = server.environment;
  // Its lease ends by itself after seconds.
  await db.rows('update webhook_customers set leased_until = now() where customer_no = $1', [customerNo]);
  child = await start();
  const delivered = async () =>
    (await client.call('Webhook/GetDeliveries', { EndpointId, Status: 'DELIVERED', Top: 0 })).body.TotalRecordCount;
  await expect.poll(delivered, { timeout: 60_000, interval: 100 }).toBe(events);
  expect([...arrived()].toSorted()).toEqual(ids.toSorted());
  expect(new Set(receiver.received.map(({ id, body }) => `${id} ${body}`)).size).toBe(events);
  // Those whose results were not recorded: what was in flight, and the results of the step that the kill interrupted.
  expect(receiver.received.length - events).toBeGreaterThan(0);
  expect(receiver.received.length - events).toBeLessThan(3 * perEndpoint);
  expect(await verifyWebhooks(db)).toEqual([]);
}, 180_000);
