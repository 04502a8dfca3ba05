/** `dray copy-database`: copies the databases of both environments into another PostgreSQL. */
import path from 'node:path';
import { Command } from 'commander';
import { formatCountWithNoun } from '../lib/text.ts';
import { CliError } from '../platform/cli-error.ts';
import type { Config } from '../platform/config.ts';
import type { Databases } from '../platform/db/databases.ts';
import type { EnvironmentName } from '../platform/environment.ts';
import { environmentNames } from './arguments.ts';
import { loadCommandSettings } from './session.ts';

export function copyDatabaseCommand(): Command {
  return new Command('copy-database')
    .description('copy both environments into an empty PostgreSQL, and compare the numbers of rows and dray verify')
    .requiredOption('--to <url>', 'postgres://… of the production database; it is migrated first')
    .option('--test-to <url>', 'that of the test database (default: NAME_test beside the other, created if missing)')
    .action(copyDatabases);
}

interface CopyDatabaseOptions {
  readonly to: string;
  readonly testTo?: string;
}

async function copyDatabases({ to, testTo }: CopyDatabaseOptions): Promise<void> {
  const config = await loadCommandSettings();
  const [{ loadConfig }, { openDatabases }, { assertKeyAndEnvironmentOfDatabases }] = await Promise.all([
    import('../platform/config.ts'),
    import('../platform/db/databases.ts'),
    import('../platform/db/database-claim.ts'),
  ]);
  // The settings of a server on the target, so that they are validated as its own.
  const targetConfig = await namingOptions(() =>
    loadConfig({ ...process.env, DATABASE_URL: to, TEST_DATABASE_URL: testTo, SECRET_KEY: config.secretKey }),
  );
  if (await isServerRunning(config)) {
    process.stderr.write('dray: warning: the server is running; changes that it makes from now on are not copied\n');
  }
  const source = await openDatabases(config, 'command');
  try {
    await assertKeyAndEnvironmentOfDatabases(source, environmentNames, config.secretKey);
    const target = await namingOptions(() => openDatabases(targetConfig, 'migrate'));
    try {
      // Both, before the first is migrated; and both of these, before the first is copied.
      for (const name of environmentNames) await assertCanBeTarget(name, target);
      for (const name of environmentNames) await prepareTarget(name, source, target);
      for (const name of environmentNames) await copyEnvironment(name, config, source, target);
    } finally {
      await target.stop();
    }
  } finally {
    await source.stop();
  }
  const secretKey = process.env.SECRET_KEY ? 'unchanged' : `the content of ${path.join(config.dataDir, 'secret-key')}`;
  // A TEST_DATABASE_URL that is set still names the source.
  const urls =
    testTo === undefined
      ? 'DATABASE_URL set to the copy, without TEST_DATABASE_URL'
      : 'DATABASE_URL and TEST_DATABASE_URL set to the copies';
  process.stdout.write(`Next: start the server with ${urls}, and SECRET_KEY (${secretKey}).\n`);
}

/** Runs `open`; its errors name the options of this command instead of the settings of a server. */
async function namingOptions<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (cause) {
    if (!(cause instanceof CliError)) throw cause;
    const message = cause.message.replaceAll('TEST_DATABASE_URL', '--test-to').replaceAll('DATABASE_URL', '--to');
    throw new CliError(message, cause.exitCode, { cause });
  }
}

/** Whether a server runs on the embedded PostgreSQL. False with `DATABASE_URL`: servers of such a database are not known. */
async function isServerRunning({ databaseUrl, dataDir }: Config): Promise<boolean> {
  if (databaseUrl !== undefined) return false;
  const { createLockFile, tryLockFile } = await import('../platform/db/file-lock.ts');
  const file = path.join(dataDir, 'server.lock');
  createLockFile(dataDir, file);
  const lock = tryLockFile(file, 'shared');
  lock?.release();
  return lock === undefined;
}

/** Throws `CliError` when the target of an environment cannot be migrated. Changes nothing. */
async function assertCanBeTarget(name: EnvironmentName, target: Databases): Promise<void> {
  const [{ openPoolWithTimeouts }, { assertCanBeMigrated, migrationsFolder }] = await Promise.all([
    import('../platform/db/connections.ts'),
    import('../platform/db/migrate.ts'),
  ]);
  const { pool, close } = openPoolWithTimeouts({ ...target[name], max: 1 }, 30_000);
  await assertCanBeMigrated(pool, migrationsFolder).finally(close);
}

/** Migrates the target of an environment. Throws `CliError` when it is the source or has data of customers. */
async function prepareTarget(name: EnvironmentName, source: Databases, target: Databases): Promise<void> {
  const [{ openPoolWithTimeouts }, { migrate, migrationsFolder }, { assertDatabaseCanReceiveCopy }] = await Promise.all(
    [
      import('../platform/db/connections.ts'),
      import('../platform/db/migrate.ts'),
      import('../platform/db/copy-database.ts'),
    ],
  );
  const { pool, close } = openPoolWithTimeouts({ ...target[name], max: 1 }, 30_000);
  await migrate(pool, migrationsFolder).finally(close);
  await assertDatabaseCanReceiveCopy(source[name], target[name]).catch((cause: unknown) => {
    if (!(cause instanceof CliError)) throw cause;
    throw new CliError(`${name}: ${cause.message}. Nothing was copied`, cause.exitCode, { cause });
  });
}

async function copyEnvironment(
  name: EnvironmentName,
  config: Config,
  source: Databases,
  target: Databases,
): Promise<void> {
  const { copyDatabase } = await import('../platform/db/copy-database.ts');
  const { tables, rows, notCopied } = await copyDatabase(source[name], target[name]);
  process.stdout.write(
    `${name}: ${formatCountWithNoun(rows, 'row')} of ${formatCountWithNoun(tables, 'table')} copied; the numbers of rows agree\n`,
  );
  if (notCopied.length > 0) {
    process.stdout.write(`${name}: not copied, because the schema does not have it: ${notCopied.join(', ')}\n`);
  }
  for (const [where, databases] of [
    ['source', source],
    ['copy', target],
  ] as const) {
    const faults = await verifyDatabase(name, config, databases);
    process.stdout.write(
      `${name}: verify of the ${where}: ${faults.length === 0 ? 'ok' : formatCountWithNoun(faults.length, 'fault')}\n`,
    );
    for (const fault of faults) process.stdout.write(`  ${fault}\n`);
    if (faults.length > 0) process.exitCode = 1;
  }
}

async function verifyDatabase(name: EnvironmentName, config: Config, databases: Databases): Promise<string[]> {
  const [{ openEnvironment }, { createLogger }, { verifyWholeDatabase }] = await Promise.all([
    import('../compose.ts'),
    import('../platform/logger.ts'),
    import('../verify.ts'),
  ]);
  const { db } = openEnvironment(name, config, createLogger(config), databases[name]);
  try {
    return await verifyWholeDatabase(db);
  } finally {
    await db.close();
  }
}
