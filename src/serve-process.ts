/**
 * One process of a server of several (`serve-processes.ts`): serves on the shared address, and ends when its supervisor
 * requests it or has ended. It does what a server of one process does, except that the supervisor watches the databases, serves the
 * metrics and starts the portal's build: background work is shared through the database, as by servers on several machines.
 */
import { type ComposedSystem, openSystem, type ServeOptions, type ServerProcessSettings } from './compose.ts';
import { resolvesWithinMs } from './lib/settles-within.ts';
import { CliError } from './platform/cli-error.ts';
import type { Config } from './platform/config.ts';
import { embeddedPostgresCheckNames, openSharedDatabases } from './platform/db/databases.ts';
import { createLogger } from './platform/logger.ts';
import { connectToSupervisor } from './platform/processes/join-supervisor.ts';

/** The message by which the supervisor starts a process of the server. */
export interface ServerProcessStartMessage extends ServerProcessSettings {
  readonly config: Config;
}

/** The message of a process to its supervisor: it serves requests at `address`. `welcome` is the text for the terminal. */
export interface ServerProcessReadyMessage {
  readonly address: string;
  /** The supervisor prints that of the first process. */
  readonly welcome: string;
}

/**
 * Runs until the supervisor ends it, then exits the process with code 0, with 3 when it could not stop in time, or
 * after an error with the code that a command would have.
 */
export async function runServerProcess(
  routesFor: (system: ComposedSystem) => ServeOptions['routes'] = () => undefined,
): Promise<never> {
  const link = connectToSupervisor<ServerProcessStartMessage, ServerProcessReadyMessage>();
  const start = await Promise.race([link.started, link.stopped]);
  if (typeof start === 'string') process.exit(0);
  try {
    const logger = createLogger(start.config).child({ process: start.process });
    const checks = link.sharedChecks(embeddedPostgresCheckNames);
    const system = await openSystem(start.config, logger, 'serve', () => openSharedDatabases(start.config, checks));
    let welcome = '';
    const routes = routesFor(system);
    const server = await system
      .serve({ shared: start, print: (text) => (welcome = text), ...(routes && { routes }) })
      .catch(async (error: unknown) => {
        await system.close();
        throw error;
      });
    link.ready({ address: server.address, welcome }, server);
    await link.stopped;
    const ended = server.close().finally(() => system.close());
    const isClean = await resolvesWithinMs(start.config.stopTimeoutSeconds * 1_000, ended);
    if (!isClean) logger.fatal('the process could not stop in time and exits');
    logger.flush();
    process.exit(isClean ? 0 : 3);
  } catch (error) {
    const isExpected = error instanceof CliError;
    const report = isExpected ? error.message : error instanceof Error ? error.stack : String(error);
    process.stderr.write(`dray: ${report}\n`);
    process.exit(isExpected ? error.exitCode : 1);
  }
}
