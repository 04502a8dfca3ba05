/**
 * Keeps several processes of one program running: `dray serve --processes`.
 *
 * Guarantees: the first process is ready before the others start, so that what a first start creates is created once. A process
 * that ends is started again at once, and with backoff of at most 10 s when it ends again soon. A process whose event loop does
 * not respond for 30 s is killed and started again, and so is one that loads, or then gets ready, for more than five minutes; only the
 * first of all may get ready later, because it migrates the databases. One that ends before it was ready for the first time is not
 * started again: the start fails. `stop` ends all of them; they end by themselves when this process is killed.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Logger } from 'pino';
import { computeBackoffMs } from '../../lib/backoff.ts';
import { resolvesWithinMs } from '../../lib/settles-within.ts';
import { CliError, type ExitCode } from '../cli-error.ts';
import {
  type FailedHealthCheck,
  findFailedLivenessChecks,
  findFailedReadinessChecks,
  type HealthCheck,
} from '../health.ts';
import {
  checkReportIntervalMs,
  type FailedChecksReport,
  type MessageFromSupervisor,
  type MessageToSupervisor,
} from './messages.ts';

export interface ProcessSupervisorOptions<Start> {
  /** The file that each process runs; it calls `connectToSupervisor`. */
  readonly program: string;
  readonly processes: number;
  /** Sent to each process when it may start. The number of the process is from 1 on and stays when it is started again. */
  readonly start: (number: number) => Start;
  readonly logger: Logger;
  /** The checks that the supervisor makes for all processes, and reports to them. */
  readonly sharedChecks: readonly HealthCheck[];
  /** After so long without a report a process is not ready, and killed. */
  readonly silentMs?: { readonly notReady: number; readonly kill: number };
  readonly maxBackoffMs?: number;
  /** A process that loads, or gets ready, for longer is killed. */
  readonly maxStartMs?: number;
}

export interface SupervisedProcesses<Ready> {
  /** The report of the first process when it was ready. */
  readonly firstReady: Ready;
  /** One check for each process. None of them fails while one process is ready: it serves new connections. */
  readonly checks: readonly HealthCheck[];
  /** Processes that ended and were started again. */
  restarts(): number;
  /** The metrics of all processes that reply in time, as prom-client's JSON, each with the label `process`. */
  metrics(): Promise<(readonly object[])[]>;
  /** The process ids, in the order of their numbers; undefined for one that has ended and is not started again yet. */
  pids(): readonly (number | undefined)[];
  /** Asks all processes to end; kills those that have not ended after `withinMs`. Returns whether all ended in time, with exit code 0. */
  stop(withinMs: number): Promise<boolean>;
}

const metricsWithinMs = 5_000;
/** A process that has run for this long is stable: its next end counts as a new incident. */
const stableAfterMs = 10_000;
const firstBackoffMs = 250;

interface Supervisee<Ready> {
  readonly number: number;
  child: ChildProcess | undefined;
  ready: Ready | undefined;
  /** Set by its first start that succeeded: since then it is started again whenever it ends. */
  isStarted: boolean;
  /** Undefined until its first report. */
  report: FailedChecksReport | undefined;
  reportedAtMs: number;
  /** Ends in succession, each soon after its start. */
  attempts: number;
  startedAtMs: number;
  /** Since when it loads or gets ready; undefined while it waits for the first process, when it is ready, and while nothing limits it. */
  startingSinceMs: number | undefined;
}

/**
 * Starts the processes; resolves when all are ready. When one ends before, the others are stopped, and it rejects with
 * a `CliError` that has its exit code (1 for any but 2); the process itself has printed the reason.
 */
export async function superviseProcesses<Start, Ready>(
  options: ProcessSupervisorOptions<Start>,
): Promise<SupervisedProcesses<Ready>> {
  const supervisor = new ProcessSupervisor<Start, Ready>(options);
  const firstReady = await supervisor.start();
  return {
    firstReady,
    checks: supervisor.checks,
    restarts: () => supervisor.restarts,
    pids: () => supervisor.pids(),
    metrics: () => supervisor.metrics(),
    stop: (withinMs) => supervisor.stop(withinMs),
  };
}

class ProcessSupervisor<Start, Ready> {
  readonly #options: ProcessSupervisorOptions<Start>;
  readonly #silentMs: { readonly notReady: number; readonly kill: number };
  readonly #supervisees: readonly Supervisee<Ready>[];
  readonly #metrics: MetricsRequests<Supervisee<Ready>>;
  readonly #timer: NodeJS.Timeout;
  readonly checks: readonly HealthCheck[];
  #firstReady: Ready | undefined;
  restarts = 0;
  #isStopping = false;
  #sentChecks = '';
  #lastTickMs = performance.now();

  constructor(options: ProcessSupervisorOptions<Start>) {
    this.#options = options;
    this.#silentMs = options.silentMs ?? { notReady: 5_000, kill: 30_000 };
    this.#supervisees = Array.from({ length: options.processes }, (_, index) => newSupervisee<Ready>(index + 1));
    this.#metrics = createMetricsRequests((supervisee, id) => this.#send(supervisee, { kind: 'metrics', id }));
    const reasonOf = (supervisee: Supervisee<Ready>) => notReadyReasonOf(supervisee, this.#silentMs.notReady);
    this.checks = this.#supervisees.map((each) => ({
      name: `process ${each.number}`,
      notReadyReason: () =>
        this.#supervisees.some((other) => reasonOf(other) === undefined) ? undefined : reasonOf(each),
    }));
    this.#timer = setInterval(() => this.#tick(), checkReportIntervalMs).unref();
  }

  pids(): readonly (number | undefined)[] {
    return this.#supervisees.map(({ child }) => child?.pid);
  }

  metrics(): Promise<(readonly object[])[]> {
    return this.#metrics.request(this.#supervisees);
  }

  /** As `superviseProcesses`. Returns the first report of a process that is ready. */
  async start(): Promise<Ready> {
    const [first, ...others] = this.#supervisees as [Supervisee<Ready>, ...Supervisee<Ready>[]];
    try {
      const isFirstReady = this.#launch(first, Promise.resolve());
      isFirstReady.catch(() => undefined);
      await Promise.all([isFirstReady, ...others.map((each) => this.#launch(each, isFirstReady))]);
    } catch (error) {
      await this.stop(5_000);
      throw error instanceof ProcessEnded ? startFailed(error.exitCode) : error;
    }
    return this.#firstReady as Ready;
  }

  async stop(withinMs: number): Promise<boolean> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    const ended = waitForExits(this.#supervisees, withinMs);
    for (const each of this.#supervisees) this.#send(each, { kind: 'stop' });
    return await ended;
  }

  #send({ child }: Supervisee<Ready>, message: MessageFromSupervisor<Start>): void {
    if (child?.connected) child.send(message, () => undefined);
  }

  #sharedReport(): FailedChecksReport {
    const { sharedChecks } = this.#options;
    return { notReady: findFailedReadinessChecks(sharedChecks), unhealthy: findFailedLivenessChecks(sharedChecks) };
  }

  /** Starts a process and resolves when it is ready; rejects when it ends before. `mayStart` delays what follows its loading. */
  async #launch(supervisee: Supervisee<Ready>, mayStart: Promise<unknown>): Promise<void> {
    const { program, logger } = this.#options;
    const child = fork(program, [], { serialization: 'advanced', stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const now = performance.now();
    Object.assign(supervisee, { child, ready: undefined, report: undefined, startedAtMs: now, startingSinceMs: now });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onEnd = (exitCode: number | null, signal: NodeJS.Signals | null): void => {
      if (supervisee.child !== child) return;
      Object.assign(supervisee, { child: undefined, ready: undefined, report: undefined, startingSinceMs: undefined });
      reject(new ProcessEnded(exitCode, signal));
      if (supervisee.isStarted && !this.#isStopping) void this.#restart(supervisee, { exitCode, signal });
    };
    child.once('exit', onEnd);
    // Emitted without an exit when the system cannot create the process; also for a message to one that has ended.
    child.on('error', (err) => {
      logger.error({ process: supervisee.number, err }, 'a process of the server could not be created or reached');
      if (child.pid === undefined) onEnd(1, null);
    });
    child.on('message', (message: MessageToSupervisor<Ready>) => {
      supervisee.reportedAtMs = performance.now();
      if (message.kind === 'checks') supervisee.report = message;
      else if (message.kind === 'metrics') this.#metrics.receive(message.id, message.metrics);
      else if (message.kind === 'ready') {
        Object.assign(supervisee, { ready: message.ready, isStarted: true, startingSinceMs: undefined });
        this.#firstReady ??= message.ready;
        resolve();
      } else {
        supervisee.startingSinceMs = undefined;
        void mayStart.then(
          () => this.#continueStart(supervisee),
          () => undefined,
        );
      }
    });
    await promise;
  }

  /** Lets a process that has loaded get ready. */
  #continueStart(supervisee: Supervisee<Ready>): void {
    // The first start of all migrates the databases, which takes as long as it takes.
    if (this.#firstReady !== undefined) supervisee.startingSinceMs = performance.now();
    this.#send(supervisee, { kind: 'shared checks', ...this.#sharedReport() });
    this.#send(supervisee, { kind: 'start', start: this.#options.start(supervisee.number) });
  }

  async #restart(supervisee: Supervisee<Ready>, ended: object): Promise<void> {
    const { logger, maxBackoffMs = 10_000 } = this.#options;
    const { number } = supervisee;
    if (performance.now() - supervisee.startedAtMs >= stableAfterMs) supervisee.attempts = 0;
    const waitMs = computeBackoffMs(supervisee.attempts, firstBackoffMs, maxBackoffMs);
    supervisee.attempts += 1;
    this.restarts += 1;
    logger.error({ process: number, ...ended }, 'a process of the server ended and is started again');
    await new Promise((resolve) => setTimeout(resolve, waitMs).unref());
    if (this.#isStopping) return;
    // The exit of a process that ends before it is ready leads here again.
    await this.#launch(supervisee, Promise.resolve()).then(
      () => logger.info({ process: number }, 'a process of the server is ready again'),
      (err: unknown) => {
        // `fork` throws when the system is out of memory.
        if (!(err instanceof ProcessEnded)) void this.#restart(supervisee, { err });
      },
    );
  }

  /** Sends the shared checks when they have changed, and kills processes that are silent or stuck. */
  #tick(): void {
    const { logger, maxStartMs = 300_000 } = this.#options;
    const now = performance.now();
    // While this process was suspended, with the whole machine for example, it received no reports.
    if (now - this.#lastTickMs > 8 * checkReportIntervalMs) {
      for (const each of this.#supervisees) {
        each.reportedAtMs = now;
        each.startingSinceMs &&= now;
      }
    }
    this.#lastTickMs = now;
    const checks = this.#sharedReport();
    const text = JSON.stringify(checks);
    if (text !== this.#sentChecks)
      for (const each of this.#supervisees) this.#send(each, { kind: 'shared checks', ...checks });
    this.#sentChecks = text;
    for (const each of this.#supervisees) {
      const reason = decideKillReason(each, now, this.#silentMs.kill, maxStartMs);
      if (reason === undefined) continue;
      logger.error({ process: each.number }, `a process of the server ${reason} and is killed`);
      Object.assign(each, { reportedAtMs: now, startingSinceMs: undefined });
      each.child?.kill('SIGKILL');
    }
  }
}

/** Why a process is to be killed; undefined when it is not. */
function decideKillReason(
  { child, ready, reportedAtMs, startingSinceMs }: Supervisee<unknown>,
  now: number,
  maxSilentMs: number,
  maxStartMs: number,
): string | undefined {
  if (child === undefined) return undefined;
  if (ready !== undefined && now - reportedAtMs >= maxSilentMs) return 'does not respond';
  const isStuck = startingSinceMs !== undefined && now - startingSinceMs >= maxStartMs;
  return isStuck ? `is not ready after ${Math.round(maxStartMs / 1000)} s` : undefined;
}

/** Why a process is not ready; undefined when it is. */
function notReadyReasonOf(
  { child, ready, report, reportedAtMs }: Supervisee<unknown>,
  maxSilentMs: number,
): string | undefined {
  if (child === undefined) return 'it ended and is started again';
  if (ready === undefined || report === undefined) return 'it is starting';
  const silent = performance.now() - reportedAtMs;
  if (silent >= maxSilentMs) return `it has not responded for ${Math.round(silent / 1000)} s`;
  return textOf(report.notReady);
}

/** Waits until the processes have ended; kills those that have not after `withinMs`. Returns whether all ended in time, with exit code 0. */
async function waitForExits(supervisees: readonly Supervisee<unknown>[], withinMs: number): Promise<boolean> {
  const running = supervisees.flatMap(({ child }) => (child === undefined ? [] : [child]));
  const outcomes = Promise.all(
    running.map(async (child) => {
      const [code] = await once(child, 'exit');
      return code === 0;
    }),
  );
  if (await resolvesWithinMs(withinMs, outcomes)) return (await outcomes).every((isClean) => isClean);
  for (const child of running) child.kill('SIGKILL');
  await outcomes;
  return false;
}

interface MetricsRequests<Process> {
  /** The metrics of the processes that are ready and reply in time. */
  request(processes: readonly Process[]): Promise<(readonly object[])[]>;
  receive(id: number, metrics: readonly object[] | undefined): void;
}

function createMetricsRequests<Process extends Supervisee<unknown>>(
  ask: (of: Process, id: number) => void,
): MetricsRequests<Process> {
  const open = new Map<number, (metrics: readonly object[] | undefined) => void>();
  let lastId = 0;
  const requestOf = (supervisee: Process): Promise<readonly object[] | undefined> => {
    lastId += 1;
    const id = lastId;
    const { promise, resolve } = Promise.withResolvers<readonly object[] | undefined>();
    open.set(id, resolve);
    const timeout = setTimeout(resolve, supervisee.ready === undefined ? 0 : metricsWithinMs, undefined);
    const onExit = () => resolve(undefined);
    const { child } = supervisee;
    child?.once('exit', onExit);
    ask(supervisee, id);
    return promise.finally(() => {
      clearTimeout(timeout);
      child?.off('exit', onExit);
      open.delete(id);
    });
  };
  return {
    request: async (processes) => (await Promise.all(processes.map(requestOf))).filter((reply) => reply !== undefined),
    receive: (id, metrics) => open.get(id)?.(metrics),
  };
}

/** A process that ended before it was ready. */
class ProcessEnded extends Error {
  readonly exitCode: ExitCode;
  constructor(code: number | null, signal: NodeJS.Signals | null) {
    super(`a process of the server ended before it was ready (${signal ?? `exit code ${code}`})`);
    this.exitCode = code === 2 ? 2 : 1;
  }
}

const startFailed = (exitCode: ExitCode): CliError =>
  new CliError('a process of the server could not start: see above', exitCode);

const newSupervisee = <Ready>(number: number): Supervisee<Ready> => ({
  number,
  child: undefined,
  ready: undefined,
  isStarted: false,
  report: undefined,
  reportedAtMs: 0,
  attempts: 0,
  startedAtMs: 0,
  startingSinceMs: undefined,
});

const textOf = (failed: readonly FailedHealthCheck[]): string | undefined =>
  failed.length === 0 ? undefined : failed.map(({ name, reason }) => `${name}: ${reason}`).join('; ');
