/**
 * Under which account the embedded PostgreSQL runs. It refuses to run as root, so for root there are three ways, tried
 * in this order: the account that owns the data, where that is an ordinary user; a user namespace in which root appears as an ordinary user
 * (files stay root's, so this works below a folder that only root may enter); the account `nobody`.
 *
 * In every way the process that is started becomes PostgreSQL itself: its pid is the postmaster's.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lchownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { StartRefused } from '../start-refused.ts';

export interface Account {
  readonly name: 'self' | 'namespace' | 'owner' | 'nobody';
  /** The owner that data and socket folder must have, as seen from outside a namespace. */
  readonly uid: number;
  readonly gid: number;
  /** What to run, and as whom, so that `file args` runs under the account. */
  command(file: string, args: readonly string[]): Command;
}

export interface Command {
  readonly file: string;
  readonly args: string[];
  readonly options: { uid?: number; gid?: number };
}

const nobody = 65534;

/**
 * Chooses the account for the data folder `dataFolder` (which need not exist yet). Data that exists must be given to it
 * before PostgreSQL is started, and never while one runs on it. `reach` are files and folders that the account must be
 * able to read. Throws `StartRefused` when no account will do.
 */
export function chooseAccount(dataFolder: string, reach: readonly string[]): Account {
  if (process.getuid?.() !== 0) return isNamed(process.getuid?.() ?? 0) ? self() : unnamed();
  const dataDir = path.dirname(dataFolder);
  const made = existsSync(dataFolder);
  const { uid, gid } = statSync(made ? dataFolder : dataDir);
  // What belongs to `nobody` alone was given to it by the last of the three ways; its own server owns all the rest too.
  const given = uid === nobody && statSync(dataDir).uid !== nobody;
  const ordinary = uid !== 0 && !given && (made || isNamed(uid));
  return ordinary ? owner(uid, gid, [dataDir, ...reach]) : (namespace() ?? unprivileged(dataDir, reach));
}

/** PostgreSQL asks for the name of its account when it makes a database. */
function isNamed(uid: number): boolean {
  try {
    return uid === process.getuid?.() ? os.userInfo().username !== '' : namedUids().includes(uid);
  } catch {
    return false;
  }
}

function namedUids(): number[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => Number.parseInt(line.split(':')[2] ?? '', 10))
    .filter((uid) => Number.isInteger(uid));
}

function self(): Account {
  return {
    name: 'self',
    uid: process.getuid?.() ?? 0,
    gid: process.getgid?.() ?? 0,
    command: (file, args) => ({ file, args: [...args], options: {} }),
  };
}

/** A container may run under a number that has no name in it. */
function unnamed(): Account {
  const account = namespace();
  if (account !== undefined) return account;
  throw new StartRefused(
    `PostgreSQL needs an account with a name, but uid ${process.getuid?.()} has no entry in /etc/passwd: add one, or set DATABASE_URL`,
  );
}

/** Root looks after the data of an ordinary user: as that user, or the user could not open it any more. */
function owner(uid: number, gid: number, reach: readonly string[]): Account {
  return { name: 'owner', uid, gid, command: commandOf(uid, gid, reach) };
}

/** A user namespace in which this account appears as one that has a name and is not root. */
function namespace(): Account | undefined {
  const named = namedUids().filter((uid) => uid !== 0);
  const uid = named.includes(nobody) ? nobody : named[0];
  const enter = ['--user', `--map-user=${uid}`, `--map-group=${uid}`, '--'];
  if (uid === undefined || spawnSync('unshare', [...enter, 'true'], { stdio: 'ignore' }).status !== 0) return undefined;
  return {
    name: 'namespace',
    uid: process.getuid?.() ?? 0,
    gid: process.getgid?.() ?? 0,
    command: (file, args) => ({ file: 'unshare', args: [...enter, file, ...args], options: {} }),
  };
}

function unprivileged(dataDir: string, reach: readonly string[]): Account {
  // `nobody` must pass through the data directory to its own folder in it; what else lies there stays closed to it.
  chmodSync(dataDir, statSync(dataDir).mode | 0o011);
  const command = commandOf(nobody, nobody, [dataDir, ...reach]);
  return { name: 'nobody', uid: nobody, gid: nobody, command };
}

/** Starts programs as another account, which must be able to reach these files and folders. */
function commandOf(uid: number, gid: number, reach: readonly string[]): Account['command'] {
  const unreached = reach.find((target) => !reachable(target, uid, gid));
  if (unreached === undefined) return (file, args) => ({ file, args: [...args], options: { uid, gid } });
  // Below a folder that only root may enter, the account needs the one right to pass through.
  const pass = [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    // Or asking whether a file may be read would be answered without that right, and PostgreSQL asks.
    '--securebits=+no_setuid_fixup',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
    '--bounding-set=-all,+dac_override',
    '--',
  ];
  if (spawnSync('setpriv', [...pass, 'true'], { stdio: 'ignore' }).status !== 0) {
    throw new StartRefused(
      `PostgreSQL does not run as root, and the account ${uid === nobody ? 'nobody' : `with uid ${uid}`} cannot reach ${unreached}: move the project and DATA_DIR to a folder that others may enter, or start as an ordinary user`,
    );
  }
  return (file, args) => ({ file: 'setpriv', args: [...pass, file, ...args], options: {} });
}

function reachable(target: string, uid: number, gid: number): boolean {
  const trial = spawnSync('/bin/sh', ['-c', 'test -r "$0" || test -x "$0"', target], {
    uid,
    gid,
    cwd: '/',
    stdio: 'ignore',
  });
  return trial.status === 0;
}

/** Makes a folder and all in it belong to the account. */
export function give(folder: string, account: Account): void {
  lchownSync(folder, account.uid, account.gid);
  for (const entry of readdirSync(folder)) {
    const inside = path.join(folder, entry);
    if (lstatSync(inside).isDirectory()) give(inside, account);
    else lchownSync(inside, account.uid, account.gid);
  }
}
