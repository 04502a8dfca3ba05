/**
 * The processor time of the server, the database and this process: on a shared machine more meaningful than elapsed time.
 * Linux only; 0 elsewhere.
 */
import { readFileSync } from 'node:fs';
import type { Db } from '../../src/platform/db/db.ts';

/** In seconds. */
export interface CpuTime {
  readonly server: number;
  readonly database: number;
  readonly client: number;
}

/** The unit of the times in /proc is always a hundredth of a second. */
const ticksPerSecond = 100;

/** The fields of `/proc/PID/stat` after the name, which may hold spaces; undefined for a process that is gone. */
function readStat(pid: number): readonly number[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return undefined;
  }
}

/** User and system time. */
function secondsOf(pid: number): number {
  const stat = readStat(pid);
  return stat === undefined ? 0 : (Number(stat[11]) + Number(stat[12])) / ticksPerSecond;
}

/** User and system time of the children that have exited. */
function secondsOfExitedChildren(pid: number): number {
  const stat = readStat(pid);
  return stat === undefined ? 0 : (Number(stat[13]) + Number(stat[14])) / ticksPerSecond;
}

/** Of the backends and of those that have exited, whose time their postmaster has. */
function secondsOfDatabase(backends: readonly number[]): number {
  const postmasters = new Set(backends.flatMap((pid) => readStat(pid)?.[1] ?? []));
  return (
    backends.reduce((sum, pid) => sum + secondsOf(pid), 0) +
    [...postmasters].reduce((sum, pid) => sum + secondsOfExitedChildren(pid), 0)
  );
}

/** The processes in `pg_stat_activity`, also those in the background. With distributed tables, of all nodes, which run on this machine. */
async function databasePids(db: Db): Promise<readonly number[]> {
  const read = "select coalesce(string_agg(pid::text, ' '), '') as pids from pg_stat_activity";
  await db.shards.load([]);
  const rows = await db.rows<{ pids: string }>(
    db.shards.areDistributed ? `select result as pids from run_command_on_all_nodes($$${read}$$)` : read,
  );
  return rows.flatMap(({ pids }) => pids.split(' ').map(Number));
}

/** Reads the processor time used so far. @param serverPids all processes of the server */
export async function readCpuTime(db: Db, ...serverPids: readonly number[]): Promise<CpuTime> {
  const pids = await databasePids(db);
  return {
    server: serverPids.reduce((sum, pid) => sum + secondsOf(pid), 0),
    database: secondsOfDatabase(pids),
    client: secondsOf(process.pid),
  };
}

export function cpuTimeBetween(before: CpuTime, after: CpuTime): CpuTime {
  return {
    server: after.server - before.server,
    database: after.database - before.database,
    client: after.client - before.client,
  };
}
