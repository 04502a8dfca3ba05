import { once } from 'node:events';

/** Resolves when the server of a bench is to end: on SIGTERM, or when its parent has gone. */
export async function toldToEnd(): Promise<void> {
  await Promise.race([once(process, 'SIGTERM'), once(process, 'disconnect')]);
}
