/** A start that takes long, with a program in place of PostgreSQL that logs its recovery as PostgreSQL does. */
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OsAccount } from './embedded-account.ts';
import { findPostmaster, startPostmaster } from './embedded-postmaster.ts';
import { type CrashRecovery, watchCrashRecovery } from './embedded-recovery.ts';

let folder: string;
let log: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'dray-start-'));
  mkdirSync(path.join(folder, 'log'));
  log = path.join(folder, 'log', 'postgres-Mon.log');
});
afterEach(() => {
  const pid = findPostmaster(folder)?.pid;
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const self: OsAccount = {
  name: 'self',
  uid: 0,
  gid: 0,
  command: (file, args) => ({ file, args: [...args], options: {} }),
};

/** Replays for `steps` times 50 ms; `line` is what it logs each time, with the number of the step as `$i`. */
async function start(steps: number, line: string): Promise<CrashRecovery[]> {
  const program = path.join(folder, 'postgres.sh');
  const pidFile = (status: string) => `printf '%s\\n\\n\\n\\n/nowhere\\n\\n\\n${status}\\n' $$ > "$2/postmaster.pid"`;
  writeFileSync(
    program,
    `${pidFile('starting')}
     echo 'LOG:  redo starts at 0/100000' >> ${log}
     i=0
     while [ $i -lt ${steps} ]; do i=$((i + 1)); sleep 0.05; echo "${line}" >> ${log}; done
     ${pidFile('ready   ')}
     exec ${process.execPath} -e 'setTimeout(() => undefined, 60_000)' "$2"`,
  );
  const reports: CrashRecovery[] = [];
  const wait = { stallMs: 1_500, onRecovery: (recovery: CrashRecovery) => reports.push(recovery) };
  await startPostmaster(folder, self, '/bin/sh', [program, folder].toSpliced(1, 0, '-D'), wait);
  return reports;
}

describe('a start that recovers', () => {
  it('is waited for while the replay makes progress, and says how far it has come', async () => {
    const reports = await start(60, 'LOG:  redo in progress, elapsed time: $i.00 s, current LSN: 0/$(echo $i)00000');
    expect(reports.at(-1)?.description).toMatch(
      /^the database has been recovering since [\d-]+T[\d:]+Z: [1-9]\d* MiB of its write-ahead log replayed$/,
    );
  });

  it('and makes no progress is given up: elapsed time and rejected connections are no progress', async () => {
    const lines = [
      'LOG:  redo in progress, elapsed time: $i.00 s, current LSN: 0/900000',
      'FATAL:  the database system is not yet accepting connections',
    ].join('\n');
    await expect(start(200, lines)).rejects.toThrow(/8 MiB of its .* replayed, and has made no progress for \d+ s$/);
  });
});

it('lines of an earlier recovery do not describe the start that is watched', () => {
  appendFileSync(log, 'LOG:  redo starts at 0/100000\nLOG:  redo done at 0/300000\n');
  appendFileSync(log, 'LOG:  starting PostgreSQL 18.4\n');
  expect(watchCrashRecovery(folder).check().description).toMatch(
    /^the database has been starting since [^:]+:\d\d:\d\dZ$/,
  );
});
