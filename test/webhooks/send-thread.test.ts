/** Batches of deliveries in the thread of this process: one that ends loses what it was sending, and the next batch starts another. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BatchSender, SendBatch, SentAttempt } from '../../src/webhooks/send-batch.ts';
import { openThreadSender } from '../../src/webhooks/send-thread.ts';
import { generateSecret, secretSealOf } from '../../src/webhooks/signature.ts';
import { openReceiver, type Receiver } from '../support/webhooks.ts';

const secretKey = 'a key of this test, of no other use';
const patience = { timeout: 20_000, interval: 10 };

let receiver: Receiver;
const open: BatchSender[] = [];
beforeAll(async () => {
  receiver = await openReceiver();
});
afterAll(async () => {
  for (const sender of open) await sender.close();
  await receiver.close();
});

function opened(allowedNetworks: readonly string[]) {
  const attempts: SentAttempt[] = [];
  const lost: unknown[] = [];
  const listener = {
    report: (ended: SentAttempt[]) => attempts.push(...ended),
    lost: (error: unknown) => lost.push(error),
  };
  const sender = openThreadSender({ allowedNetworks, secretKey, timeoutMs: 5_000 }, listener);
  open.push(sender);
  return { sender, attempts, lost };
}

/** One event for two paths. */
function batchOf(...ids: [number, number]): SendBatch {
  const targets = ids.map((id) => {
    const endpointId = `endpoint ${id}`;
    const secret = Uint8Array.from(secretSealOf({ secretKey }).seal(endpointId, generateSecret()));
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
