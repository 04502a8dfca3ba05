/** The thread that sends webhooks for `send-thread.ts`, on Linux with lower priority than requests. */
import os from 'node:os';
import { parentPort } from 'node:worker_threads';
import { openWebhookBatchSender, type WebhookBatchSender } from './send-batch.ts';
import type { WebhookThreadCommand, WebhookThreadReport } from './send-thread.ts';

/** Linux has priorities per thread; elsewhere this would slow down the whole process. */
const niceness = 10;
if (process.platform === 'linux') os.setPriority(0, niceness);

const main = parentPort;
if (main === null) throw new Error('this file is a worker thread of the server');
const post = (message: WebhookThreadReport): void => main.postMessage(message);

const senders = new Map<number, WebhookBatchSender>();

main.on('message', (message: WebhookThreadCommand) => {
  const { sender } = message;
  switch (message.kind) {
    case 'open':
      senders.set(
        sender,
        openWebhookBatchSender(message.options, (attempts) => post({ sender, attempts })),
      );
      return;
    case 'send':
      senders.get(sender)?.send(message.batch);
      return;
    case 'close':
      void senders.get(sender)?.close();
      senders.delete(sender);
      return;
  }
});
