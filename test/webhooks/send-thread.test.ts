/** Batches of deliveries in the thread of this process: one that ends loses what it was sending, and the next batch starts another. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMetrics } from '../../src/platform/metrics.ts';
import { registerWebhookMetrics, startWebhookSender } from '../../src/webhooks/index.ts';
import type { CompletedWebhookAttempt, WebhookBatch, WebhookBatchSender } from '../../src/webhooks/send-batch.ts';
import { openWebhookThreadSender } from '../../src/webhooks/send-thread.ts';
import { createWebhookSecretCipher, generateWebhookSecret } from '../../src/webhooks/signature.ts';
import { openTestServer } from '../support/server.ts';
import { allowLoopback, openReceiver, type Receiver, testFeed } from '../support/webhooks.ts';

const secretKey = 'a key of this test, of no other use';
const patience = { timeout: 20_000, interval: 10 };

let receiver: Receiver;
const open: WebhookBatchSender[] = [];
beforeAll(async () => {
  receiver = await openReceiver();
});
afterAll(async () => {
  for (const sender of open) await sender.close();
  await receiver.close();
});

function opened(allowedNetworks: readonly string[]) {
  const attempts: CompletedWebhookAttempt[] = [];
  /** The pause after each end of the thread. */
  const lost: number[] = [];
  const listener = {
    report: (ended: CompletedWebhookAttempt[]) => attempts.push(...ended),
    lost: (_error: unknown, restartMs: number) => lost.push(restartMs),
  };
  const sender = openWebhookThreadSender({ allowedNetworks, secretKey, timeoutMs: 5_000 }, listener);
  open.push(sender);
  return { sender, attempts, lost };
}

/** One event for two paths. */
function batchOf(...ids: [number, number]): WebhookBatch {
  const targets = ids.map((id) => {
    const endpointId = `endpoint ${id}`;
    const secret = Uint8Array.from(createWebhookSecretCipher({ secretKey }).seal(endpointId, generateWebhookSecret()));
    return { endpointId, url: `${receiver.url}/${id}`, secret, previousSecret: undefined, previousUntilMs: undefined };
  });
  const deliveries = ids.map((id, target) => ({ id, eventId: `event ${id}`, target, body: 0 }));
  return { targets, bodies: ['{"type":"é"}'], deliveries };
}

test('senders share the thread; when it ends, each hears of it, and what is sent next arrives', async () => {
  const sound = opened(['127.0.0.1']);
  sound.sender.send(batchOf(1, 2));
  await expect.poll(() => sound.attempts.map(({ id }) => id).toSorted(), patience).toEqual([1, 2]);
  expect(sound.attempts.every(({ attempt }) => attempt.status === 204)).toBe(true);
  expect(receiver.received.map(({ body, path }) => `${path} ${body}`).toSorted()).toEqual([
    '/1 {"type":"é"}',
    '/2 {"type":"é"}',
  ]);
  // The thread fails to read this.
  const broken = opened(['no network']);
  broken.sender.send(batchOf(3, 4));
  await expect.poll(() => [sound.lost.length, broken.lost.length], patience).toEqual([1, 1]);
  sound.sender.send(batchOf(5, 6));
  await expect.poll(() => sound.attempts.map(({ id }) => id).toSorted(), patience).toEqual([1, 2, 5, 6]);
  expect(broken.attempts).toEqual([]);
});

/** Ends the thread of this process. */
async function endThread() {
  const broken = opened(['no network']);
  const at = performance.now();
  broken.sender.send(batchOf(3, 4));
  await expect.poll(() => broken.lost.length, patience).toBe(1);
  return { ms: performance.now() - at, restartMs: broken.lost[0] ?? 0 };
}

test('what is being sent when the thread ends is sent again; at the second time it counts as a failed attempt', async () => {
  let isOpen = false;
  const holding = await openReceiver(async () => (isOpen ? { status: 204 } : await new Promise(() => undefined)));
  const server = await openTestServer({ settings: allowLoopback });
  try {
    const { client } = await server.customer();
    const { EndpointId } = (await client.call('Webhook/CreateEndpoint', { Url: holding.url })).body;
    const { EventId } = (await client.call('Webhook/SendTest', { EndpointId })).body;
    const sender = startWebhookSender(server.environment, { source: testFeed().source });
    const delivery = async () => (await client.call('Webhook/GetDeliveries', { EndpointId })).body.Deliveries[0];
    await expect.poll(() => holding.received.length, patience).toBe(1);
    await endThread();
    await expect.poll(() => holding.received.length, patience).toBe(2);
    expect(await delivery()).toMatchObject({ Status: 'PENDING', Attempts: [] });
    await endThread();
    await expect.poll(async () => (await delivery()).Attempts.length, patience).toBe(1);
    const { Attempts: attempts, NextAttemptAt: next } = await delivery();
    expect(attempts).toMatchObject([{ StatusCode: 0, Response: 'The attempt was interrupted.' }]);
    expect(Date.parse(next) - Date.parse(attempts[0].At)).toBeGreaterThan(28_000);
    // Others are sent.
    isOpen = true;
    const other = (await client.call('Webhook/SendTest', { EndpointId })).body.EventId;
    await expect.poll(() => holding.received.map(({ id }) => id), patience).toEqual([EventId, EventId, other]);
    await sender.stop();
  } finally {
    await server.close();
    await holding.close();
  }
});

test('a thread that ends again and again is started after longer and longer pauses', async () => {
  const first = await endThread();
  const second = await endThread();
  const third = await endThread();
  expect(first.restartMs).toBeGreaterThanOrEqual(100);
  expect([second.restartMs, third.restartMs]).toEqual([2 * first.restartMs, 4 * first.restartMs]);
  // What was given to send waited for the pause after the end before.
  expect(third.ms).toBeGreaterThanOrEqual(second.restartMs * 0.9);
  const metrics = createMetrics();
  registerWebhookMetrics(metrics, []);
  expect(Number(/^dray_webhook_thread_restarts_total (\d+)$/m.exec(await metrics.text())?.[1])).toBeGreaterThan(2);
});
