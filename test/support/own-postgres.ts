/** A PostgreSQL of a test file's own, for settings that concern a whole server. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { openEmbeddedPostgres } from '../../src/platform/db/embedded.ts';
import { migrate, migrationsFolder } from '../../src/platform/db/migrate.ts';
import type { TestDatabase } from './database.ts';
import { seedDatabase } from './seeded-database.ts';

export interface OwnPostgres {
  /** A seeded database. */
  readonly database: TestDatabase;
  /** Changes settings of the server, and waits until a session has them; undefined restores the default, which must be empty. */
  set(settings: Readonly<Record<string, string | undefined>>): Promise<void>;
  stop(): Promise<void>;
}

/** Commits do not wait for a disk, and for a standby only in sessions that set `synchronous_commit`. */
export async function openOwnPostgres(): Promise<OwnPostgres> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'dray-test-'));
  const embedded = await openEmbeddedPostgres({ dataDir }, { role: 'serve', durability: { fsync: false } });
  await embedded.ensureDatabase('own');
  const options = { ...embedded.connectionOptions('own') };
  const pool = new pg.Pool({ ...options, max: 4 });
  pool.on('error', () => undefined);
  await migrate(pool, migrationsFolder);
  await seedDatabase(options);
  return {
    database: { pool, options, name: 'own', drop: () => pool.end() },
    set: async (settings) => {
      for (const [name, value] of Object.entries(settings)) {
        await pool.query(value === undefined ? `alter system reset ${name}` : `alter system set ${name} = '${value}'`);
      }
      await pool.query('select pg_reload_conf()');
      // A reload reaches the sessions a moment later.
      for (const [name, value] of Object.entries(settings)) {
        for (;;) {
          const { rows } = await pool.query('select current_setting($1) as now', [name]);
          if (rows[0].now === (value ?? '')) break;
        }
      }
    },
    stop: async () => {
      await embedded.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
