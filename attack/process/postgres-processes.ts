/** The processes of a PostgreSQL, as the operating system shows them. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The pid of the PostgreSQL that uses a data directory; `undefined` while there is none. */
export function postmasterPid(dataDir: string): number | undefined {
  try {
    const folder = readdirSync(dataDir).find((name) => /^postgres-\d+$/.test(name));
    const pid = Number.parseInt(readFileSync(path.join(dataDir, folder ?? '', 'postmaster.pid'), 'utf8'), 10);
    return commandLine(pid).includes('postgres') ? pid : undefined;
  } catch {
    return undefined;
  }
}

export interface Backend {
  readonly pid: number;
  /** As PostgreSQL describes it: `postgres: dray dray_test [local] COMMIT`. */
  readonly title: string;
}

/** The processes that serve connections, without the ones that PostgreSQL runs for itself. */
export function backendsOf(postmaster: number): Backend[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), title: commandLine(Number(name)) }))
    .filter(({ pid, title }) => /^postgres: \S+ \S+ (\[local\]|[\d.:(])/.test(title) && parentOf(pid) === postmaster);
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

/** Sends a signal; a process that has already exited is not an error. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
