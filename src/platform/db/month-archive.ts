/**
 * Archives of months: `production-movements-202601.tsv.gz` holds the rows in COPY's text format. Its list, a `.json`
 * file beside it, holds their number and checksums. The list is written last, so a `.tsv.gz` without one is an
 * interrupted attempt.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type pg from 'pg';
import { CliError } from '../cli-error.ts';
import { fsyncFolder, makePrivateFolder } from '../data-dir.ts';
import type { EnvironmentName } from '../environment.ts';
import { type MonthlyPartitionedTable, monthlyPartitionedTables, partitionName } from '../partitions.ts';
import { withNewConnection } from './connections.ts';
import { copyFromStream, copyToStream } from './copy-stream.ts';

/** The list of an archived month: the content of the `.json` file beside the archived rows. */
export interface MonthArchive {
  readonly environment: EnvironmentName;
  readonly table: MonthlyPartitionedTable;
  /** The first day: `2026-01-01`. */
  readonly month: string;
  readonly columns: readonly string[];
  readonly rows: number;
  /** The sum of a hash of each row, which does not depend on their order. */
  readonly rowsChecksum: string;
  readonly bytes: number;
  /** The checksum of the compressed file. */
  readonly sha256: string;
  readonly archivedAt: string;
}

const statementTimeoutMs = 12 * 3_600_000;

/** The path of the archive without its extension. */
function archivePath(
  folder: string,
  { environment, table, month }: Pick<MonthArchive, 'environment' | 'table' | 'month'>,
): string {
  return path.join(folder, `${environment}-${partitionName(table, Temporal.PlainDate.from(month)).replace('_', '-')}`);
}

/**
 * Archives a month, or reads the list of an archive that exists. Then the rows of the database and the whole file are
 * compared with the list. Throws `CliError` when they differ, the list is damaged, a file cannot be read, or the folder or a file cannot
 * be written.
 */
export async function ensureVerifiedMonthArchive(
  options: pg.PoolConfig,
  folder: string,
  what: Pick<MonthArchive, 'environment' | 'table' | 'month'>,
): Promise<MonthArchive> {
  makeArchiveFolder(folder);
  const base = archivePath(folder, what);
  const partition = partitionName(what.table, Temporal.PlainDate.from(what.month));
  return await withArchiveConnection(options, async (client) => {
    await client.query('begin isolation level repeatable read, read only');
    const existing = await readList(base);
    const columns = existing?.columns ?? (await columnsOf(client, partition));
    const counted = await checksum(client, partition, columns);
    const write = () => writeFiles(client, base, what, { partition, columns, ...counted });
    const list = existing ?? (await write().catch((cause: unknown) => rethrowDiskError(base, cause)));
    if (list.rows !== counted.rows || list.rowsChecksum !== counted.rowsChecksum) {
      throw new CliError(`${base}.tsv.gz has other rows than ${partition}: move it away, and archive the month again`);
    }
    await verifyMonthArchive(folder, list);
    await client.query('commit');
    return list;
  });
}

function makeArchiveFolder(folder: string): void {
  try {
    makePrivateFolder(path.resolve(folder));
  } catch (cause) {
    throw new CliError(`${folder} cannot be used: ${(cause as Error).message}: choose another folder`, 2, { cause });
  }
}

/** The codes of errors of a disk; those of a lost connection to the database are others. */
const diskErrors = new Set(['EACCES', 'EDQUOT', 'EFBIG', 'EIO', 'EISDIR', 'ENOSPC', 'EPERM', 'EROFS']);

function rethrowDiskError(base: string, cause: unknown): never {
  const { code = '', message } = cause as NodeJS.ErrnoException;
  if (!diskErrors.has(code)) throw cause;
  throw new CliError(
    `${base}.tsv.gz cannot be written: ${message}. The month is still in the database: make room or choose another folder, and run it again`,
    1,
    { cause },
  );
}

interface Contents extends Pick<MonthArchive, 'columns' | 'rows' | 'rowsChecksum'> {
  readonly partition: string;
}

async function writeFiles(
  client: pg.Client,
  base: string,
  what: Pick<MonthArchive, 'environment' | 'table' | 'month'>,
  { partition, columns, rows, rowsChecksum }: Contents,
): Promise<MonthArchive> {
  const draft = `${base}.tsv.gz.draft`;
  const hash = createHash('sha256');
  let bytes = 0;
  const zip = createGzip();
  const written = pipeline(
    zip,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(draft, { mode: 0o600 }),
  );
  written.catch(() => undefined);
  const sent = await copyToStream(
    client,
    `select ${columns.join(', ')} from ${partition} order by customer_no, seq, at`,
    zip,
  );
  zip.end();
  await written;
  if (sent !== rows) throw new CliError(`${sent} rows of ${partition} were written instead of ${rows}`);
  const file = await open(draft, 'r+');
  await file.sync();
  await file.close();
  await rename(draft, `${base}.tsv.gz`);
  const list: MonthArchive = {
    environment: what.environment,
    table: what.table,
    month: what.month,
    columns,
    rows,
    rowsChecksum,
    bytes,
    sha256: hash.digest('hex'),
    archivedAt: Temporal.Now.instant().toString({ fractionalSecondDigits: 0 }),
  };
  const handle = await open(`${base}.json.draft`, 'w', 0o600);
  await handle.writeFile(`${JSON.stringify(list, undefined, 1)}\n`);
  await handle.sync();
  await handle.close();
  await rename(`${base}.json.draft`, `${base}.json`);
  fsyncFolder(path.dirname(base));
  return list;
}

/** Reads the whole file. Throws `CliError` when it is not as the list says. */
export async function verifyMonthArchive(folder: string, list: MonthArchive): Promise<void> {
  const file = `${archivePath(folder, list)}.tsv.gz`;
  const hash = createHash('sha256');
  let lines = 0;
  const read = async (): Promise<void> => {
    const compressed = createReadStream(file);
    compressed.on('data', (chunk) => hash.update(chunk));
    const unzip = createGunzip();
    // It may report a wrong checksum once more when the pipeline has failed.
    unzip.on('error', () => undefined);
    await pipeline(compressed, unzip, async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
      }
    });
  };
  try {
    await read();
  } catch (cause) {
    throw new CliError(`${file} cannot be read: ${(cause as Error).message}`, 1, { cause });
  }
  if (hash.digest('hex') !== list.sha256 || lines !== list.rows) {
    throw new CliError(`${file} is damaged: its checksum or its number of rows is not that of its list`);
  }
}

/**
 * Loads a verified archive of a month into a table that can be attached, and compares its rows with the list. Throws
 * `CliError` when the month is attached, or the rows differ; then nothing is changed.
 */
export async function loadMonthArchiveIntoTable(
  options: pg.PoolConfig,
  folder: string,
  list: MonthArchive,
): Promise<void> {
  const partition = partitionName(list.table, Temporal.PlainDate.from(list.month));
  await withArchiveConnection(options, async (client) => {
    await client.query('begin');
    const { rows } = await client.query('select 1 from pg_inherits where inhrelid = to_regclass($1)', [partition]);
    if (rows.length > 0) throw new CliError(`${partition} is attached: there is nothing to restore`);
    await client.query(`drop table if exists ${partition}`);
    await client.query(`create table ${partition} (like ${list.table} including defaults including constraints)`);
    const file = createReadStream(`${archivePath(folder, list)}.tsv.gz`);
    const zip = file.pipe(createGunzip());
    file.on('error', (error) => zip.destroy(error));
    await copyFromStream(client, partition, list.columns.join(', '), zip);
    const { rows: found, rowsChecksum } = await checksum(client, partition, list.columns);
    if (found !== list.rows || rowsChecksum !== list.rowsChecksum) {
      throw new CliError(`${partition} was loaded with other rows than were archived: nothing was restored`);
    }
    await client.query('commit');
  });
}

/** Reads the archives of an environment, latest month first. `names` are the names of the files in the folder. */
export async function readMonthArchives(
  folder: string,
  environment: EnvironmentName,
  names: readonly string[],
): Promise<MonthArchive[]> {
  const found: MonthArchive[] = [];
  for (const name of names.filter((each) => each.startsWith(`${environment}-`) && each.endsWith('.json'))) {
    const list = await readList(path.join(folder, name.slice(0, -'.json'.length)));
    if (list !== undefined) found.push(list);
  }
  return found.toSorted((a, b) => b.month.localeCompare(a.month));
}

async function readList(base: string): Promise<MonthArchive | undefined> {
  const file = `${base}.json`;
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined;
    throw new CliError(`${file} cannot be read: ${cause.message}`, 1, { cause });
  });
  if (text === undefined) return undefined;
  const list = parseList(text);
  if (list === undefined || archivePath(path.dirname(base), list) !== base)
    throw new CliError(`${file} is not the list of this archive: bring it back from a copy, or move both files away`);
  return list;
}

/**
 * Returns undefined when the text is not a list. It checks the names because they become parts of statements and paths.
 */
function parseList(text: string): MonthArchive | undefined {
  try {
    const list = JSON.parse(text) as MonthArchive;
    const isSafe =
      monthlyPartitionedTables.includes(list.table) &&
      /^\d{4}-\d{2}-01$/.test(list.month) &&
      list.columns.every((column) => /^[a-z_]+$/.test(column));
    return isSafe ? list : undefined;
  } catch {
    return undefined;
  }
}

async function withArchiveConnection<T>(options: pg.PoolConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  // No limit on the side of the client: the driver would measure the whole copy of a table.
  return await withNewConnection({ ...options, query_timeout: 0 }, statementTimeoutMs, async (client) => {
    // Checksums are of rows as text. The limits of the given options are those of a request.
    await client.query(
      `set timezone = 'UTC'; set datestyle = 'ISO';
       set statement_timeout = ${statementTimeoutMs}; set idle_in_transaction_session_timeout = 0`,
    );
    return await work(client);
  });
}

async function columnsOf(client: pg.Client, partition: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [partition],
  );
  return rows.map(({ name }) => name);
}

async function checksum(
  client: pg.Client,
  partition: string,
  columns: readonly string[],
): Promise<Pick<MonthArchive, 'rows' | 'rowsChecksum'>> {
  const { rows } = await client.query<{ rows: string; checksum: string }>(
    `select count(*)::text as rows,
            coalesce(sum(('x' || left(md5(row(${columns.join(', ')})::text), 16))::bit(64)::bigint::numeric), 0)::text as checksum
       from ${partition}`,
  );
  return { rows: Number(rows[0]?.rows), rowsChecksum: rows[0]?.checksum ?? '' };
}
