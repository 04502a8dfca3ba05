/**
 * Sends batches of deliveries in one thread per process, so that requests, signatures and TLS do not load the event
 * loop that serves callers. The thread starts with the first batch. When it ends, the deliveries that it was sending
 * are reported as lost, and the next batch starts another thread: at once, or after a pause that doubles, up to 10 s, each
 * time a thread ends soon after its start.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type {
  CompletedWebhookAttempt,
  WebhookBatch,
  WebhookBatchSender,
  WebhookBatchSenderOptions,
} from './send-batch.ts';

export type WebhookThreadCommand =
  | { readonly kind: 'open'; readonly sender: number; readonly options: WebhookBatchSenderOptions }
  | { readonly kind: 'send'; readonly sender: number; readonly batch: WebhookBatch }
  | { readonly kind: 'close'; readonly sender: number };

export interface WebhookThreadReport {
  readonly sender: number;
  readonly attempts: CompletedWebhookAttempt[];
}

interface Listener {
  report(attempts: CompletedWebhookAttempt[]): void;
  /**
   * The thread has ended. Whether deliveries in flight have arrived is unknown. Later ones wait for `restartMs`, until
   * another thread starts.
   */
  lost(error: unknown, restartMs: number): void;
}

/** A thread that has run for this long is stable: when it ends, the next one starts at once. */
const stableAfterMs = 60_000;
const firstPauseMs = 100;
const maxPauseMs = 10_000;

const listeners = new Map<number, Listener>();
let thread: Worker | undefined;
let opened = 0;
let ends = 0;
/** Threads in a row that ended soon. */
let shortLived = 0;
/** Until another thread may start. */
let pause: Promise<unknown> | undefined;

/** How many sending threads of this process have ended. */
export const countEndedWebhookThreads = (): number => ends;

function startThread(): Worker {
  const worker = new Worker(new URL('./send-worker.ts', import.meta.url));
  const startedAt = performance.now();
  let error: unknown;
  worker.on('message', ({ sender, attempts }: WebhookThreadReport) => listeners.get(sender)?.report(attempts));
  worker.on('error', (reason) => {
    error = reason;
  });
  worker.on('exit', (code) => {
    thread = undefined;
    ends += 1;
    shortLived = performance.now() - startedAt < stableAfterMs ? shortLived + 1 : 0;
    const restartMs = shortLived === 0 ? 0 : Math.min(maxPauseMs, firstPauseMs * 2 ** (shortLived - 1));
    pause = sleep(restartMs, undefined, { ref: false }).then(() => {
      pause = undefined;
    });
    for (const { lost } of listeners.values()) lost(error ?? new Error(`the thread exited with ${code}`), restartMs);
  });
  // A running thread keeps the process alive; this reverts that.
  worker.unref();
  return worker;
}

/**
 * Opens a batch sender that sends in the thread that all senders of this process share. The results go to `listener`.
 */
export function openWebhookThreadSender(options: WebhookBatchSenderOptions, listener: Listener): WebhookBatchSender {
  opened += 1;
  const sender = opened;
  listeners.set(sender, listener);
  /** The thread that knows this sender. */
  let own: Worker | undefined;
  const post = (message: WebhookThreadCommand): void => own?.postMessage(message);
  const send = (batch: WebhookBatch): void => {
    if (!listeners.has(sender)) return;
    thread ??= startThread();
    if (own !== thread) {
      own = thread;
      post({ kind: 'open', sender, options });
    }
    post({ kind: 'send', sender, batch });
  };
  return {
    send: (batch) => {
      if (pause === undefined) send(batch);
      else void pause.then(() => send(batch));
    },
    close: async () => {
      listeners.delete(sender);
      post({ kind: 'close', sender });
    },
  };
}
