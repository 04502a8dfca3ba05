/**
 * The data directory of a server that was started once and stopped in good order, made once per run of the tests. A test
 * that is not about the first start copies it: creating the databases takes longer than most tests.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import type { CallerCredentials } from './client.ts';
import { runServer } from './whole-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder of this run, removed after it. */
    runFolder: string;
  }
}

const maxWaitMs = 100_000;

/** Copies the data directory to `dataDir`, which must not exist; returns the credentials of its demo winery. */
export async function copyFirstStart(dataDir: string): Promise<CallerCredentials> {
  const folder = path.join(inject('runFolder'), 'first-start');
  const credentials = await firstStart(folder);
  copyDataFolder(path.join(folder, 'data'), dataDir);
  return credentials;
}

/** Copies a data folder that no program uses, with modes and owners. */
export function copyDataFolder(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to]);
}

/** The test file that comes first makes it; the others wait. */
async function firstStart(folder: string): Promise<CallerCredentials> {
  const made = path.join(folder, 'credentials.json');
  if (createdHere(folder)) {
    const server = await runServer(path.join(folder, 'data'));
    const credentials = await server.demoCredentials();
    server.program.kill('SIGTERM');
    await server.program.ended();
    writeFileSync(`${made}.new`, JSON.stringify(credentials));
    renameSync(`${made}.new`, made);
  }
  const giveUpAt = performance.now() + maxWaitMs;
  while (!existsSync(made)) {
    if (performance.now() > giveUpAt)
      throw new Error('no other test file has made the data directory of a first start');
    await sleep(50);
  }
  return JSON.parse(readFileSync(made, 'utf8')) as CallerCredentials;
}

/** Whether the folder was created by this call. */
function createdHere(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
