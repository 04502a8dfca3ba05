/**
 * Detects a wrong secret key, and the database of another environment, before anything is written or copied. Every database stores
 * its environment (since the first start of a version that does) and a value that is derived from the secret key, in the table
 * `secret_key_check`. Deleting the row accepts others (`dray sql --ignore-secret-key`).
 */
import type pg from 'pg';
import { deriveKey } from '../../lib/derived-key.ts';
import { CliError } from '../cli-error.ts';
import type { EnvironmentName } from '../environment.ts';
import { openPoolWithTimeouts } from './connections.ts';

const checkValueOf = (secretKey: string): Buffer => deriveKey(secretKey, 'dray key check 1');

/**
 * Throws `CliError` when the database was started with another key, then when it was started as that of another environment. Before its
 * first start everything is right.
 */
export async function assertDatabaseKeyAndEnvironment(
  pool: pg.Pool,
  secretKey: string,
  environment: EnvironmentName,
): Promise<void> {
  const { rows: tables } = await pool.query<{ isKept: boolean }>(
    `select to_regclass('secret_key_check') is not null as "isKept"`,
  );
  if (!tables[0]?.isKept) return;
  // Databases of earlier versions have no column of the environment before they are migrated.
  const { rows } = await pool.query<{ value: Buffer; environment: EnvironmentName | null }>(
    `select k.value, to_jsonb(k) ->> 'environment' as environment from secret_key_check k`,
  );
  const [claim] = rows;
  if (claim === undefined) return;
  if (!claim.value.equals(checkValueOf(secretKey))) {
    throw new CliError(
      `the secret key is not the one that the ${environment} database was written with: no password or token would be valid, and nothing was changed. Restore SECRET_KEY or the file secret-key in DATA_DIR; if the key is lost, see Troubleshooting in docs/operating.md`,
    );
  }
  if (claim.environment === null || claim.environment === environment) return;
  throw new CliError(
    `the database of the ${environment} environment was written as that of the ${claim.environment} environment, and nothing was changed: DATABASE_URL and TEST_DATABASE_URL are exchanged, or the backups that were restored are. Exchange them back; if it is a copy that is meant to be used as ${environment}, see Troubleshooting in docs/operating.md`,
  );
}

/** `assertDatabaseKeyAndEnvironment` of databases that have no pool yet. */
export async function assertKeyAndEnvironmentOfDatabases(
  databases: Readonly<Record<EnvironmentName, pg.PoolConfig>>,
  environments: readonly EnvironmentName[],
  secretKey: string,
): Promise<void> {
  for (const name of environments) {
    const { pool, close } = openPoolWithTimeouts({ ...databases[name], max: 1 }, 30_000);
    await assertDatabaseKeyAndEnvironment(pool, secretKey, name).finally(close);
  }
}

/** Stores in a migrated database the key and the environment that it is used with, where it has none. Throws as `assertDatabaseKeyAndEnvironment`. */
export async function recordDatabaseKeyAndEnvironment(
  pool: pg.Pool,
  secretKey: string,
  environment: EnvironmentName,
): Promise<void> {
  await pool.query(
    `insert into secret_key_check as k (value, environment) values ($1, $2)
       on conflict (only_row) do update set environment = excluded.environment where k.environment is null`,
    [checkValueOf(secretKey), environment],
  );
  await assertDatabaseKeyAndEnvironment(pool, secretKey, environment);
}
