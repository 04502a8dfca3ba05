/**
 * `dray migrate`: migrates the databases of both environments to this version's schema. `serve` does so automatically.
 * `--distribute` spreads their tables over the machines of a Citus cluster, `--check-distribution` checks that.
 */
import { Command, InvalidArgumentError, Option } from 'commander';
import type { Pool } from 'pg';
import { CliError } from '../platform/cli-error.ts';
import type { TableDistributionReport } from '../platform/db/distribution.ts';
import type { EnvironmentName } from '../platform/environment.ts';
import { environmentNames } from './arguments.ts';
import { loadProgramSettings } from './session.ts';

interface MigrateOptions {
  readonly distribute?: true;
  readonly checkDistribution?: true;
  readonly shards?: number;
}

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('migrate the databases to the schema of this version (serve does so automatically)')
    .addOption(
      new Option(
        '--distribute',
        'then distribute the tables over the nodes of a Citus cluster; stop the servers first',
      ).conflicts('checkDistribution'),
    )
    .addOption(
      new Option(
        '--shards <number>',
        'with --distribute: shards of each table, by default two for each node',
      ).argParser(parseShards),
    )
    .option('--check-distribution', 'change nothing; list what is not distributed as it should be (exit code 1)')
    .action(migrateAll);
}

function parseShards(text: string): number {
  const shards = Number(text);
  if (!/^[0-9]{1,4}$/.test(text) || shards < 1) throw new InvalidArgumentError('It is a whole number from 1 to 9999.');
  return shards;
}

async function migrateAll({ distribute, checkDistribution, shards }: MigrateOptions): Promise<void> {
  if (shards !== undefined && !distribute) throw new CliError('--shards is for --distribute: give both', 2);
  const [
    { openPoolWithTimeouts },
    { openDatabases },
    { assertCanBeMigrated, distributeMigratedTables, migrate, migrationsFolder },
    databaseClaim,
    distribution,
  ] = await Promise.all([
    import('../platform/db/connections.ts'),
    import('../platform/db/databases.ts'),
    import('../platform/db/migrate.ts'),
    import('../platform/db/database-claim.ts'),
    import('../platform/db/distribution.ts'),
  ]);
  const config = await loadProgramSettings(true);
  if ((distribute || checkDistribution) && config.databaseUrl === undefined) {
    throw new CliError(
      'the embedded PostgreSQL cannot be distributed: set DATABASE_URL and TEST_DATABASE_URL to databases of a Citus coordinator',
      2,
    );
  }
  const databases = await openDatabases(config, checkDistribution ? 'command' : 'migrate');
  const withPool = async (environment: EnvironmentName, work: (pool: Pool) => Promise<void>): Promise<void> => {
    const { pool, close } = openPoolWithTimeouts({ ...databases[environment], max: 1 }, 30_000);
    await work(pool).finally(close);
  };
  const print = (environment: EnvironmentName, text: string) => process.stdout.write(`${environment}: ${text}\n`);
  try {
    // Both are checked before one is changed.
    for (const environment of environmentNames) {
      await withPool(environment, async (pool) => {
        await databaseClaim.assertDatabaseKeyAndEnvironment(pool, config.secretKey, environment);
        if (!checkDistribution) {
          await assertCanBeMigrated(pool, migrationsFolder, { distributesNext: distribute === true });
        }
      });
    }
    for (const environment of environmentNames) {
      await withPool(environment, async (pool) => {
        if (checkDistribution) {
          const faults = await distribution.checkTableDistribution(pool);
          for (const fault of faults) print(environment, fault);
          if (faults.length > 0) process.exitCode = 1;
          else print(environment, 'distributed as it should be');
          return;
        }
        const applied = await migrate(pool, migrationsFolder, { distributesNext: distribute === true });
        await databaseClaim.recordDatabaseKeyAndEnvironment(pool, config.secretKey, environment);
        print(environment, applied.length === 0 ? 'up to date' : `applied ${applied.join(', ')}`);
        if (!distribute) return;
        const startedAt = performance.now();
        print(
          environment,
          describeDistribution(await distributeMigratedTables(pool, shards), performance.now() - startedAt),
        );
      });
    }
  } finally {
    await databases.stop();
  }
}

function describeDistribution({ nodes, shards, placed, foreignKeys }: TableDistributionReport, ms: number): string {
  const count = (placement: string) => placed.filter((table) => table.placement === placement).length;
  const on = `${shards} shards on ${nodes} ${nodes === 1 ? 'node' : 'nodes'}`;
  if (placed.length === 0 && foreignKeys === 0) return `all tables are distributed already, ${on}`;
  return [
    `distributed ${count('distributed')} tables, ${on}`,
    `copied ${count('reference')} tables to every node`,
    `put ${foreignKeys} foreign keys back, in ${(ms / 1_000).toFixed(1)} s`,
  ].join('; ');
}
