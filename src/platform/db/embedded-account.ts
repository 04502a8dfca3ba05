/**
 * Under which account the embedded PostgreSQL runs. It refuses to run as root, so for root there are three ways, tried
 * in this order: the account that owns the data already; a user namespace in which root appears as an ordinary user
 * (files stay root's, so this works below a folder that only root may enter); the account `nobody`.
 *
 * In every way the process that is started becomes PostgreSQL itself: its pid is the postmaster's.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lchownSync, lstatSync, readdirSync, statSync } from 'node:fs';
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
const namespaceArguments = ['--user', '--map-user=1000', '--map-group=1000', '--'];

/**
 * Chooses the account for the data folder `dataFolder` (which need not exist yet) and makes existing data belong to it.
 * `reach` are files and folders that the account must be able to read. Throws `StartRefused` when root can use neither
 * a namespace nor `nobody`.
 */
export function chooseAccount(dataFolder: string, reach: readonly string[]): Account {
  if (process.getuid?.() !== 0) return self();
  const owner = existsSync(dataFolder) ? statSync(dataFolder).uid : 0;
  const account =
    owner !== 0 && owner !== nobody ? owned(dataFolder) : (namespace() ?? unprivileged(dataFolder, reach));
  if (existsSync(dataFolder) && owner !== account.uid) give(dataFolder, account);
  return account;
}

function self(): Account {
  return {
    name: 'self',
    uid: process.getuid?.() ?? 0,
    gid: process.getgid?.() ?? 0,
    command: (file, args) => ({ file, args: [...args], options: {} }),
  };
}

/** Root looks after the data of an ordinary user: as that user, or the user could not open it any more. */
function owned(dataFolder: string): Account {
  const { uid, gid } = statSync(dataFolder);
  return {
    name: 'owner',
    uid,
    gid,
    command: (file, args) => ({ file, args: [...args], options: { uid, gid } }),
  };
}

function namespace(): Account | undefined {
  const trial = spawnSync('unshare', [...namespaceArguments, 'true'], { stdio: 'ignore' });
  if (trial.status !== 0) return undefined;
  return {
    name: 'namespace',
    uid: 0,
    gid: 0,
    command: (file, args) => ({ file: 'unshare', args: [...namespaceArguments, file, ...args], options: {} }),
  };
}

function unprivileged(dataFolder: string, reach: readonly string[]): Account {
  const parent = path.dirname(dataFolder);
  // `nobody` must pass through the data directory to its own folder in it; what else lies there stays closed to it.
  chmodSync(parent, statSync(parent).mode | 0o011);
  const account = { name: 'nobody', uid: nobody, gid: nobody } as const;
  if ([parent, ...reach].every((target) => reachable(target))) {
    return {
      ...account,
      command: (file, args) => ({ file, args: [...args], options: { uid: nobody, gid: nobody } }),
    };
  }
  // Below a folder that only root may enter, the account needs the one right to pass through.
  const pass = [
    `--reuid=${nobody}`,
    `--regid=${nobody}`,
    '--clear-groups',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
    '--bounding-set=-all,+dac_override',
    '--',
  ];
  if (spawnSync('setpriv', [...pass, 'true'], { stdio: 'ignore' }).status !== 0) {
    throw new StartRefused(
      `PostgreSQL does not run as root, and the account nobody cannot reach ${parent}: move the project and DATA_DIR to a folder that others may enter, or start as an ordinary user`,
    );
  }
  return {
    ...account,
    command: (file, args) => ({ file: 'setpriv', args: [...pass, file, ...args], options: {} }),
  };
}

function reachable(target: string): boolean {
  const trial = spawnSync('/bin/sh', ['-c', 'test -r "$0" || test -x "$0"', target], {
    uid: nobody,
    gid: nobody,
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
