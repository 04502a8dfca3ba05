/** `dray serve`: runs the server until a signal stops it. */
import { Command } from 'commander';
import type { Logger } from 'pino';

export function serveCommand(): Command {
  return new Command('serve')
    .description('start the server; on Ctrl-C or SIGTERM it completes running requests and stops')
    .action(serve);
}

async function serve(): Promise<void> {
  const [{ loadConfig }, { openLogger }, { compose }, { listenFault }] = await Promise.all([
    import('../platform/config.ts'),
    import('../platform/logger.ts'),
    import('../compose.ts'),
    import('../platform/http/listen-fault.ts'),
  ]);
  const config = await loadConfig();
  const logger = openLogger(config);
  // Before anything is opened: a signal during the start ends in the same orderly way.
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
  // Everything is closed: do not wait for handles that still keep the process alive.
  setTimeout(() => process.exit(), exitDelayMs).unref();
}

const exitDelayMs = 1_000;
/** Ended by the time limit, with work or connections left. */
const stopTimeoutExitCode = 3;

/**
 * Ends the process when it has not stopped in time, whatever it waits for. Nothing acknowledged is lost: that is committed.
 * An embedded PostgreSQL that still runs is adopted by the next start.
 */
function exitAfterTimeout(seconds: number, logger: Logger): void {
  setTimeout(() => {
    logger.fatal({ seconds, exitCode: stopTimeoutExitCode }, 'the server could not stop in time and exits');
    logger.flush();
    process.exit(stopTimeoutExitCode);
  }, seconds * 1_000).unref();
}

/**
 * The first signal. Further ones change nothing: a process manager that signals twice, or a terminal that signals the
 * whole group, must not cut off requests that are still being answered.
 */
function untilStopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
    // Started by npm or the launcher, the server ends with them, also when they are killed.
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
