/** `dray backup` and `dray restore`: the embedded database with the other files of its data directory. */
import path from 'node:path';
import { Command } from 'commander';
import { formatCountWithNoun } from '../lib/text.ts';
import { CliError } from '../platform/cli-error.ts';
import { environmentNames } from './arguments.ts';
import { loadCommandSettings } from './session.ts';

export function backupCommand(): Command {
  return new Command('backup')
    .description('copy the embedded database of both environments and the secret key, also while the server runs')
    .argument('<folder>', 'a new folder outside of DATA_DIR')
    .action(backup);
}

async function backup(target: string): Promise<void> {
  const [config, { openDatabases }, { assertKeyAndEnvironmentOfDatabases }, { backUp }] = await Promise.all([
    loadCommandSettings(),
    import('../platform/db/databases.ts'),
    import('../platform/db/database-claim.ts'),
    import('../platform/db/backup.ts'),
  ]);
  if (config.databaseUrl !== undefined) {
    throw new CliError(
      'dray backup copies the embedded database, but DATABASE_URL is set: use the backup tools of that PostgreSQL, and keep SECRET_KEY',
      2,
    );
  }
  const folder = path.resolve(target);
  const databases = await openDatabases(config, 'command');
  try {
    await assertKeyAndEnvironmentOfDatabases(databases, environmentNames, config.secretKey);
    const { files, bytes, hasSecretKey } = await backUp({
      dataDir: config.dataDir,
      database: databases.production,
      folder,
    });
    process.stdout.write(
      `The backup in ${folder} is complete: ${formatCountWithNoun(files, 'file')}, ${(bytes / 1e6).toFixed(1)} MB.\n`,
    );
    if (!hasSecretKey) {
      process.stdout.write(
        'It does not contain the secret key, which your settings provide: keep SECRET_KEY with the backup.\n',
      );
    }
  } finally {
    await databases.stop();
  }
}

export function restoreCommand(): Command {
  return new Command('restore')
    .description('restore a backup into an empty DATA_DIR')
    .argument('<backup>', 'the folder of a complete backup')
    .option('--to <folder>', 'an empty or new folder (default: DATA_DIR)')
    .action(restore);
}

async function restore(backupFolder: string, { to }: { readonly to?: string }): Promise<void> {
  const { restoreBackup } = await import('../platform/db/restore.ts');
  const dataDir = path.resolve(to ?? (await configuredDataDir()));
  const { completedAt, hasSecretKey } = await restoreBackup(path.resolve(backupFolder), dataDir);
  process.stdout.write(`The backup of ${completedAt} is restored in ${dataDir}.\n`);
  if (!hasSecretKey) {
    process.stdout.write('It does not contain the secret key: set SECRET_KEY to that of the server it was made of.\n');
  }
  process.stdout.write(formatNextSteps(dataDir));
}

/** What docs/operating.md asks for after a restore: without the updates new changes get numbers that readers of the feed have passed. */
const formatNextSteps = (dataDir: string): string => `
Next, with DATA_DIR=${dataDir} and before a server is started with it:
  dray sql --write --environment production "${advanceCommitNumbers}"
  dray sql --write --environment test "${advanceCommitNumbers}"
  dray verify
The updates keep new changes from getting the numbers of changes that were made after the backup.
`;

const advanceCommitNumbers = 'update commit_counters set last_seq = last_seq + 1000000';

async function configuredDataDir(): Promise<string> {
  const { loadConfig } = await import('../platform/config.ts');
  // `loadConfig` requires a secret key, which the empty DATA_DIR does not have yet. It is not used here.
  const { dataDir, databaseUrl } = await loadConfig({ ...process.env, SECRET_KEY: '-'.repeat(32) });
  if (databaseUrl === undefined) return dataDir;
  throw new CliError('DATABASE_URL is set, so DATA_DIR is not in use: name the folder with --to', 2);
}
