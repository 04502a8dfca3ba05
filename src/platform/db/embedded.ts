/**
 * The PostgreSQL that the server runs itself when no `DATABASE_URL` is set (architecture: Data).
 *
 * Owns DATA_DIR/postgres-18 and three lock files beside it:
 * - `server.lock`: held by the one living server of this data directory;
 * - `startup.lock`: held for the moment in which somebody starts or stops PostgreSQL;
 * - `users.lock`: held shared by everybody who works with it; whoever leaves last stops it.
 * All three end with their process, so after `kill -9` the next start sees an orphan for what it is and adopts it (or,
 * where its settings are not today's and nobody else works with it, stops it and starts anew).
 */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { giveToOwner, makeDataDir, syncFolder } from '../data-dir.ts';
import { StartRefused } from '../start-refused.ts';
import { type Account, chooseAccount, give } from './embedded-account.ts';
import { type Binaries, locateBinaries, postgresMajor } from './embedded-binaries.ts';
import { type Lock, makeLockFile, tryLock, waitForLock } from './embedded-lock.ts';
import { type Postmaster, settlePostmaster, startPostmaster, stopPostmaster } from './embedded-postmaster.ts';
import { type Durability, initdbArguments, postgresArguments, socketPort, superuser } from './embedded-settings.ts';
import { clearSocket, socketFolder } from './embedded-socket.ts';

/** How to reach one database: to be spread into the options of a `pg.Pool`. */
export interface ConnectionOptions {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

export interface Embedded {
  /** True when a running PostgreSQL was found, false when this call started it. */
  readonly adopted: boolean;
  url(database: string): ConnectionOptions;
  /** Makes the database where it is missing. */
  ensureDatabase(name: string): Promise<void>;
  /** Leaves; the last to leave stops PostgreSQL. To be called when all connections are closed. Safe to call twice. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** `serve` is the one server of the data directory; any number of `command`s may work beside it. */
  readonly role: 'serve' | 'command';
  readonly durability?: Durability;
}

/** Longer than the longest start and stop that another process may be in the middle of. */
const startupWaitMs = 240_000;

/**
 * Opens the embedded PostgreSQL of `config.dataDir`: adopts the running one or starts it, made first where it does not
 * exist. Throws `StartRefused`: another server lives on the data directory; the data is of another major version; the
 * folder cannot be used; PostgreSQL does not start.
 */
export async function openEmbedded(config: { readonly dataDir: string }, options: EmbeddedOptions): Promise<Embedded> {
  const durability = options.durability ?? { fsync: true };
  const binaries = locateBinaries();
  const dataDir = path.resolve(config.dataDir);
  makeDataDir(dataDir);
  const lockFile = (name: string) => path.join(dataDir, `${name}.lock`);
  lockOrRefuse(dataDir, () => {
    for (const name of ['server', 'startup', 'users']) makeLockFile(dataDir, lockFile(name));
  });
  const server = options.role === 'serve' ? await claimServer(dataDir, lockFile('server')) : undefined;
  try {
    const startup = await claimStartup(lockFile('startup'));
    try {
      const { postmaster, adopted } = await bringUp(dataDir, binaries, durability, lockFile('users'));
      const user = tryLock(lockFile('users'), 'shared');
      if (user === undefined) throw new StartRefused(`${lockFile('users')} is locked by a program that is not ours`);
      return embedded(dataDir, postmaster, adopted, { user, server, file: lockFile });
    } finally {
      startup.release();
    }
  } catch (error) {
    server?.release();
    throw error;
  }
}

interface HeldLocks {
  readonly user: Lock;
  readonly server: Lock | undefined;
  file(name: string): string;
}

function embedded(dataDir: string, postmaster: Postmaster, adopted: boolean, locks: HeldLocks): Embedded {
  const url = (database: string) => ({ host: postmaster.socketFolder, port: socketPort, user: superuser, database });
  let stopped: Promise<void> | undefined;
  return {
    adopted,
    url,
    ensureDatabase: (name) => ensureDatabase(url('postgres'), name),
    stop: () => {
      stopped ??= leave(dataDir, postmaster.socketFolder, locks);
      return stopped;
    },
  };
}

async function leave(dataDir: string, socket: string, locks: HeldLocks): Promise<void> {
  const startup = await claimStartup(locks.file('startup'));
  try {
    locks.user.release();
    const last = tryLock(locks.file('users'), 'exclusive');
    if (last !== undefined) {
      await stopPostmaster(dataFolderOf(dataDir));
      rmSync(socket, { recursive: true, force: true });
      last.release();
    }
  } finally {
    startup.release();
    locks.server?.release();
  }
}

/** Waits a moment for a predecessor that is just leaving: a service that is restarted, a process that was killed. */
async function claimServer(dataDir: string, file: string): Promise<Lock> {
  const lock = lockOrRefuse(dataDir, () => tryLock(file, 'exclusive')) ?? (await waitForLock(file, 'exclusive', 2_000));
  const pidFile = path.join(dataDir, 'server.pid');
  if (lock === undefined) {
    const pid = existsSync(pidFile) ? ` (pid ${readFileSync(pidFile, 'utf8').trim()})` : '';
    throw new StartRefused(
      `another server${pid} is already running on DATA_DIR ${dataDir}: stop it, or use another DATA_DIR`,
    );
  }
  // Only for that message: the lock alone decides.
  writeFileSync(pidFile, `${process.pid}\n`);
  giveToOwner(dataDir, pidFile);
  return {
    release: () => {
      rmSync(pidFile, { force: true });
      lock.release();
    },
  };
}

async function claimStartup(file: string): Promise<Lock> {
  // The first attempt tells whether locks can be had here at all.
  const lock =
    lockOrRefuse(path.dirname(file), () => tryLock(file, 'exclusive')) ??
    (await waitForLock(file, 'exclusive', startupWaitMs));
  if (lock === undefined)
    throw new StartRefused(`another process has been starting or stopping PostgreSQL for too long`);
  return lock;
}

function lockOrRefuse<T>(dataDir: string, take: () => T): T {
  try {
    return take();
  } catch (cause) {
    throw new StartRefused(`DATA_DIR ${dataDir} cannot be used: ${(cause as Error).message}`, 1, { cause });
  }
}

function dataFolderOf(dataDir: string): string {
  return path.join(dataDir, `postgres-${postgresMajor}`);
}

/** Under the start-up lock: one running PostgreSQL, and whether it was running before. */
async function bringUp(
  dataDir: string,
  binaries: Binaries,
  durability: Durability,
  usersFile: string,
): Promise<{ postmaster: Postmaster; adopted: boolean }> {
  const dataFolder = dataFolderOf(dataDir);
  refuseMisfit(dataDir, dataFolder);
  const running = existsSync(dataFolder) ? await settlePostmaster(dataFolder) : undefined;
  const alone = tryLock(usersFile, 'exclusive');
  alone?.release();
  if (alone === undefined) {
    // Somebody works with it: whatever account it runs under is the right one.
    if (running !== undefined) return { postmaster: running, adopted: true };
    throw new StartRefused(
      `DATA_DIR ${dataDir} is in use by a process that cannot be seen from here (another container?)`,
    );
  }
  const account = chooseAccount(dataFolder, [binaries.postgres]);
  const socket = socketFolder(dataDir, account);
  const args = postgresArguments(dataFolder, socket, durability);
  if (running !== undefined) {
    if (isCurrent(dataFolder, binaries, args, running)) return { postmaster: running, adopted: true };
    await stopPostmaster(dataFolder);
  }
  clearSocket(socket);
  if (!existsSync(dataFolder)) await initialise(dataFolder, account, binaries, durability);
  else if (lstatSync(dataFolder).uid !== account.uid) give(dataFolder, account);
  return { postmaster: await startPostmaster(dataFolder, account, binaries.postgres, args), adopted: false };
}

/** Data of another major version is neither opened nor passed over: an empty database would look like a loss. */
function refuseMisfit(dataDir: string, dataFolder: string): void {
  if (existsSync(dataFolder)) {
    const file = path.join(dataFolder, 'PG_VERSION');
    if (!existsSync(file)) throw new StartRefused(`${dataFolder} is not a PostgreSQL data folder: move it away`);
    const version = readFileSync(file, 'utf8').trim();
    if (version === String(postgresMajor)) return;
    throw new StartRefused(`${dataFolder} holds data of PostgreSQL ${version}, but this version runs ${postgresMajor}`);
  }
  const other = readdirSync(dataDir).find((name) => /^postgres-\d+$/.test(name));
  if (other !== undefined) {
    throw new StartRefused(
      `DATA_DIR ${dataDir} holds ${other}, but this version runs PostgreSQL ${postgresMajor}: dump that data with the version that wrote it, or use another DATA_DIR`,
    );
  }
}

/** Whether a found process runs with the program and settings that we would start it with now. */
function isCurrent(dataFolder: string, binaries: Binaries, args: readonly string[], running: Postmaster): boolean {
  if (!existsSync(running.socketFolder)) return false;
  const written = readFileSync(path.join(dataFolder, 'postmaster.opts'), 'utf8').trim();
  return written === [binaries.postgres, ...args.map((arg) => `"${arg}"`)].join(' ');
}

/** Makes the data folder beside its place and moves it there when it is whole: a half-made one is never opened. */
async function initialise(
  dataFolder: string,
  account: Account,
  binaries: Binaries,
  durability: Durability,
): Promise<void> {
  const making = `${dataFolder}.making`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { mode: 0o700 });
  if (lstatSync(making).uid !== account.uid) give(making, account);
  chmodSync(making, 0o700);
  const command = account.command(binaries.initdb, initdbArguments(making, durability));
  const said = await new Promise<string | undefined>((resolve) => {
    const child = spawn(command.file, command.args, {
      ...command.options,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    });
    let errors = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(code === 0 ? undefined : errors.trim() || `exit code ${code}`));
  });
  if (said !== undefined) throw new StartRefused(`the database in ${dataFolder} could not be made: ${said}`);
  renameSync(making, dataFolder);
  if (durability.fsync) syncFolder(path.dirname(dataFolder));
}

async function ensureDatabase(options: ConnectionOptions, name: string): Promise<void> {
  const client = new pg.Client(options);
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } catch (error) {
    // Somebody else made it between the two statements: duplicate_database, or its unique index.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await client.end();
  }
}
