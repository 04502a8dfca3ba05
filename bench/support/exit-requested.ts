import { once } from 'node:events';

/** Resolves when the server of a bench must exit: on SIGTERM, or when its parent has exited. */
export async function exitRequested(): Promise<void> {
  await Promise.race([once(process, 'SIGTERM'), once(process, 'disconnect')]);
}
