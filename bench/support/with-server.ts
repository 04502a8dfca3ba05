/**
 * The server that a bench measures, in its own process with a scratch folder: `fsync` on, no rate limits, no simulation. It
 * runs while the bench uses it; the folder is deleted afterwards.
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
  /** Where a CPU profile of the server is written. */
  readonly profile?: string | undefined;
  /** The data folder, which is kept, instead of a scratch folder. */
  readonly keep?: string | undefined;
}

export interface RunningServer<Ready> {
  /** Its message when it was ready. */
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
    // The work is measured: on a slow machine some of it would be shed.
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
      throw new Error('the server ended before its time: see above');
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
