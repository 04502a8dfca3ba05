/**
 * Sends batches of deliveries in a thread, of which a process has one: requests, signatures and TLS cost the event loop that serves callers
 * nothing. The thread starts with the first batch. When it ends by an error, what was being sent is lost, and the next
 * batch starts another one.
 */
import { Worker } from 'node:worker_threads';
import type { BatchSender, BatchSenderOptions, SendBatch, SentAttempt } from './send-batch.ts';

export type ToSendThread =
  | { readonly kind: 'open'; readonly sender: number; readonly options: BatchSenderOptions }
  | { readonly kind: 'send'; readonly sender: number; readonly batch: SendBatch }
  | { readonly kind: 'close'; readonly sender: number };

export interface FromSendThread {
  readonly sender: number;
  readonly attempts: SentAttempt[];
}

interface Listener {
  report(attempts: SentAttempt[]): void;
  /** The thread has ended: whether what was being sent has arrived is unknown. */
  lost(error: unknown): void;
}

const listeners = new Map<number, Listener>();
let thread: Worker | undefined;
let opened = 0;

function startThread(): Worker {
  const worker = new Worker(new URL('./send-worker.ts', import.meta.url));
  let error: unknown;
  worker.on('message', ({ sender, attempts }: FromSendThread) => listeners.get(sender)?.report(attempts));
  worker.on('error', (reason) => {
    error = reason;
  });
  worker.on('exit', (code) => {
    if (thread === worker) thread = undefined;
    for (const { lost } of listeners.values()) lost(error ?? new Error(`the thread exited with ${code}`));
  });
  // A listener keeps the process alive again.
  worker.unref();
  return worker;
}

/** A batch sender in the thread of this process. */
export function openThreadSender(options: BatchSenderOptions, listener: Listener): BatchSender {
  opened += 1;
  const sender = opened;
  listeners.set(sender, listener);
  /** The thread that knows this sender. */
  let own: Worker | undefined;
  const post = (message: ToSendThread): void => own?.postMessage(message);
  return {
    send: (batch) => {
      thread ??= startThread();
      if (own !== thread) {
        own = thread;
        post({ kind: 'open', sender, options });
      }
      post({ kind: 'send', sender, batch });
    },
    close: async () => {
      listeners.delete(sender);
      post({ kind: 'close', sender });
    },
  };
}
