/**
 * The settings of the embedded PostgreSQL: durable, sized for a small machine shared with the server, reachable only
 * over a Unix socket. They are passed on the command line, so a new version of the program applies its own.
 */

/** Whether the embedded PostgreSQL flushes commits to disk. */
export interface Durability {
  /** False only for test databases, which need not survive a power failure. */
  readonly fsync: boolean;
}

/**
 * Connections of all processes of the server, of commands beside it and of PostgreSQL itself. Unused ones cost 80 KB of address
 * space each.
 */
export const maxEmbeddedConnections = 480;

/**
 * Arguments of `postgres` for the data folder and socket folder. Deterministic, so that a running process can be
 * compared.
 */
export function buildPostgresArguments(dataFolder: string, socketFolder: string, durability: Durability): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    port: String(socketPort),
    max_connections: String(maxEmbeddedConnections),

    // Acknowledged commits must survive a crash. Concurrent commits share one WAL flush.
    fsync: durability.fsync ? 'on' : 'off',
    synchronous_commit: durability.fsync ? 'on' : 'off',
    full_page_writes: durability.fsync ? 'on' : 'off',
    wal_compression: 'on',
    wal_buffers: '16MB',
    // Do not zero-fill new WAL segments: under load that blocked all writers for 40 ms, twice a second. Durability is unaffected.
    wal_init_zero: 'off',
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',

    // Look for new rows every 15 s instead of every minute: until a table is analyzed, cached plans take it for as small as it was at first,
    // and with the first thousands of orders of a new winery they read all of its packages for each order.
    autovacuum_naptime: '15s',
    // Analyze after changes of a fiftieth of a table and not of a tenth: the first club run of a new winery is a small part of a large
    // table, and until its orders are in the statistics, reads of a few of them may read all.
    autovacuum_analyze_scale_factor: '0.02',

    shared_buffers: '256MB',
    effective_cache_size: '1GB',
    work_mem: '16MB',
    random_page_cost: '1.1',
    jit: 'off',
    // Parallel plans would take cores from the server and need shared memory that small containers lack.
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',

    timezone: 'UTC',
    log_timezone: 'UTC',
    // One file per weekday, so the logs do not grow without limit.
    logging_collector: 'on',
    log_directory: 'log',
    log_filename: 'postgres-%a.log',
    log_rotation_age: '1d',
    log_truncate_on_rotation: 'on',
    log_checkpoints: 'off',
    // Statements, parameters and key values of a failed statement contain personal data and secrets.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_parameter_max_length_on_error: '0',
  };
  return ['-D', dataFolder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** Not a TCP port: only the suffix of the socket's name, `.s.PGSQL.5432`. */
export const socketPort = 5432;

/** The only role of the embedded database. Any account that can open the socket's folder can connect as it. */
export const embeddedSuperuserName = 'dray';

/**
 * UTF-8 and a collation that is the same on every machine and does not change with system libraries, which would
 * corrupt indexes.
 */
export function buildInitdbArguments(dataFolder: string, durability: Durability): string[] {
  return [
    '-D',
    dataFolder,
    `--username=${embeddedSuperuserName}`,
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
