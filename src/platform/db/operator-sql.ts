/**
 * Runs the SQL of an operator (`dray sql`) and passes its rows on as PostgreSQL writes them, one at a time, so that a
 * result of any size needs little memory.
 *
 * Read-only unless `write`: all statements run in one read-only transaction that has its snapshot already, so PostgreSQL
 * rejects every change, and every attempt to make the transaction writable. Statements that would leave the transaction,
 * and COPY, which can write files, are rejected here. With `write` several statements are one transaction; a single one has none, so
 * that it may be one that forbids it (`vacuum`).
 */
import pg from 'pg';
import { CliError } from '../cli-error.ts';
import { openConnection } from './connections.ts';
import { assertDatabaseMigrated } from './databases.ts';
import { type SqlStatement, splitSqlStatements } from './split-statements.ts';

export interface SqlResultColumn {
  readonly name: string;
  /** The OID of its type. */
  readonly type: number;
}

/** Receives the results of the statements, in order. */
export interface SqlResultWriter {
  /** Only for statements that return columns. */
  begin(columns: readonly SqlResultColumn[]): void;
  row(values: readonly (string | null)[]): void;
  /** `tag`: `SELECT`, `UPDATE`; `rowCount`: rows returned or changed. */
  end(tag: string, rowCount: number | null): void;
}

const statementTimeoutMs = 3_600_000;
const transactionControl = /^(?:begin|start|commit|end|rollback|abort|savepoint|release)$/;

/**
 * Runs the statements of `sql` in order. Throws `CliError` with exit code 2, before anything runs, when there is no
 * statement or one that may not be run; with exit code 1 when the database cannot be reached or was never migrated, and
 * for the first statement that fails, naming line and reason: then nothing is changed, unless a single statement (`call`, `do`,
 * `vacuum`) has committed parts of its work.
 */
export async function runOperatorSql(
  database: pg.PoolConfig,
  sql: string,
  { write }: { readonly write: boolean },
  results: SqlResultWriter,
): Promise<void> {
  const statements = splitSqlStatements(sql);
  if (statements.length === 0) throw new CliError('there is no statement to run', 2);
  for (const statement of statements) assertAllowed(statement, write);
  // No limit on the side of the client: its timer would make the driver keep all rows.
  const client = await openConnection({ ...database, query_timeout: 0 }, statementTimeoutMs).catch((cause: Error) => {
    throw new CliError(`the database cannot be reached: ${cause.message}`, 1, { cause });
  });
  try {
    await assertDatabaseMigrated(client);
    const transaction = !write || statements.length > 1;
    // The first query takes the snapshot; after it, a transaction cannot become writable.
    if (!write) await client.query('begin isolation level repeatable read, read only; select 1');
    else if (transaction) await client.query('begin');
    for (const statement of statements) await runOne(client, statement, results);
    if (transaction) await client.query('commit');
  } finally {
    await client.end().catch(() => undefined);
  }
}

function assertAllowed({ keyword, text, line }: SqlStatement, write: boolean): void {
  const refuse = (why: string) => new CliError(`line ${line}: ${keyword.toUpperCase()} ${why}`, 2);
  if (transactionControl.test(keyword) || /^prepare\s+transaction\b/i.test(text)) {
    throw refuse('is not allowed: all statements of a run are one transaction');
  }
  if (keyword === 'copy') throw refuse('is not allowed: select the rows with --format csv');
  if (!write && keyword === 'call') throw refuse('needs --write');
}

function runOne(client: pg.Client, { text, line }: SqlStatement, results: SqlResultWriter): Promise<void> {
  return new Promise((resolve, reject) => {
    const query = new pg.Query<unknown[]>({
      text,
      rowMode: 'array',
      // The extended protocol runs one statement only, whatever the text.
      queryMode: 'extended',
      types: { getTypeParser: () => (value: string) => value },
    } as pg.QueryConfig);
    let hasBegun = false;
    const begin = (result: Pick<pg.QueryArrayResult, 'fields'> | undefined) => {
      const fields = result?.fields ?? [];
      if (hasBegun || fields.length === 0) return;
      hasBegun = true;
      results.begin(fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID })));
    };
    query.on('row', (row, result) => {
      begin(result as unknown as pg.QueryArrayResult);
      results.row(row as (string | null)[]);
    });
    query.on('error', (error) => reject(sqlError(error, text, line)));
    query.on('end', (result) => {
      begin(result as unknown as pg.QueryArrayResult);
      results.end(result.command ?? '', result.rowCount);
      resolve();
    });
    client.query(query);
  });
}

/** read_only_sql_transaction */
const readOnlyViolation = '25006';

function sqlError(error: Error, text: string, line: number): CliError {
  const { code, position, detail } = error as pg.DatabaseError;
  const at = line + (position === undefined ? 0 : text.slice(0, Number(position) - 1).split('\n').length - 1);
  const hint = code === readOnlyViolation ? ': add --write to change data' : '';
  const parts = [`line ${at}: ${error.message}${hint}`, ...(detail ? [detail] : [])];
  return new CliError(parts.join('; '), 1, { cause: error });
}
