/** How long a start takes after server and database were killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { findPostmaster } from '../../src/platform/db/embedded-postmaster.ts';

const program = path.join(import.meta.dirname, '../../src/main.ts');

/** Starts `dray serve`, kills it and its PostgreSQL, and returns the seconds until the next start is ready. Ends that one. */
export async function secondsToRestart(env: NodeJS.ProcessEnv, dataDir: string): Promise<number> {
  const first = await startServer(env);
  const postmaster = findPostmaster(path.join(dataDir, 'postgres-18'));
  first.kill('SIGKILL');
  if (postmaster !== undefined) process.kill(postmaster.pid, 'SIGKILL');
  await new Promise((resolve) => setTimeout(resolve, 500));
  const startedAt = performance.now();
  const second = await startServer(env);
  const seconds = (performance.now() - startedAt) / 1000;
  second.kill('SIGTERM');
  await new Promise((resolve) => second.once('exit', resolve));
  return seconds;
}

function startServer(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const server = spawn(process.execPath, [...process.execArgv, program, 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    server.once('exit', () => reject(new Error('the server ended before it was ready')));
    server.stdout?.on('data', (text: Buffer) => {
      if (text.toString().includes('Dray is ready')) resolve(server);
    });
  });
}

/** Runs `dray verify`; its seconds, the most memory that it used, and its output when it found faults. */
export async function runVerify(
  env: NodeJS.ProcessEnv,
  maxRssOf: (pid: number) => number,
): Promise<{ readonly seconds: number; readonly maxRssMb: number; readonly faults: string[] }> {
  const startedAt = performance.now();
  const verify = spawn(process.execPath, [...process.execArgv, program, 'verify'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  verify.stdout?.on('data', (text: Buffer) => {
    output += text.toString();
  });
  let maxRss = 0;
  const timer = setInterval(() => {
    maxRss = Math.max(maxRss, maxRssOf(verify.pid as number));
  }, 100);
  const code = await new Promise((resolve) => verify.once('close', resolve));
  clearInterval(timer);
  const faults = code === 0 ? [] : [`dray verify: ${output.slice(0, 2_000)}`];
  return { seconds: (performance.now() - startedAt) / 1000, maxRssMb: maxRss, faults };
}
