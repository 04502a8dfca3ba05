/**
 * The settings of the embedded PostgreSQL: durable, for a small machine that it shares with the server, reached over a
 * Unix socket alone. They are given on the command line, so that a new version of the program brings its own.
 */

export interface Durability {
  /** False only for the databases of tests, which nobody misses after a power cut. */
  readonly fsync: boolean;
}

/** Arguments of `postgres` for the data folder and socket folder. The same input gives the same list. */
export function postgresArguments(dataFolder: string, socketFolder: string, durability: Durability): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    port: String(socketPort),
    max_connections: '60',

    // Nothing acknowledged may be lost. Concurrent commits share one flush of the log by themselves.
    fsync: durability.fsync ? 'on' : 'off',
    synchronous_commit: durability.fsync ? 'on' : 'off',
    full_page_writes: durability.fsync ? 'on' : 'off',
    wal_compression: 'on',
    wal_buffers: '16MB',
    // A new segment of the log is not filled with zeros first: under load that stood all writers still for 40 ms, twice a
    // second. What is acknowledged is flushed all the same.
    wal_init_zero: 'off',
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',

    shared_buffers: '256MB',
    effective_cache_size: '1GB',
    work_mem: '16MB',
    random_page_cost: '1.1',
    jit: 'off',
    // Parallel plans would take the cores that the server needs, and shared memory that small containers lack.
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',

    timezone: 'UTC',
    log_timezone: 'UTC',
    // One file per weekday, so the logs never fill the disk.
    logging_collector: 'on',
    log_directory: 'log',
    log_filename: 'postgres-%a.log',
    log_rotation_age: '1d',
    log_truncate_on_rotation: 'on',
    log_checkpoints: 'off',
    // Statements, parameters and key values of a failed statement hold people's names and secrets.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_parameter_max_length_on_error: '0',
  };
  return ['-D', dataFolder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** Not a TCP port: it only ends the name of the socket, `.s.PGSQL.5432`. */
export const socketPort = 5432;

/** The one role of the embedded database; who may open the socket's folder may be it. */
export const superuser = 'dray';

/** UTF-8 and a collation that is the same on every machine and does not change under the indexes with its libraries. */
export function initdbArguments(dataFolder: string, durability: Durability): string[] {
  return [
    '-D',
    dataFolder,
    `--username=${superuser}`,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--auth-local=trust',
    '--auth-host=reject',
    '--no-instructions',
    ...(durability.fsync ? [] : ['--no-sync']),
  ];
}
