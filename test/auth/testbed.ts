/** Environments over a test file's database, each with a pool of its own, as two processes would have them. */

import os from 'node:os';
import pino from 'pino';
import { type CredentialAuthenticator, createAuthenticator, credentialSecretsOf } from '../../src/auth/index.ts';
import { openEnvironment } from '../../src/compose.ts';
import { type Config, loadConfig } from '../../src/platform/config.ts';
import type { Environment } from '../../src/platform/environment.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

export const secretKey = 'a test key of at least 32 characters';
export const secrets = credentialSecretsOf({ secretKey });

export const testConfig = (settings: NodeJS.ProcessEnv = {}): Promise<Config> =>
  loadConfig({ SECRET_KEY: secretKey, ...settings }, os.tmpdir());

/** One process: its environment, its authenticator, and every line it logged. */
export interface Process {
  readonly environment: Environment;
  readonly authenticator: CredentialAuthenticator;
  readonly logged: string[];
  stop(): Promise<void>;
}

export interface Testbed {
  readonly database: TestDatabase;
  start(settings?: NodeJS.ProcessEnv): Promise<Process>;
  /** Stops the processes that still run and drops the database. */
  end(): Promise<void>;
}

export async function openTestbed(): Promise<Testbed> {
  const database = await openTestDatabase();
  await database.pool.query("select ensure_month('log', now()::date)");
  const processes = new Set<Process>();
  return {
    database,
    start: async (settings) => {
      const config = await testConfig(settings);
      const logged: string[] = [];
      const logger = pino({ level: 'trace' }, { write: (line: string) => logged.push(line) });
      const environment = openEnvironment('test', config, logger, database.options);
      const { db } = environment;
      const authenticator = createAuthenticator(config);
      authenticator.watch(environment);
      const process: Process = {
        environment,
        authenticator,
        logged,
        stop: async () => {
          processes.delete(process);
          await authenticator.close();
          await db.close();
        },
      };
      processes.add(process);
      return process;
    },
    end: async () => {
      for (const process of [...processes]) await process.stop();
      await database.drop();
    },
  };
}

/** Waits until `condition` holds; answers after how many milliseconds. Fails after five seconds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<number> {
  const startedMs = performance.now();
  while (!(await condition())) {
    if (performance.now() - startedMs > 5_000) throw new Error('did not come about within five seconds');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return performance.now() - startedMs;
}
