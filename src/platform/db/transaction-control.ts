/**
 * The statements that begin and end a transaction of `Db.write` or a snapshot, and what PostgreSQL logs about the former.
 *
 * An optimistic run that meets a conflict is planned, but PostgreSQL logs an error for the conflict and one for each
 * statement that was pipelined after it. A muted run therefore raises the session's `log_min_messages` until it ends. The
 * setting must be committed before the run: a failed transaction restores what it has set itself, and the statements that
 * follow the failure would be logged again. All of it is sent with BEGIN, COMMIT and ROLLBACK. Any other failed statement of
 * a muted run is logged after the rollback (decision 16). An operator may revoke the right to set it at any time: the
 * transaction then runs again without, as all later ones do.
 */
import pg from 'pg';
import { isAbortedTransaction, isStatementError } from './database-errors.ts';
import { runStatement } from './statements.ts';

/** The statements that begin, commit and roll back a transaction. */
interface TransactionControl {
  /** Sent one after the other. */
  readonly begin: readonly string[];
  /** Ends with COMMIT; when the transaction has failed, it has to be rolled back. */
  readonly commit: string;
  /** For a transaction that failed with `error`. */
  rollback(error: unknown): string;
}

interface ControlOptions {
  readonly lockTimeoutMs: number | undefined;
  readonly statementTimeoutMs: number | undefined;
  readonly muted: boolean;
  /** Whether the statements run on several machines. */
  readonly distributed: boolean;
}

/** An option of snapshots. */
export interface CustomPlansOption {
  /** Plans each statement for its own values (`readWithCustomPlans`). */
  readonly customPlans?: boolean | undefined;
}

interface SnapshotControl extends CustomPlansOption {
  /** The timeout of each statement. */
  readonly timeoutMs: number | undefined;
  readonly replyMs: number | undefined;
}

type RowsOf = <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

/** check_violation, unique_violation, division_by_zero (a row that is missing) */
const conflicts = new Set(['23514', '23505', '22012']);

/** Whether an optimistic run may have failed because of a decision on stale data, so that the transaction is to run again. */
export function isOptimisticConflict(error: unknown): boolean {
  return conflicts.has((error as { code?: string }).code ?? '');
}

/** Whether PostgreSQL refused to set `log_min_messages` (insufficient_privilege), which only a muted run sets. */
export function isLogMinMessagesDenied(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string };
  return code === '42501' && message.includes('log_min_messages');
}

/** Plans the following statements of the transaction for their own values. */
export const forceCustomPlansSql = 'set local plan_cache_mode = force_custom_plan';

/**
 * Runs `read` on a read-only snapshot. Its first statements travel with BEGIN. When one of several pipelined statements fails,
 * the error is that statement's, not that of those behind it.
 */
export async function readInSnapshot<T>(
  client: pg.PoolClient,
  { timeoutMs, replyMs, customPlans }: SnapshotControl,
  read: (rows: RowsOf) => Promise<T>,
): Promise<T> {
  let cause: unknown;
  const rows: RowsOf = (text, values) => {
    const reading = runStatement<never>(client, text, values, replyMs);
    reading.catch((error: unknown) => {
      if (!isAbortedTransaction(error)) cause ??= error;
    });
    return reading;
  };
  const timeout = timeoutMs === undefined ? '' : `; set local statement_timeout = ${timeoutMs}`;
  const plans = customPlans ? `; ${forceCustomPlansSql}` : '';
  const begun = client.query(`begin isolation level repeatable read, read only${timeout}${plans}`);
  begun.catch(() => undefined);
  try {
    const result = await read(rows);
    await begun;
    return result;
  } catch (error) {
    throw isAbortedTransaction(error) ? (cause ?? error) : error;
  } finally {
    await client.query('commit').catch(() => undefined);
  }
}

/**
 * Returns the statements that begin and end a transaction with these limits, which apply instead of those of the
 * session.
 */
export function createTransactionControl({
  lockTimeoutMs,
  statementTimeoutMs,
  muted,
  distributed,
}: ControlOptions): TransactionControl {
  const limits = [
    ...(lockTimeoutMs === undefined ? [] : [`set local lock_timeout = ${Math.trunc(lockTimeoutMs)}`]),
    ...(statementTimeoutMs === undefined ? [] : [`set local statement_timeout = ${statementTimeoutMs}`]),
  ];
  const begin = (first: string): readonly string[] => {
    if (!distributed || limits.length === 0) return [[first, ...limits].join('; ')];
    // Citus passes a limit on to the other nodes when it is a statement of its own.
    return [`${first}; set local citus.propagate_set_commands = 'local'`, ...limits];
  };
  if (!muted) return { begin: begin('begin'), commit: 'commit', rollback: () => 'rollback' };
  return {
    // LOG, FATAL and PANIC are above ERROR.
    begin: begin('begin; set log_min_messages = log; commit; begin'),
    commit: `${reset}; commit`,
    // The reset is committed first, so that it holds when the report fails.
    rollback: (error) => `rollback; begin; ${reset}; commit${reportOf(error)}`,
  };
}

const spoiled = new WeakSet<pg.PoolClient>();

/** Rolls back a transaction that failed with `error`. When that fails, the connection may still be muted: it is spoiled. */
export async function rollBack(client: pg.PoolClient, control: TransactionControl, error: unknown): Promise<void> {
  await client.query(control.rollback(error)).catch(() => spoiled.add(client));
}

/** Whether the pool must replace the connection. */
export const isSpoiledConnection = (client: pg.PoolClient): boolean => spoiled.has(client);

const reset = 'reset log_min_messages';

/**
 * The end of a rollback: a statement that logs the error that the muted run has hidden. '' for an optimistic conflict,
 * which is planned, for a statement behind the failed one, and when no statement failed. PL/pgSQL is the only way to
 * write to the log.
 */
function reportOf(error: unknown): string {
  if (!isStatementError(error) || isOptimisticConflict(error) || isAbortedTransaction(error)) return '';
  const { code, message } = error as pg.DatabaseError;
  const text = pg.escapeLiteral(`a transaction failed: ${message} (${code})`);
  return `; do ${pg.escapeLiteral(`begin raise log using message = ${text}; end`)}`;
}
