/**
 * Worker threads that render labels, so that requests are not blocked. Started on demand; idle ones do not keep the process
 * alive. Owns a bounded queue; a job is rejected (503) when it is full, or when the job takes too long.
 */
import os from 'node:os';
import { Worker } from 'node:worker_threads';
import type { PrintableFile } from '../../drawing/file-sheets.ts';
import { AppError } from '../../platform/errors.ts';
import type { ManifestContent } from '../manifest-layout.ts';
import type { LabelContent, PrintFormat } from './label-content.ts';

/** A label or a packing slip, or a manifest. */
export type RenderJob =
  | LabelRenderJob
  | { readonly manifest: ManifestContent; readonly carrierForms: readonly PrintableFile[] };

interface LabelRenderJob {
  readonly content: LabelContent;
  readonly format: PrintFormat;
  /** Carrier labels by package; absent when all labels are drawn here. */
  readonly carrierLabels?: readonly (PrintableFile | undefined)[];
  /** The index of the package of which alone the label is rendered; absent: of all. */
  readonly only?: number;
}

export type RenderResult = { readonly file: string } | { readonly failed: string };

interface QueuedJob {
  readonly job: RenderJob;
  readonly resolve: (file: string) => void;
  readonly reject: (error: unknown) => void;
}

interface RenderLimits {
  readonly threads: number;
  /** Maximum number of queued jobs. */
  readonly maxQueued: number;
  /** Timeout of one job, after which its thread is terminated; extended for each package or carrier form. */
  readonly timeoutMs: number;
}

const timeoutMsOfCarrierLabel = 1_000;
/** A machine on which a label takes the whole timeout is not free again after a second. */
const timeoutRetrySeconds = 10;

/** One processor is left to requests, where there are several. */
const defaultRenderLimits: RenderLimits = {
  threads: Math.max(1, Math.min(4, os.availableParallelism() - 1)),
  maxQueued: 500,
  timeoutMs: 30_000,
};

export class DocumentRenderPool {
  readonly #limits: RenderLimits;
  readonly #queue: QueuedJob[] = [];
  readonly #idle: Worker[] = [];
  #running = 0;

  constructor(limits: RenderLimits = defaultRenderLimits) {
    this.#limits = limits;
  }

  /**
   * The rendered file in base64.
   * @throws AppError `Unavailable` (503) when the queue is full, or the job takes longer than its timeout; Error when it cannot be rendered
   */
  render(job: RenderJob): Promise<string> {
    return new Promise((resolve, reject) => {
      if (this.#queue.length >= this.#limits.maxQueued) {
        const reason = 'Too many labels are being rendered. Try again.';
        reject(new AppError({ code: 'Unavailable', reason }, { retryAfterSeconds: 1 }));
        return;
      }
      this.#queue.push({ job, resolve, reject });
      this.#next();
    });
  }

  /** Terminates idle threads; busy ones end with the process. */
  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((worker) => worker.terminate()));
  }

  #next(): void {
    if (this.#running >= this.#limits.threads) return;
    const waiting = this.#queue.shift();
    if (waiting === undefined) return;
    this.#running += 1;
    void this.#work(this.#idle.pop() ?? this.#start(), waiting).finally(() => {
      this.#running -= 1;
      this.#next();
    });
  }

  /** A thread that ends while it is idle gets no job; its error is ignored. */
  #start(): Worker {
    const worker = new Worker(new URL('./render-worker.ts', import.meta.url));
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      const index = this.#idle.indexOf(worker);
      if (index >= 0) this.#idle.splice(index, 1);
    });
    return worker;
  }

  /** Runs one job; a thread that exits, ends with an error or times out is not reused. */
  async #work(worker: Worker, { job, resolve, reject }: QueuedJob): Promise<void> {
    worker.ref();
    const { promise, resolve: answered, reject: broke } = Promise.withResolvers<RenderResult>();
    const onExit = (code: number) => broke(new Error(`a render thread exited with ${code}`));
    worker.once('message', answered).once('error', broke).once('exit', onExit);
    const carrierLabels = ('content' in job ? job.carrierLabels : job.carrierForms)?.length ?? 0;
    const timeoutMs = this.#limits.timeoutMs + carrierLabels * timeoutMsOfCarrierLabel;
    const timer = setTimeout(() => broke(tooSlow(timeoutMs)), timeoutMs);
    try {
      worker.postMessage(job);
      const result = await promise;
      worker.off('error', broke).off('exit', onExit);
      worker.unref();
      this.#idle.push(worker);
      if ('file' in result) resolve(result.file);
      else reject(new Error(`a label could not be rendered: ${result.failed}`));
    } catch (error) {
      worker.off('exit', onExit);
      void worker.terminate();
      reject(error);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** A job that times out shows a lack of capacity, not a fault of the request. */
function tooSlow(timeoutMs: number): AppError {
  const reason = 'The server is too busy to draw the label. Try again.';
  const internal = new Error(`rendering a label timed out after ${timeoutMs} ms`);
  return new AppError({ code: 'Unavailable', reason }, { retryAfterSeconds: timeoutRetrySeconds, internal });
}
