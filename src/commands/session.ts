/**
 * What every command but `migrate` needs: the settings, a log, and the system, opened and closed again.
 *
 * Loads nothing before it is called, so that `--help` and mistakes on the command line answer at once.
 */
import type { System } from '../compose.ts';

/**
 * Does `work` beside a running server or without one, then closes everything, also when it fails. Logs warnings and
 * errors only, unless LOG_LEVEL says otherwise.
 */
export async function withSystem<T>(work: (system: System) => Promise<T>): Promise<T> {
  const [{ loadConfig }, { openLogger }, { compose }] = await Promise.all([
    import('../platform/config.ts'),
    import('../platform/logger.ts'),
    import('../compose.ts'),
  ]);
  const config = await loadConfig({ ...process.env, LOG_LEVEL: process.env.LOG_LEVEL || 'warn' });
  const system = await compose(config, openLogger(config), 'command');
  try {
    return await work(system);
  } finally {
    await system.close();
  }
}
