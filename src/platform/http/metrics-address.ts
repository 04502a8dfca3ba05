/** Where the metrics are served: the port that is set, or one that is free. */
import type { Logger } from 'pino';
import { CliError } from '../cli-error.ts';
import type { Config } from '../config.ts';
import { listenFault } from './listen-fault.ts';
import type { ManagementServer } from './management-server.ts';

/** The port that Prometheus exporters of this kind use, where it is free. */
const defaultPort = 9464;

/**
 * Listens and returns the address. With METRICS_PORT `auto` a second server on the machine takes a free port and says so
 * in the log; a port that was chosen and is taken throws `CliError`.
 */
export async function listenForMetrics(
  server: ManagementServer,
  { host, port }: NonNullable<Config['metrics']>,
  publicPort: number,
  logger: Logger,
): Promise<string> {
  try {
    if (port !== 'auto') return await server.listen({ host, port });
    // Whoever lets the system choose the public port wants no fixed one here either.
    return await server.listen({ host, port: publicPort === 0 ? 0 : defaultPort });
  } catch (error) {
    if (port === 'auto' && (error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
      const address = await server.listen({ host, port: 0 });
      logger.warn(
        { address },
        `port ${defaultPort} is in use: the metrics are served on another one; METRICS_PORT sets it`,
      );
      return address;
    }
    const fault = listenFault(error, `METRICS_HOST ${host}, METRICS_PORT ${port}`);
    if (fault === undefined) throw error;
    throw new CliError(`${fault.message}: set another one, or METRICS_PORT=off`, 1, { cause: error });
  }
}
