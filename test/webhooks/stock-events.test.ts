/** Events of a row of stock: those with the same data are sent together, and an older state never follows a newer one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWebhookSender, verifyWebhooks } from '../../src/webhooks/index.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { allowLoopback, openReceiver, testFeed } from '../support/webhooks.ts';

const patience = { timeout: 30_000, interval: 20 };

let server: TestServer;
const started: { stop(): Promise<void> }[] = [];
beforeAll(async () => {
  server = await openTestServer({ settings: allowLoopback });
});
afterAll(async () => {
  for (const each of started) await each.stop();
  await server.close();
});

test('events of a row that were read together are sent together; later ones wait until all of them arrived', async () => {
  const { environment } = server;
  const feed = testFeed();
  let [open, most, isBusy] = [0, 0, true];
  const receiver = await openReceiver(async ({ id }) => {
    open += 1;
    most = Math.max(most, open);
    // Long enough for all that are sent together to arrive before the first reply.
    await new Promise((resolve) => setTimeout(resolve, 500));
    open -= 1;
    return { status: isBusy && id === failing ? 503 : 204 };
  });
  const { customerNo, client } = await server.customer();
  await client.call('Webhook/CreateEndpoint', { Url: receiver.url });
  const row = (times: number) => Array.from({ length: times }, () => 'stock:RED/APC01/GOOD-NO-TX');
  const older = await feed.add(environment, customerNo, row(12), 'older');
  const [failing] = older.slice(5);
  const sender = startWebhookSender(environment, { source: feed.source });
  started.push(sender, { stop: receiver.close });
  await expect.poll(() => sender.attempts, patience).toEqual({ delivered: 11, failed: 1 });
  expect(most).toBe(12);
  const newer = await feed.add(environment, customerNo, row(3), 'newer');
  const pending = async () => {
    const rows = await environment.db.rows(
      `select position from webhook_deliveries where customer_no = $1 and status = 'PENDING'`,
      [customerNo],
    );
    return rows.length;
  };
  await expect.poll(pending, patience).toBe(4);
  expect(await verifyWebhooks(environment.db)).toEqual([]);
  expect(receiver.received).toHaveLength(12);
  [most, isBusy] = [0, false];
  await environment.db.rows('update webhook_deliveries set due_at = now() where due_at is not null');
  await environment.db.rows('update webhook_customers set due_at = now()');
  await expect.poll(pending, patience).toBe(0);
  const later = receiver.received.slice(12).map(({ id }) => id);
  expect(later[0]).toBe(failing);
  expect(later.slice(1).toSorted()).toEqual(newer.toSorted());
  expect(most).toBe(3);
  expect(await verifyWebhooks(environment.db)).toEqual([]);
});
