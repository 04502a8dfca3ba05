/** The folder that holds the embedded database: its name, its version, its identity, and how it is first made. */
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
  statSync,
} from 'node:fs';
import path from 'node:path';
import { syncFolder } from '../data-dir.ts';
import { StartRefused } from '../start-refused.ts';
import { type Account, give } from './embedded-account.ts';
import { type Binaries, postgresMajor } from './embedded-binaries.ts';
import { type Durability, initdbArguments } from './embedded-settings.ts';

/** Where the database is, named by its major version. */
export function dataFolderOf(dataDir: string): string {
  return path.join(dataDir, `postgres-${postgresMajor}`);
}

/** Device and inode: the same as long as nobody deletes or replaces the folder. `undefined` without a database in it. */
export function folderIdentity(dataFolder: string): string | undefined {
  try {
    statSync(path.join(dataFolder, 'PG_VERSION'));
    const { dev, ino } = statSync(dataFolder);
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}

/** Data of another major version is neither opened nor passed over: an empty database would look like a loss. */
export function refuseMisfit(dataDir: string, dataFolder: string): void {
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

/** Makes the data folder beside its place and moves it there when it is whole: a half-made one is never opened. */
export async function initialise(
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
