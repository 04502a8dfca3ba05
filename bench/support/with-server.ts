/**
 * The server that a bench measures, in its own process with a scratch folder: `fsync` on, no rate limits, manual simulation. It
 * runs while the bench uses it; the scratch folder is deleted afterwards.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface ServerOptions {
  /** The program, relative to `bench/`: sends its parent one message when it is ready, and exits on SIGTERM. */
  readonly program: string;
  readonly settings?: NodeJS.ProcessEnv;
  /** The folder for a CPU profile of the server. */
  readonly profile?: string | undefined;
  /** A data folder to use instead of the scratch folder. It is not deleted. */
  readonly keep?: string | undefined;
}

export interface RunningServer<Ready> {
  /** The message that the server sent when it was ready. */
  readonly ready: Ready;
  readonly pid: number;
  readonly dataDir: string;
  /** Its environment, for commands that run at the same time. */
  readonly env: NodeJS.ProcessEnv;
}

/** Resolves when the bench has finished and the server has exited; throws when the server exits earlier. */
export async function withServer<Ready>(
  { program, settings, profile, keep }: ServerOptions,
  use: (server: RunningServer<Ready>) => Promise<void>,
): Promise<void> {
  const dataDir = keep ?? mkdtempSync(path.join(os.tmpdir(), 'dray-bench-'));
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    TEST_DATABASE_URL: '',
    PORT: '0',
    HOST: '127.0.0.1',
    RATE_LIMIT: 'off',
    // Do not shed load, even on a slow machine: benches measure the work.
    MAX_QUEUE_MS: '60000',
    SIMULATION: 'manual',
    PORTAL: 'off',
    LOG_LEVEL: 'warn',
    ...settings,
  };
  const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${path.resolve(profile)}`];
  const server = fork(path.join(import.meta.dirname, '..', program), [], {
    env,
    execArgv: [...process.execArgv, ...profiling],
  });
  try {
    const failed = once(server, 'exit').then(() => {
      throw new Error('the server exited before the bench had finished: see above');
    });
    failed.catch(() => undefined);
    const [ready] = (await Promise.race([once(server, 'message'), failed])) as [Ready];
    await Promise.race([use({ ready, pid: server.pid as number, dataDir, env }), failed]);
  } finally {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    if (keep === undefined) rmSync(dataDir, { recursive: true, force: true });
  }
}
