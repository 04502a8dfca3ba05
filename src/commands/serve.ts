/** `dray serve`: runs the server until a signal stops it. */
import { Command } from 'commander';
import type { Logger } from 'pino';
import { loadProgramSettings } from './session.ts';

export function serveCommand(): Command {
  return new Command('serve')
    .description('start the server; on Ctrl-C or SIGTERM it completes running requests and stops')
    .action(serve);
}

async function serve(): Promise<void> {
  // First, because loading the rest takes longer than reporting a wrong setting.
  const config = await loadProgramSettings(true);
  const [{ openLogger }, { compose }, { listenFault }] = await Promise.all([
    import('../platform/logger.ts'),
    import('../compose.ts'),
    import('../platform/http/listen-fault.ts'),
  ]);
  const logger = openLogger(config);
  // Registered before anything is opened, so that a signal during startup also causes an orderly shutdown.
  const stopSignal = untilStopSignal();
  void stopSignal.then(() => exitAfterTimeout(config.stopTimeoutSeconds, logger));
  const system = await compose(config, logger, 'serve');
  try {
    const server = await system.serve().catch((error: unknown) => {
      throw listenFault(error, `HOST ${config.host}, PORT ${config.port}`) ?? error;
    });
    logger.info({ metrics: server.metricsAddress, address: server.address }, 'ready');
    logger.info({ signal: await stopSignal }, 'stopping');
    await server.close();
  } finally {
    await system.close();
  }
  logger.info('stopped');
  logger.flush();
  // Everything is closed; do not wait for handles that still keep the process alive.
  setTimeout(() => process.exit(), exitDelayMs).unref();
}

const exitDelayMs = 1_000;
/** The shutdown timed out with work or connections left. */
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
 * Resolves on the first signal. Later ones are ignored: a process manager that signals twice, or a terminal that
 * signals the whole process group, must not abort requests in progress.
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
