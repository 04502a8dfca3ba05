/** Chooses the port of the metrics: the configured one, the default one, or a free one. */
import type { Logger } from 'pino';
import { CliError } from '../cli-error.ts';
import type { Config } from '../config.ts';
import { toListenError } from './listen-error.ts';
import type { ManagementServer } from './management-server.ts';

/** The port that METRICS_PORT `auto` stands for, when it is free. */
export const defaultMetricsPort = 9464;

/**
 * Listens and returns the address. METRICS_PORT `auto` means the default port; a free one when that is in use, which is logged, or when
 * the system also chooses the public port (`publicPort` 0). Throws `CliError` when the configured address cannot be used.
 */
export async function listenOnMetricsAddress(
  server: ManagementServer,
  { host, port }: NonNullable<Config['metrics']>,
  publicPort: number,
  logger: Logger,
): Promise<string> {
  try {
    if (port !== 'auto') return await server.listen({ host, port });
    // Several servers run on a machine when the public port is chosen by the system.
    return await server.listen({ host, port: publicPort === 0 ? 0 : defaultMetricsPort });
  } catch (error) {
    if (port === 'auto' && (error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
      const address = await server.listen({ host, port: 0 });
      logger.warn(
        { address },
        `port ${defaultMetricsPort} is in use: the metrics are served on a free port; set METRICS_PORT to choose one`,
      );
      return address;
    }
    const fault = toListenError(error, `METRICS_HOST ${host}, METRICS_PORT ${port}`);
    if (fault === undefined) throw error;
    throw new CliError(`${fault.message}: set another one, or METRICS_PORT=off`, 1, { cause: error });
  }
}
