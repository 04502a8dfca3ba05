/**
 * `dray migrate`: migrates the databases of both environments to this version's schema. `serve` does so automatically.
 */
import { Command } from 'commander';
import type { Pool } from 'pg';
import type { EnvironmentName } from '../platform/environment.ts';
import { environmentNames } from './arguments.ts';
import { loadProgramSettings } from './session.ts';

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('migrate the databases to the schema of this version (serve does so automatically)')
    .action(migrateAll);
}

async function migrateAll(): Promise<void> {
  const [{ openLimitedPool }, { openDatabases }, { migrate, migrationsFolder }, keyCheck] = await Promise.all([
    import('../platform/db/connections.ts'),
    import('../platform/db/databases.ts'),
    import('../platform/db/migrate.ts'),
    import('../platform/db/secret-key-check.ts'),
  ]);
  const config = await loadProgramSettings(true);
  const databases = await openDatabases(config, 'migrate');
  const withPool = async (environment: EnvironmentName, work: (pool: Pool) => Promise<void>): Promise<void> => {
    const { pool, close } = openLimitedPool({ ...databases[environment], max: 1 }, 30_000);
    await work(pool).finally(close);
  };
  try {
    for (const environment of environmentNames) {
      await withPool(environment, (pool) => keyCheck.assertSecretKey(pool, config.secretKey, environment));
    }
    for (const environment of environmentNames) {
      await withPool(environment, async (pool) => {
        const applied = await migrate(pool, migrationsFolder);
        await keyCheck.keepSecretKeyCheck(pool, config.secretKey, environment);
        process.stdout.write(
          `${environment}: ${applied.length === 0 ? 'up to date' : `applied ${applied.join(', ')}`}\n`,
        );
      });
    }
  } finally {
    await databases.stop();
  }
}
