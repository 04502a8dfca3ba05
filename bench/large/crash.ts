/** Measures a start after server and database were killed while orders were created, and runs `dray` commands beside a server. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findPostmaster } from '../../src/platform/db/embedded-postmaster.ts';
import { createUntilKilled } from './create.ts';
import type { LargeState } from './state.ts';

const program = path.join(import.meta.dirname, '../../src/main.ts');

interface Started {
  readonly server: ChildProcess;
  readonly address: string;
}

/**
 * Starts `dray serve`, creates orders for `loadSeconds`, kills server and PostgreSQL, and returns the seconds until the next start is
 * ready. Then stops that server.
 */
export async function secondsToRestart(
  env: NodeJS.ProcessEnv,
  dataDir: string,
  state: LargeState,
  loadSeconds: number,
): Promise<number> {
  const first = await startServer(env);
  const creating = createUntilKilled(first.address, state);
  await new Promise((resolve) => setTimeout(resolve, loadSeconds * 1_000));
  const postmaster = findPostmaster(path.join(dataDir, 'postgres-18'));
  first.server.kill('SIGKILL');
  if (postmaster !== undefined) process.kill(postmaster.pid, 'SIGKILL');
  await creating;
  await new Promise((resolve) => setTimeout(resolve, 500));
  const startedAt = performance.now();
  const second = await startServer(env);
  const seconds = (performance.now() - startedAt) / 1000;
  second.server.kill('SIGTERM');
  await new Promise((resolve) => second.server.once('exit', resolve));
  return seconds;
}

function startServer(env: NodeJS.ProcessEnv): Promise<Started> {
  const server = spawn(process.execPath, [...process.execArgv, program, 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  return new Promise((resolve, reject) => {
    server.once('exit', () => reject(new Error('the server ended before it was ready')));
    server.stdout?.on('data', (text: Buffer) => {
      output += text.toString();
      const address = /Dray is ready[\s\S]*?production\s+(http:\/\/[^/\s]+)/.exec(output)?.[1];
      if (address !== undefined) resolve({ server, address });
    });
  });
}

export interface CommandRun {
  readonly seconds: number;
  /** The peak of the command's own resident memory, in MB; 0 where there is no /proc. */
  readonly maxRssMb: number;
  readonly code: number;
  readonly output: string;
}

/** Runs a `dray` command beside the server. */
export async function runCommand(env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<CommandRun> {
  const startedAt = performance.now();
  const command = spawn(process.execPath, [...process.execArgv, program, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  command.stdout?.on('data', (text: Buffer) => {
    output += text.toString();
  });
  let maxRssMb = 0;
  const timer = setInterval(() => {
    maxRssMb = Math.max(maxRssMb, maxRssOf(command.pid as number));
  }, 100);
  const code = (await new Promise((resolve) => command.once('close', resolve))) as number;
  clearInterval(timer);
  return { seconds: (performance.now() - startedAt) / 1000, maxRssMb, code, output };
}

/** The peak of resident memory so far, in MB; 0 where there is no /proc. */
function maxRssOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
