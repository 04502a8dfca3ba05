/** What the errors of the database mean: who is at fault, and whether trying again can help. */

/** The connection was lost during COMMIT, and whether the transaction was committed was not found out in time. */
export class CommitOutcomeUnknown extends Error {
  /** Resolves when that is known, or the database was closed; never rejects. Whatever depends on it waits for this. */
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

/** lock_not_available: somebody else held a lock for longer than was waited. */
export function isLockTimeout(error: unknown): boolean {
  return (error as { code?: string }).code === '55P03';
}

/** Whether PostgreSQL refused a statement, and the connection is as good as before. Anything else may have lost its reply. */
export function isStatementError(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !isConnectionLost(error);
}

/** What the driver reports without a code: a connection that broke, or did not answer in time. */
const lostMessages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired|timeout exceeded when trying to connect|Cannot use a pool after calling end)/;

/**
 * Connection exceptions, sessions that the server ends (57P01 shutdown, 57P02 crash, 57P03 cannot connect now, 57P05 and 25P03
 * idle for too long), and what the operating system reports.
 */
const lostCodes =
  /^(08...|57P01|57P02|57P03|57P05|25P03|ECONN\w+|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/;

/** Whether the connection, rather than the statement, is at fault: it broke, could not be made or did not answer in time. */
export function isConnectionLost(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string') return lostCodes.test(code);
  return typeof message === 'string' && lostMessages.test(message);
}
