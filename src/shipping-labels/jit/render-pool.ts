/**
 * The threads that render labels, so that no request waits for another's drawing. Started when first needed; they keep no
 * process alive. Owns a bounded queue: who finds it full is told to come again (503).
 */
import os from 'node:os';
import { Worker } from 'node:worker_threads';
import type { PrintableFile } from '../../drawing/file-sheets.ts';
import { AppError } from '../../platform/errors.ts';
import type { LabelContent, LabelFormat } from './label-content.ts';

export interface RenderJob {
  readonly document: LabelContent;
  readonly format: LabelFormat;
  /** Of each package, where its carrier made one; absent: all are drawn by us. */
  readonly carrierLabels?: readonly (PrintableFile | undefined)[];
}

export type RenderResult = { readonly file: string } | { readonly failed: string };

interface QueuedJob {
  readonly order: RenderJob;
  readonly resolve: (file: string) => void;
  readonly reject: (error: unknown) => void;
}

export interface RenderLimits {
  readonly threads: number;
  /** Documents that may wait for a thread. */
  readonly maxQueued: number;
  /** How long one document may take before its thread is given up, and more for each label of a carrier's. */
  readonly timeoutMs: number;
}

const timeoutMsOfCarrierLabel = 1_000;

/** One processor is left to the requests. */
const defaultCircuitBreakerLimits: RenderLimits = {
  threads: Math.max(1, Math.min(4, os.availableParallelism() - 1)),
  maxQueued: 500,
  timeoutMs: 30_000,
};

export class RenderPool {
  readonly #limits: RenderLimits;
  readonly #queue: QueuedJob[] = [];
  readonly #idle: Worker[] = [];
  #running = 0;

  constructor(limits: RenderLimits = defaultCircuitBreakerLimits) {
    this.#limits = limits;
  }

  /** The rendered file in base64. Rejects with `Unavailable` (503) when too many wait already. */
  render(order: RenderJob): Promise<string> {
    return new Promise((resolve, reject) => {
      if (this.#queue.length >= this.#limits.maxQueued) {
        const reason = 'too many labels are being drawn at the moment, try again';
        reject(new AppError({ code: 'Unavailable', reason }, { retryAfterSeconds: 1 }));
        return;
      }
      this.#queue.push({ order, resolve, reject });
      this.#next();
    });
  }

  /** Ends the threads that are idle; those at work end with the process. */
  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((worker) => worker.terminate()));
  }

  #next(): void {
    if (this.#running >= this.#limits.threads) return;
    const waiting = this.#queue.shift();
    if (waiting === undefined) return;
    this.#running += 1;
    void this.#work(this.#idle.pop() ?? startWorker(), waiting).finally(() => {
      this.#running -= 1;
      this.#next();
    });
  }

  /** Has one document rendered; a thread that fails otherwise than by saying so is not used again. */
  async #work(worker: Worker, { order, resolve, reject }: QueuedJob): Promise<void> {
    worker.ref();
    const { promise, resolve: answered, reject: broke } = Promise.withResolvers<RenderResult>();
    const onExit = (code: number) => broke(new Error(`the thread that draws labels ended with ${code}`));
    worker.once('message', answered).once('error', broke).once('exit', onExit);
    const timeoutMs = this.#limits.timeoutMs + (order.carrierLabels?.length ?? 0) * timeoutMsOfCarrierLabel;
    const timer = setTimeout(() => broke(new Error('a label took too long to draw')), timeoutMs);
    try {
      worker.postMessage(order);
      const answer = await promise;
      worker.off('error', broke).off('exit', onExit);
      worker.unref();
      this.#idle.push(worker);
      if ('file' in answer) resolve(answer.file);
      else reject(new Error(`a label could not be drawn: ${answer.failed}`));
    } catch (error) {
      worker.off('exit', onExit);
      void worker.terminate();
      reject(error);
    } finally {
      clearTimeout(timer);
    }
  }
}

function startWorker(): Worker {
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url));
  // What breaks an idle thread breaks nothing else: its next document tells.
  worker.on('error', () => undefined);
  return worker;
}
