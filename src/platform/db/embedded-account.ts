/**
 * Selects the operating system account that runs the embedded PostgreSQL, which refuses to run as root. Root tries
 * three ways, in this order:
 * - the account that owns the data, if that is an ordinary user;
 * - a user namespace in which root appears as an ordinary user (files stay owned by root, so this works below a folder
 *   that only root may enter);
 * - the account `nobody`.
 * In all three, the started process becomes PostgreSQL itself: its pid is the postmaster's.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lchownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CliError } from '../cli-error.ts';

/** An operating system account under which the embedded PostgreSQL can run. */
export interface OsAccount {
  readonly name: 'self' | 'namespace' | 'owner' | 'nobody';
  /** The owner that the data and socket folders must have, as seen from outside a namespace. */
  readonly uid: number;
  readonly gid: number;
  /** The program and account options that run `file args` under the account. */
  command(file: string, args: readonly string[]): OsAccountCommand;
}

interface OsAccountCommand {
  readonly file: string;
  readonly args: string[];
  readonly options: { uid?: number; gid?: number };
}

const nobodyUid = 65534;

/**
 * Selects the account for the data folder `dataFolder` (which need not exist yet). Existing data must be changed to
 * this owner before PostgreSQL starts, and never while it is running. `requiredPaths` are files and folders that the
 * account must be able to read or enter. Throws `CliError` when no account is usable.
 */
export function chooseOsAccount(dataFolder: string, requiredPaths: readonly string[]): OsAccount {
  if (process.getuid?.() !== 0) return hasUserName(process.getuid?.() ?? 0) ? currentAccount() : accountForUnnamedUid();
  const dataDir = path.dirname(dataFolder);
  const folderExists = existsSync(dataFolder);
  const { uid, gid } = statSync(folderExists ? dataFolder : dataDir);
  // Data owned by `nobody` in another account's data directory was assigned by the third way. A server that runs as
  // `nobody` owns its data directory too.
  const givenToNobody = uid === nobodyUid && statSync(dataDir).uid !== nobodyUid;
  const ordinary = uid !== 0 && !givenToNobody && (folderExists || hasUserName(uid));
  return ordinary
    ? ownerAccount(uid, gid, [dataDir, ...requiredPaths])
    : (namespaceAccount() ?? nobodyAccount(dataDir, requiredPaths));
}

/** PostgreSQL requires its account to have a name when it creates a database. */
function hasUserName(uid: number): boolean {
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

function currentAccount(): OsAccount {
  return {
    name: 'self',
    uid: process.getuid?.() ?? 0,
    gid: process.getgid?.() ?? 0,
    command: (file, args) => ({ file, args: [...args], options: {} }),
  };
}

/** A container may run under a uid that has no name in it. */
function accountForUnnamedUid(): OsAccount {
  const account = namespaceAccount();
  if (account !== undefined) return account;
  throw new CliError(
    `PostgreSQL needs an account with a name, but uid ${process.getuid?.()} has no entry in /etc/passwd: add one, or set DATABASE_URL`,
  );
}

/** Root uses the data of an ordinary user as that user; otherwise the user could no longer open it. */
function ownerAccount(uid: number, gid: number, requiredPaths: readonly string[]): OsAccount {
  return { name: 'owner', uid, gid, command: commandAs(uid, gid, requiredPaths) };
}

/** A user namespace in which this account appears as a named account that is not root. */
function namespaceAccount(): OsAccount | undefined {
  const named = namedUids().filter((uid) => uid !== 0);
  const uid = named.includes(nobodyUid) ? nobodyUid : named[0];
  const enter = ['--user', `--map-user=${uid}`, `--map-group=${uid}`, '--'];
  if (uid === undefined || spawnSync('unshare', [...enter, 'true'], { stdio: 'ignore' }).status !== 0) return undefined;
  return {
    name: 'namespace',
    uid: process.getuid?.() ?? 0,
    gid: process.getgid?.() ?? 0,
    command: (file, args) => ({ file: 'unshare', args: [...enter, file, ...args], options: {} }),
  };
}

function nobodyAccount(dataDir: string, requiredPaths: readonly string[]): OsAccount {
  // `nobody` must traverse the data directory to its own folder; the other files in it stay inaccessible.
  chmodSync(dataDir, statSync(dataDir).mode | 0o011);
  const command = commandAs(nobodyUid, nobodyUid, [dataDir, ...requiredPaths]);
  return { name: 'nobody', uid: nobodyUid, gid: nobodyUid, command };
}

/**
 * Returns what builds commands that run as another account and reach these files and folders: by `setpriv` where the account could not.
 * Throws `CliError` when that fails.
 */
function commandAs(uid: number, gid: number, requiredPaths: readonly string[]): OsAccount['command'] {
  const unreachablePath = requiredPaths.find((target) => !canReach(target, uid, gid));
  if (unreachablePath === undefined) return (file, args) => ({ file, args: [...args], options: { uid, gid } });
  // Below a folder that only root may enter, the account needs the capability to traverse it.
  const setprivArguments = [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    // Otherwise access checks (access(2)), which PostgreSQL makes, would ignore that capability.
    '--securebits=+no_setuid_fixup',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
    '--bounding-set=-all,+dac_override',
    '--',
  ];
  if (spawnSync('setpriv', [...setprivArguments, 'true'], { stdio: 'ignore' }).status !== 0) {
    throw new CliError(
      `PostgreSQL does not run as root, and the account ${uid === nobodyUid ? 'nobody' : `with uid ${uid}`} cannot reach ${unreachablePath}: move the project and DATA_DIR to a folder that others may enter, or start as an ordinary user`,
    );
  }
  return (file, args) => ({ file: 'setpriv', args: [...setprivArguments, file, ...args], options: {} });
}

function canReach(target: string, uid: number, gid: number): boolean {
  const trial = spawnSync('/bin/sh', ['-c', 'test -r "$0" || test -x "$0"', target], {
    uid,
    gid,
    cwd: '/',
    stdio: 'ignore',
  });
  return trial.status === 0;
}

/** Changes the owner of a folder and of everything in it to the account. */
export function chownRecursively(folder: string, account: Pick<OsAccount, 'uid' | 'gid'>): void {
  lchownSync(folder, account.uid, account.gid);
  for (const entry of readdirSync(folder)) {
    const inside = path.join(folder, entry);
    if (lstatSync(inside).isDirectory()) chownRecursively(inside, account);
    else lchownSync(inside, account.uid, account.gid);
  }
}
