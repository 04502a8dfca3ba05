/** `dray sql`: runs SQL on the database of an environment, next to a running server or without one. */
import { readFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { CliError } from '../platform/cli-error.ts';
import type { EnvironmentName } from '../platform/environment.ts';
import { environmentOption } from './arguments.ts';
import { loadCommandSettings } from './session.ts';
import { createSqlResultWriter, type SqlResultFormat, sqlResultFormats } from './sql-formats.ts';

export function sqlCommand(): Command {
  return new Command('sql')
    .description('run SQL on the database of an environment; read-only unless --write')
    .argument('[statement]', 'one or more statements, separated by semicolons')
    .option('--file <file>', 'a file with the statements; - reads the standard input')
    .addOption(environmentOption().default('production'))
    .addOption(new Option('--format <format>', 'how rows are printed').choices(sqlResultFormats).default('table'))
    .option('--write', 'allow changes; several statements are one transaction')
    .option('--ignore-secret-key', 'also when the secret key or the environment is not the one of the database')
    .action(sql);
}

interface SqlOptions {
  readonly file?: string;
  readonly environment: EnvironmentName;
  readonly format: SqlResultFormat;
  readonly write?: true;
  readonly ignoreSecretKey?: true;
}

async function sql(statement: string | undefined, options: SqlOptions): Promise<void> {
  const text = await statementText(statement, options.file);
  const [config, { openDatabases }, { assertKeyAndEnvironmentOfDatabases }, { runOperatorSql }] = await Promise.all([
    loadCommandSettings(),
    import('../platform/db/databases.ts'),
    import('../platform/db/database-claim.ts'),
    import('../platform/db/operator-sql.ts'),
  ]);
  const databases = await openDatabases(config, 'command', [options.environment]);
  try {
    if (!options.ignoreSecretKey)
      await assertKeyAndEnvironmentOfDatabases(databases, [options.environment], config.secretKey);
    const results = createSqlResultWriter(
      options.format,
      (out) => process.stdout.write(out),
      (report) => process.stderr.write(report),
    );
    await runOperatorSql(databases[options.environment], text, { write: options.write === true }, results);
  } finally {
    await databases.stop();
  }
}

async function statementText(statement: string | undefined, file: string | undefined): Promise<string> {
  if ((statement === undefined) === (file === undefined)) {
    throw new CliError('give either a statement or --file FILE', 2);
  }
  if (file === undefined) return statement as string;
  try {
    return await readFile(file === '-' ? '/dev/stdin' : file, 'utf8');
  } catch (cause) {
    throw new CliError(`${file} cannot be read: ${(cause as Error).message}`, 2, { cause });
  }
}
