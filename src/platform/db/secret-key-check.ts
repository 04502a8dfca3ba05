/**
 * Detects a wrong secret key before anything is written or copied. Every database keeps a value that is derived from the key with which
 * it was first started (table `secret_key_check`). Deleting the row accepts another key (`dray sql --ignore-secret-key`).
 */
import type pg from 'pg';
import { deriveKey } from '../../lib/derived-key.ts';
import { CliError } from '../cli-error.ts';
import type { EnvironmentName } from '../environment.ts';
import { openPoolWithTimeouts } from './connections.ts';

const checkValueOf = (secretKey: string): Buffer => deriveKey(secretKey, 'dray key check 1');

/** Throws `CliError` when the database was started with another key. Before its first start every key is right. */
export async function assertSecretKeyMatchesDatabase(
  pool: pg.Pool,
  secretKey: string,
  environment: EnvironmentName,
): Promise<void> {
  const { rows: tables } = await pool.query<{ isKept: boolean }>(
    `select to_regclass('secret_key_check') is not null as "isKept"`,
  );
  if (!tables[0]?.isKept) return;
  const { rows } = await pool.query<{ value: Buffer }>('select value from secret_key_check');
  if (rows[0] === undefined || rows[0].value.equals(checkValueOf(secretKey))) return;
  throw new CliError(
    `the secret key is not the one that the ${environment} database was written with: no password or token would be valid, and nothing was changed. Restore SECRET_KEY or the file secret-key in DATA_DIR; if the key is lost, see Troubleshooting in docs/operating.md`,
  );
}

/** `assertSecretKeyMatchesDatabase` of databases that have no pool yet. */
export async function assertSecretKeyMatchesDatabases(
  databases: Readonly<Record<EnvironmentName, pg.PoolConfig>>,
  environments: readonly EnvironmentName[],
  secretKey: string,
): Promise<void> {
  for (const name of environments) {
    const { pool, close } = openPoolWithTimeouts({ ...databases[name], max: 1 }, 30_000);
    await assertSecretKeyMatchesDatabase(pool, secretKey, name).finally(close);
  }
}

/**
 * Stores the check value of the key in a migrated database that has none. Throws `CliError` when the database has that
 * of another key.
 */
export async function saveSecretKeyCheck(
  pool: pg.Pool,
  secretKey: string,
  environment: EnvironmentName,
): Promise<void> {
  await pool.query('insert into secret_key_check (value) values ($1) on conflict do nothing', [
    checkValueOf(secretKey),
  ]);
  await assertSecretKeyMatchesDatabase(pool, secretKey, environment);
}
