/** `dray serve`: runs the server until a signal stops it, in this process or in several. */
import { Command, InvalidArgumentError } from 'commander';
import type { Logger } from 'pino';
import { CliError } from '../platform/cli-error.ts';
import type { Config } from '../platform/config.ts';
import { loadProgramSettings } from './session.ts';

export function serveCommand(): Command {
  return new Command('serve')
    .description('start the server; on Ctrl-C or SIGTERM it completes running requests and stops')
    .option(
      '--processes <count>',
      'processes that serve requests on the same address; 1 serves in this process',
      processCount,
      1,
    )
    .action(serve);
}

/** The most that `--processes` takes. Beyond it, use more machines. */
const maxProcesses = 64;

function processCount(text: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= maxProcesses) return count;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${maxProcesses}.`);
}

async function serve({ processes }: { processes: number }): Promise<void> {
  // First, because loading the rest takes longer than reporting a wrong setting.
  const config = await loadProgramSettings(true);
  const { createLogger } = await import('../platform/logger.ts');
  const logger = createLogger(config);
  // Registered before anything is opened, so that a signal during startup also causes an orderly shutdown.
  const stopSignal = untilStopSignal();
  void stopSignal.then(() => exitAfterTimeout(config.stopTimeoutSeconds, logger));
  const run = processes === 1 ? serveAlone : serveInProcesses;
  if (!(await run(config, logger, { processes, stopSignal }))) process.exitCode = stopTimeoutExitCode;
  logger.info('stopped');
  logger.flush();
  // Everything is closed; wait only briefly for handles that still keep the process alive.
  setTimeout(() => process.exit(), exitDelayMs).unref();
}

interface ServeRun {
  readonly processes: number;
  readonly stopSignal: Promise<string>;
}

/** Serves in this process until the signal. Returns true. */
async function serveAlone(config: Config, logger: Logger, { stopSignal }: ServeRun): Promise<boolean> {
  const { openSystem } = await import('../compose.ts');
  const system = await openSystem(config, logger, 'serve');
  try {
    const server = await system.serve().catch(reportListenFault(config));
    logger.info({ metrics: server.metricsAddress, address: server.address }, 'ready');
    logger.info({ signal: await stopSignal }, 'stopping');
    await server.close();
  } finally {
    await system.close();
  }
  return true;
}

/** Serves in several processes until the signal. Returns whether all of them ended in time, with exit code 0. */
async function serveInProcesses(config: Config, logger: Logger, { processes, stopSignal }: ServeRun): Promise<boolean> {
  const { startMultiProcessServer } = await import('../serve-processes.ts');
  const server = await startMultiProcessServer(config, logger, { processes }).catch(reportListenFault(config));
  logger.info({ metrics: server.metricsAddress, address: server.address, pids: server.pids() }, 'ready');
  logger.info({ signal: await stopSignal }, 'stopping');
  return await server.close();
}

const reportListenFault =
  ({ host, port }: Config) =>
  async (error: unknown): Promise<never> => {
    const { toListenError } = await import('../platform/http/listen-error.ts');
    const fault = toListenError(error, `HOST ${host}, PORT ${port}`);
    throw fault === undefined ? error : new CliError(`${fault.message}: set another one`, 1, { cause: error });
  };

const exitDelayMs = 1_000;
/** The shutdown timed out with work or connections left, or a process of several did not end with exit code 0. */
const stopTimeoutExitCode = 3;

/**
 * Exits the process when shutdown exceeds the time limit. Acknowledged changes are committed and not lost. The next
 * start adopts an embedded PostgreSQL that is still running.
 */
function exitAfterTimeout(seconds: number, logger: Logger): void {
  setTimeout(() => {
    logger.fatal({ seconds, exitCode: stopTimeoutExitCode }, 'the server could not stop in time and exits');
    logger.flush();
    process.exit(stopTimeoutExitCode);
  }, seconds * 1_000).unref();
}

/**
 * Resolves on the first signal, or when the launcher has ended. Later signals are ignored: a process manager that signals
 * twice, or a terminal that signals the whole process group, must not abort requests in progress.
 */
function untilStopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
    // When started by npm or the launcher, the server stops when its parent does, even if the parent is killed.
    if (process.env.DRAY_FOLLOW_PARENT === undefined && process.env.npm_lifecycle_event === undefined) return;
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      resolve('parent gone');
    }, 500);
    watch.unref();
  });
}
