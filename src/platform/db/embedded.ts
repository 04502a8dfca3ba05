/**
 * The PostgreSQL that the server runs itself when `DATABASE_URL` is not set (architecture: Data).
 * Owns DATA_DIR/postgres-18 and, beside it, `server.pid` (for an error message) and three lock files:
 * - `server.lock`: held by the one running server of this data directory;
 * - `startup.lock`: held while a process starts or stops PostgreSQL;
 * - `users.lock`: held shared by every process that uses it; the last to release it stops PostgreSQL.
 * The kernel releases all three when their process ends. After `kill -9`, the next start therefore recognizes an
 * orphaned PostgreSQL and adopts it, or restarts it if its settings are outdated and no other process uses it.
 */
import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '../cli-error.ts';
import { chownToFolderOwner, makeDataDir } from '../data-dir.ts';
import { withNewConnection } from './connections.ts';
import { createDatabaseIfMissing } from './create-database.ts';
import { chooseOsAccount, chownRecursively, type OsAccount } from './embedded-account.ts';
import { locatePostgresBinaries, type PostgresBinaries } from './embedded-binaries.ts';
import {
  assertUsableDataFolder,
  dataFolderIdentityOf,
  initializeDataFolder,
  postgresDataFolderOf,
} from './embedded-data-folder.ts';
import {
  awaitPostmaster,
  isPostmasterAlive,
  type Postmaster,
  type PostmasterWaitOptions,
  startPostmaster,
  stopPostmaster,
  stopPostmasterByPid,
  watchPostmasterStart,
} from './embedded-postmaster.ts';
import type { CrashRecovery } from './embedded-recovery.ts';
import { buildPostgresArguments, type Durability, embeddedSuperuserName, socketPort } from './embedded-settings.ts';
import { ensurePrivateFolder, ensureSocketFolder, hasSocket, removeSocketFiles } from './embedded-socket.ts';
import { createLockFile, type FileLock, tryLockFile, waitForFileLock } from './file-lock.ts';

/** Connection settings of one database, to spread into the options of a `pg.Pool`. */
export interface EmbeddedPostgresConnectionOptions {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

export interface EmbeddedPostgres {
  /** True when a running PostgreSQL was adopted, false when this call started it. */
  readonly adopted: boolean;
  connectionOptions(database: string): EmbeddedPostgresConnectionOptions;
  /** Creates the database if it is missing. */
  ensureDatabase(name: string): Promise<void>;
  /**
   * Whether the PostgreSQL process is running. `unreachable`: it runs, but its socket was deleted, as by a cleaning of
   * /tmp, so nothing can connect. `data-lost`: its data folder was deleted or replaced after it was opened. Cheap: a few
   * system calls.
   */
  inspect(): 'running' | 'ended' | 'unreachable' | 'data-lost';
  /**
   * Starts PostgreSQL again on the same socket after its process has ended, including recovery. One that is unreachable is
   * stopped first. Never creates a data folder. Only for the server: a command never starts a PostgreSQL that is in use, so
   * two cannot run at once. Throws `CliError` with PostgreSQL's error, and an `AbortError` when `signal` is aborted.
   */
  restart(signal: AbortSignal): Promise<void>;
  /** How far a restart that takes long has come; `undefined` otherwise. */
  recovery(): CrashRecovery | undefined;
  /** Releases the database; the last user stops PostgreSQL. Call it after closing all connections. Idempotent. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** `serve` is the single server of the data directory; any number of `command`s may run beside it. */
  readonly role: 'serve' | 'command';
  readonly durability?: Durability;
  /** Called again and again while the start takes longer than usual. */
  readonly onRecovery?: PostmasterWaitOptions['onRecovery'];
}

/**
 * How long to wait while another process starts or stops PostgreSQL: the longest start without progress and the longest stop
 * together.
 */
const startupWaitMs = 240_000;

/** How often the progress of a start is read while another process holds the lock. */
const lockPollMs = 500;

/** How long a command waits for the server to restart PostgreSQL. */
const restartWaitMs = 15_000;

/**
 * Opens the embedded PostgreSQL of `config.dataDir`: adopts a running one, or starts it, initializing the data folder
 * if it is missing. Throws `CliError` when another server uses the data directory, the data is of another major
 * version, the folder is unusable, or PostgreSQL does not start.
 */
export async function openEmbeddedPostgres(
  config: { readonly dataDir: string },
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const durability = options.durability ?? { fsync: true };
  const binaries = locatePostgresBinaries();
  const dataDir = path.resolve(config.dataDir);
  makeDataDir(dataDir);
  const lockFile = (name: string) => path.join(dataDir, `${name}.lock`);
  withDataDirError(dataDir, () => {
    for (const name of ['server', 'startup', 'users']) createLockFile(dataDir, lockFile(name));
  });
  const server = options.role === 'serve' ? await lockServer(dataDir, lockFile('server')) : undefined;
  try {
    const { postmaster, adopted, user } = await joinOrStart(
      dataDir,
      { binaries, durability, onRecovery: options.onRecovery },
      lockFile,
    );
    return newEmbedded({ dataDir, binaries, durability }, postmaster, adopted, { user, server, file: lockFile });
  } catch (error) {
    server?.release();
    throw error;
  }
}

/** Finds or starts PostgreSQL and registers this process as a user of it. */
async function joinOrStart(
  dataDir: string,
  program: Program,
  lockFile: (name: string) => string,
): Promise<{ postmaster: Postmaster; adopted: boolean; user: FileLock }> {
  const end = performance.now() + restartWaitMs;
  for (;;) {
    const startup = await lockStartup(lockFile('startup'), program);
    try {
      const found = await ensureRunning(dataDir, program, lockFile('users'));
      if (found !== undefined) {
        const user = tryLockFile(lockFile('users'), 'shared');
        if (user === undefined) throw new CliError(`${lockFile('users')} is locked by a program that is not ours`);
        return { ...found, user };
      }
    } finally {
      startup.release();
    }
    if (performance.now() >= end) {
      throw new CliError(
        `DATA_DIR ${dataDir} is in use, but its PostgreSQL does not run here: either the server cannot restart it (see its log), or the process that uses it is in another container`,
      );
    }
    // The startup lock is not held here, so the server can restart PostgreSQL.
    await sleep(200);
  }
}

/** The program to start, and the function to call when its start takes long. */
interface Program extends Pick<PostmasterWaitOptions, 'onRecovery'> {
  readonly binaries: PostgresBinaries;
  readonly durability: Durability;
}

interface HeldLocks {
  readonly user: FileLock;
  readonly server: FileLock | undefined;
  file(name: string): string;
}

interface Installation {
  readonly dataDir: string;
  readonly binaries: PostgresBinaries;
  readonly durability: Durability;
}

function newEmbedded(
  { dataDir, binaries, durability }: Installation,
  opened: Postmaster,
  adopted: boolean,
  locks: HeldLocks,
): EmbeddedPostgres {
  const dataFolder = postgresDataFolderOf(dataDir);
  const identity = dataFolderIdentityOf(dataFolder);
  const socket = opened.socketFolder;
  const connectionOptions = (database: string) => ({
    host: socket,
    port: socketPort,
    user: embeddedSuperuserName,
    database,
  });
  let postmaster = opened;
  let account: OsAccount | undefined;
  let stopped: Promise<void> | undefined;
  let recovery: CrashRecovery | undefined;

  const isDataLost = () => dataFolderIdentityOf(dataFolder) !== identity;

  const restart = async (signal: AbortSignal): Promise<void> => {
    const wait: PostmasterWaitOptions = { signal, onRecovery: (now) => (recovery = now) };
    const startup = await lockStartup(locks.file('startup'), wait);
    try {
      if (isDataLost()) throw new CliError(`${dataFolder} is gone`);
      const running = await awaitPostmaster(dataFolder, wait);
      if (running !== undefined && hasSocket(socket)) {
        postmaster = running;
        return;
      }
      await stopPostmaster(dataFolder);
      account ??= chooseOsAccount(dataFolder, [binaries.postgres]);
      ensurePrivateFolder(socket, account);
      removeSocketFiles(socket);
      const args = buildPostgresArguments(dataFolder, socket, durability);
      postmaster = await startPostmaster(dataFolder, account, binaries.postgres, args, wait);
    } finally {
      recovery = undefined;
      startup.release();
    }
  };

  return {
    adopted,
    connectionOptions,
    ensureDatabase: (name) =>
      withNewConnection(connectionOptions('postgres'), 60_000, (client) => createDatabaseIfMissing(client, name)),
    inspect: () => {
      if (isDataLost()) return 'data-lost';
      if (!isPostmasterAlive(postmaster.pid, dataFolder)) return 'ended';
      return hasSocket(socket) ? 'running' : 'unreachable';
    },
    restart,
    recovery: () => recovery,
    stop: () => {
      stopped ??= isDataLost()
        ? abandonDataFolder(dataFolder, postmaster, locks)
        : stopIfUnused(dataDir, socket, locks);
      return stopped;
    },
  };
}

async function stopIfUnused(dataDir: string, socket: string, locks: HeldLocks): Promise<void> {
  const startup = await lockStartup(locks.file('startup'));
  try {
    locks.user.release();
    const last = tryLockFile(locks.file('users'), 'exclusive');
    if (last !== undefined) {
      await stopPostmaster(postgresDataFolderOf(dataDir));
      rmSync(socket, { recursive: true, force: true });
      last.release();
    }
  } finally {
    startup.release();
    locks.server?.release();
  }
}

/**
 * Abandons a data folder that was deleted or replaced: stops the PostgreSQL that still runs on the deleted files and
 * does not touch the replacement.
 */
async function abandonDataFolder(dataFolder: string, postmaster: Postmaster, locks: HeldLocks): Promise<void> {
  try {
    await stopPostmasterByPid(postmaster.pid, dataFolder);
  } finally {
    locks.user.release();
    locks.server?.release();
  }
}

/** Waits briefly for a predecessor that is shutting down: a restarted service or a killed process. */
async function lockServer(dataDir: string, file: string): Promise<FileLock> {
  const lock = withDataDirError(dataDir, () => tryLockFile(file, 'exclusive')) ?? (await waitForFileLock(file, 2_000));
  const pidFile = path.join(dataDir, 'server.pid');
  if (lock === undefined) {
    const pid = pidIn(pidFile);
    throw new CliError(
      `another server${pid === undefined ? '' : ` (pid ${pid})`} is already running on DATA_DIR ${dataDir}: stop it, or use another DATA_DIR`,
    );
  }
  // Used only for the error message; the lock alone decides.
  writeFileSync(pidFile, `${process.pid}\n`);
  chownToFolderOwner(dataDir, pidFile);
  return {
    release: () => {
      if (pidIn(pidFile) === process.pid) rmSync(pidFile, { force: true });
      lock.release();
    },
  };
}

function pidIn(file: string): number | undefined {
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined;
}

/** Waits while another process starts or stops PostgreSQL, for as long as a recovery makes progress. */
async function lockStartup(file: string, wait: PostmasterWaitOptions = {}): Promise<FileLock> {
  const dataDir = path.dirname(file);
  // The first attempt detects a file system without lock support.
  let lock = withDataDirError(dataDir, () => tryLockFile(file, 'exclusive'));
  if (lock !== undefined) return lock;
  const progress = watchPostmasterStart(postgresDataFolderOf(dataDir), { ...wait, stallMs: startupWaitMs });
  while (lock === undefined && progress() === undefined) {
    lock = await waitForFileLock(file, lockPollMs, wait.signal);
  }
  if (lock === undefined) throw new CliError(`another process has been starting or stopping PostgreSQL for too long`);
  return lock;
}

function withDataDirError<T>(dataDir: string, take: () => T): T {
  try {
    return take();
  } catch (cause) {
    throw new CliError(`DATA_DIR ${dataDir} cannot be used: ${(cause as Error).message}`, 1, { cause });
  }
}

/**
 * Returns a running PostgreSQL and whether it was already running. Requires the startup lock. Returns `undefined` when
 * it is in use but not running: then only the server that supervises it may start it.
 */
async function ensureRunning(
  dataDir: string,
  { binaries, durability, onRecovery }: Program,
  usersFile: string,
): Promise<{ postmaster: Postmaster; adopted: boolean } | undefined> {
  const dataFolder = postgresDataFolderOf(dataDir);
  assertUsableDataFolder(dataDir, dataFolder);
  const running = existsSync(dataFolder) ? await awaitPostmaster(dataFolder, { onRecovery }) : undefined;
  const exclusiveLock = tryLockFile(usersFile, 'exclusive');
  exclusiveLock?.release();
  if (exclusiveLock === undefined) {
    // It is in use, so the account it runs under is correct.
    return running && { postmaster: running, adopted: true };
  }
  const account = chooseOsAccount(dataFolder, [binaries.postgres]);
  const socket = ensureSocketFolder(dataDir, account);
  const args = buildPostgresArguments(dataFolder, socket, durability);
  if (running !== undefined) {
    if (isCurrent(dataFolder, binaries, args, running)) return { postmaster: running, adopted: true };
    await stopPostmaster(dataFolder);
  }
  removeSocketFiles(socket);
  if (!existsSync(dataFolder)) await initializeDataFolder(dataFolder, account, binaries, durability);
  else if (lstatSync(dataFolder).uid !== account.uid) chownRecursively(dataFolder, account);
  const postmaster = await startPostmaster(dataFolder, account, binaries.postgres, args, { onRecovery });
  return { postmaster, adopted: false };
}

/** Whether the running process uses the program and settings that a new start would use, and its socket folder exists. */
function isCurrent(
  dataFolder: string,
  binaries: PostgresBinaries,
  args: readonly string[],
  running: Postmaster,
): boolean {
  if (!existsSync(running.socketFolder)) return false;
  const written = readFileSync(path.join(dataFolder, 'postmaster.opts'), 'utf8').trim();
  return written === [binaries.postgres, ...args.map((arg) => `"${arg}"`)].join(' ');
}
