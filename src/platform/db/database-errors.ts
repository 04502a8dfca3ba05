/** Classifies errors of the database: what failed, and whether a retry can succeed. */

/** The connection was lost during COMMIT, and the outcome of the transaction could not be determined in time. */
export class CommitOutcomeUnknown extends Error {
  /** Resolves when the outcome is known or the database was closed. Never rejects. */
  readonly settled: Promise<void>;

  constructor(cause: unknown, settled: Promise<void>) {
    super('the connection was lost during COMMIT, and the outcome is not known yet', { cause });
    this.name = 'CommitOutcomeUnknown';
    this.settled = settled;
  }
}

/** in_failed_sql_transaction: an earlier statement of the transaction has failed. */
export function isAbortedTransaction(error: unknown): boolean {
  return (error as { code?: string }).code === '25P02';
}

/** lock_not_available: the wait for a lock timed out. */
export function isLockTimeout(error: unknown): boolean {
  return (error as { code?: string }).code === '55P03';
}

/** deadlock_detected: PostgreSQL ended the statement because others and it waited for each other. */
export function isDeadlock(error: unknown): boolean {
  return (error as { code?: string } | null | undefined)?.code === '40P01';
}

/**
 * read_only_sql_transaction: the session takes no changes, because its server is a standby by now or the database is read-only. It may stay
 * so when new sessions take changes again, at the new primary or after the end of a setting of the database or role.
 */
export function isReadOnlySession(error: unknown): boolean {
  return (error as { code?: string }).code === '25006';
}

/**
 * Whether every statement of its kind would fail now, whichever rows it is about: a read-only server (25006), a schema other than
 * expected (42), resources used up, a full disk among them (53), a server that shuts down or an operator who interferes (57, except a
 * statement that took too long), an error of the operating system (58).
 */
export function isDatabaseWideError(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^(25006|(42|53|57|58)...)$/.test(code) && code !== '57014';
}

/** Whether PostgreSQL rejected a statement while the connection is intact. After any other error a reply may have been lost. */
export function isStatementError(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !isConnectionLost(error);
}

/**
 * Whether the transaction may succeed when it runs again: deadlock_detected, serialization_failure, and a statement that Citus
 * cancelled to end a deadlock between nodes, which it does not always report as one.
 */
export function isRetryableError(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (isDeadlock(error) || code === '40001') return true;
  return code === '57014' && message === 'canceling statement due to user request';
}

/** Messages of the driver without a code: the connection broke or timed out. */
const lostMessages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired|timeout exceeded when trying to connect|Cannot use a pool after calling end)/;

/**
 * Connection exceptions, sessions that the server ended (57P01 shutdown, 57P02 crash, 57P03 cannot connect now, 57P05 and
 * 25P03 idle timeouts), and errors of the operating system.
 */
const lostCodes =
  /^(08...|57P01|57P02|57P03|57P05|25P03|ECONN\w+|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/;

/**
 * Messages of a Citus coordinator about a lost node. They have no code of their own (internal_error). A node that was
 * lost during COMMIT may have committed.
 */
const lostNodeMessages =
  /failure on connection marked as essential|could not commit transaction for shard|postmaster was shut down|failed to prepare transaction|connection to the remote node|server closed the connection|connection not open|no connection to the server|could not (send|receive) data/;

/** Whether the connection failed rather than the statement: it broke, could not be opened, or timed out. */
export function isConnectionLost(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (code === 'XX000') return lostNodeMessages.test(String(message));
  if (typeof code === 'string') return lostCodes.test(code);
  return typeof message === 'string' && lostMessages.test(message);
}
