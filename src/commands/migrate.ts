/**
 * `dray migrate`: migrates the databases of both environments to this version's schema. `serve` does so automatically.
 */
import { Command } from 'commander';
import { loadProgramSettings } from './session.ts';

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('bring the databases to the schema of this version (serve does this by itself)')
    .action(migrateAll);
}

async function migrateAll(): Promise<void> {
  const [{ openLimitedPool }, { openDatabases }, { migrate, migrationsFolder }] = await Promise.all([
    import('../platform/db/connections.ts'),
    import('../platform/db/databases.ts'),
    import('../platform/db/migrate.ts'),
  ]);
  const databases = await openDatabases(await loadProgramSettings(true), 'migrate');
  try {
    for (const environment of ['production', 'test'] as const) {
      const { pool, close } = openLimitedPool({ ...databases[environment], max: 1 }, 30_000);
      try {
        const applied = await migrate(pool, migrationsFolder);
        process.stdout.write(
          `${environment}: ${applied.length === 0 ? 'up to date' : `applied ${applied.join(', ')}`}\n`,
        );
      } finally {
        await close();
      }
    }
  } finally {
    await databases.stop();
  }
}
