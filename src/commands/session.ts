/**
 * Opens and closes the system (settings, logger, environments) for every command except `migrate`.
 * Loads modules only when called, so that `--help` and usage errors are fast.
 */
import type { System } from '../compose.ts';

/**
 * Runs `work` with or without a running server, then closes everything, also on failure. Logs only warnings and errors
 * unless LOG_LEVEL is set.
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
