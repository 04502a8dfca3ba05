/** Regenerates the snapshots from the list of operations and from the migrations: see snapshots.mjs. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { openEmbeddedPostgres } from '../src/platform/db/embedded.ts';
import { migrate, migrationsFolder } from '../src/platform/db/migrate.ts';
import { openApiSnapshot, openApiText, operatorOpenApiSnapshot, operatorOpenApiText } from './snapshots-openapi.ts';
import { schemaSnapshot, schemaText } from './snapshots-schema.ts';

const root = path.resolve(import.meta.dirname, '..');

writeFileSync(path.join(root, openApiSnapshot), openApiText());
writeFileSync(path.join(root, operatorOpenApiSnapshot), operatorOpenApiText());
writeFileSync(path.join(root, schemaSnapshot), await migratedSchema());
process.stdout.write(`wrote ${openApiSnapshot}, ${operatorOpenApiSnapshot} and ${schemaSnapshot}\n`);

/** The schema that the migrations make in an empty database. */
async function migratedSchema(): Promise<string> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'dray-schema-'));
  const embedded = await openEmbeddedPostgres({ dataDir }, { role: 'serve', durability: { fsync: false } });
  try {
    const { host, ...options } = embedded.connectionOptions('postgres');
    const pool = new pg.Pool({ host, ...options, max: 1 });
    // Ignore errors of connections that are still being closed when PostgreSQL stops.
    pool.on('error', () => undefined);
    try {
      await migrate(pool, migrationsFolder);
      return await schemaText(pool);
    } finally {
      await pool.end();
      rmSync(host, { recursive: true, force: true });
    }
  } finally {
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
