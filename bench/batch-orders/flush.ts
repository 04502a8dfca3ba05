/** Measures the duration of a disk flush, and makes PostgreSQL wait as for a slower disk. */
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { Db } from '../../src/platform/db/db.ts';

const writes = 100;

/** The median duration of a flush (`fdatasync`) after a write of 8 KB to a file in this folder. */
export function flushMilliseconds(folder: string): number {
  const name = path.join(folder, 'flush');
  const file = openSync(name, 'w');
  const page = Buffer.alloc(8192);
  const times = Array.from({ length: writes }, (_, index) => {
    writeSync(file, page, 0, page.length, (index % 16) * page.length);
    const startedAt = performance.now();
    fdatasyncSync(file);
    return performance.now() - startedAt;
  });
  closeSync(file);
  rmSync(name);
  return times.sort((a, b) => a - b)[writes / 2] ?? Number.NaN;
}

/** Makes PostgreSQL wait this long before it flushes a commit to disk. */
export async function slowCommits(db: Db, milliseconds: number): Promise<void> {
  if (milliseconds === 0) return;
  await db.rows(`alter system set commit_delay = ${Math.round(milliseconds * 1000)}`);
  await db.rows('alter system set commit_siblings = 0');
  await db.rows('select pg_reload_conf()');
}
