/**
 * How far a starting PostgreSQL has come, from its log: after a crash it replays its write-ahead log, which takes minutes for
 * gigabytes. It is waited for while it makes progress.
 *
 * Lines about rejected connections are no progress: they are logged for as long as someone tries to connect.
 */
import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import path from 'node:path';

export interface CrashRecovery {
  /** What it does and since when, for the operator. */
  readonly description: string;
  /** When the log last showed progress, on the clock of `performance.now()`. */
  readonly progressedAtMs: number;
}

interface CrashRecoveryWatch {
  /** Reads what has been logged since the last call, at most once in `everyMs`. */
  check(): CrashRecovery;
}

const everyMs = 500;
/** The most bytes of a log that one check reads; earlier lines are skipped. */
const maxReadBytes = 1 << 20;

const step = /LOG: +(redo starts|redo in progress|redo done|syncing data directory|resetting unlogged relations)(.*)/;
const position = /([0-9A-F]+)\/([0-9A-F]+)/;

/**
 * Follows the newest PostgreSQL log of a start that begins now. Lines of an earlier start count until PostgreSQL has logged this one.
 */
export function watchCrashRecovery(dataFolder: string): CrashRecoveryWatch {
  const since = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
  let progressedAtMs = performance.now();
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  let file: string | undefined;
  let read = 0;
  let last: string | undefined;
  let redoFrom: bigint | undefined;
  let activity: string | undefined;

  const take = (line: string): void => {
    // A new start of the postmaster recovers from the beginning.
    if (/LOG: +starting PostgreSQL/.test(line)) {
      redoFrom = undefined;
      activity = undefined;
    }
    const [, name = '', rest = ''] = step.exec(line) ?? [];
    if (name === '') return;
    // Without the elapsed time, which increases without progress too.
    const reached = `${name}${rest.replace(/elapsed time: [\d.]+ s/, '')}`;
    if (reached === last) return;
    last = reached;
    const at = positionIn(rest);
    if (name === 'redo starts') redoFrom = at;
    if (name === 'redo done') activity = 'its write-ahead log is replayed, and the result is written to disk';
    else if (!name.startsWith('redo')) activity = 'its files are prepared';
    else if (at === undefined || redoFrom === undefined) activity = 'its write-ahead log is being replayed';
    else activity = `${(at - redoFrom) >> 20n} MiB of its write-ahead log replayed`;
  };

  /** Reads the new lines; returns whether they show progress. */
  const readLog = (): boolean => {
    const newest = findNewestPostgresLogFile(dataFolder);
    if (newest === undefined) return false;
    const { size } = statSync(newest);
    if (newest !== file || size < read) {
      file = newest;
      read = 0;
    }
    const before = last;
    const text = textOf(newest, Math.max(read, size - maxReadBytes), size);
    const end = text.lastIndexOf('\n') + 1;
    read = size - Buffer.byteLength(text.slice(end));
    for (const line of text.slice(0, end).split('\n')) take(line);
    return last !== before;
  };

  return {
    check: () => {
      if (performance.now() - checkedAtMs >= everyMs) {
        checkedAtMs = performance.now();
        if (readLog()) progressedAtMs = checkedAtMs;
      }
      const state = activity === undefined ? 'starting' : 'recovering';
      return {
        description: `the database has been ${state} since ${since}${activity === undefined ? '' : `: ${activity}`}`,
        progressedAtMs,
      };
    },
  };
}

function positionIn(text: string): bigint | undefined {
  const [, high, low] = position.exec(text) ?? [];
  return high === undefined || low === undefined ? undefined : (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

function textOf(file: string, from: number, to: number): string {
  const bytes = Buffer.alloc(Math.max(0, to - from));
  const descriptor = openSync(file, 'r');
  try {
    return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, bytes.length, from));
  } finally {
    closeSync(descriptor);
  }
}

/** The path of the log file that was written last; undefined when there is none. */
export function findNewestPostgresLogFile(dataFolder: string): string | undefined {
  const folder = path.join(dataFolder, 'log');
  if (!existsSync(folder)) return undefined;
  const files = readdirSync(folder).map((name) => path.join(folder, name));
  return files.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
}
