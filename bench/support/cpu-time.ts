/**
 * The processor time of the server, the database and this process: on a shared machine more meaningful than elapsed time.
 * Linux only; undefined elsewhere.
 */
import { readFileSync } from 'node:fs';
import type { Db } from '../../src/platform/db/db.ts';

/** Seconds. */
export interface CpuTime {
  readonly server: number;
  readonly database: number;
  readonly client: number;
}

/** Of the kernel's clock, a constant of its interface. */
const ticksPerSecond = 100;

function secondsOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name may hold spaces; user and system time are the 14th and 15th field.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  } catch {
    return 0;
  }
}

/** Where tables are distributed, of the processes of all nodes, which are on this machine. */
async function databasePids(db: Db): Promise<readonly number[]> {
  const read = "select coalesce(string_agg(pid::text, ' '), '') as pids from pg_stat_activity";
  await db.shards.load([]);
  const rows = await db.rows<{ pids: string }>(
    db.shards.areDistributed ? `select result as pids from run_command_on_all_nodes($$${read}$$)` : read,
  );
  return rows.flatMap(({ pids }) => pids.split(' ').map(Number));
}

/** @param serverPids of all processes of the server */
export async function readCpuTime(db: Db, ...serverPids: readonly number[]): Promise<CpuTime> {
  const pids = await databasePids(db);
  return {
    server: serverPids.reduce((sum, pid) => sum + secondsOf(pid), 0),
    database: pids.reduce((sum, pid) => sum + secondsOf(pid), 0),
    client: secondsOf(process.pid),
  };
}

export function cpuTimeBetween(before: CpuTime, after: CpuTime): CpuTime {
  return {
    server: after.server - before.server,
    // The time of a backend that has exited is lost.
    database: Math.max(0, after.database - before.database),
    client: after.client - before.client,
  };
}
