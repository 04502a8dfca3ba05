/**
 * Finds out whether a transaction was committed when its connection was lost during COMMIT (decision 6).
 *
 * Every transaction of `Db.write` inserts a row into `commit_markers`, under an id that the server chose. To look up its outcome,
 * another connection inserts the same row (fencing). While the transaction is open, the unique key makes the insert wait. If
 * it was committed, the row exists. If it was rolled back or has not inserted its row yet, the insert succeeds (`fenced`),
 * and the transaction can only fail on the unique key. So a transaction that was found not to have been committed can never
 * commit later, whatever is still in the buffers of a network or a server.
 *
 * `pg_xact_status` is no alternative: the reply with the transaction id may be what was lost, and PostgreSQL reuses an id
 * after a crash when it had not reached the disk.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { uuidv7 } from '../../lib/uuid.ts';
import { withPoolConnection } from './connections.ts';
import type { CustomerShards } from './customer-shards.ts';

export type CommitOutcome = 'committed' | 'rolled back';

/** Identifies a transaction. */
export interface CommitMarker {
  /** A customer of the transaction, '' when it has none. */
  readonly customerNo: string;
  readonly id: string;
}

/** A new marker for a transaction of these customers, in the order of their locks. */
export function newCommitMarker(customers: readonly string[]): CommitMarker {
  return { customerNo: customers[0] ?? '', id: uuidv7() };
}

export interface CommitMarkers {
  /** The outcome of the transaction is known: its row is deleted in the background, with others. */
  release(marker: CommitMarker): void;
  /**
   * Looks up the outcome of a transaction whose connection was lost, and retries until it is known or `close` is called.
   * Terminates the backend `backendPid`, which may still hold the transaction open, unless it waits for a synchronous
   * standby: then the transaction is committed locally, but not yet replicated. Rejects only after `close`.
   */
  findOutcome(marker: CommitMarker, backendPid: number | undefined): Promise<CommitOutcome>;
  /** Deletes the released rows if the database replies, and aborts all lookups. */
  close(): Promise<void>;
}

const releaseIntervalMs = 5_000;
const maxReleaseBatch = 2_000;
const lockTimeoutMs = 1_000;
const maxPauseMs = 2_000;

/** Opens the commit markers of the transactions of this pool. Close it before the pool. */
export function openCommitMarkers(pool: pg.Pool, shards: CustomerShards): CommitMarkers {
  const closed = new AbortController();
  let released: CommitMarker[] = [];
  let timer: NodeJS.Timeout | undefined;

  const deleteReleased = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const markers = released;
    released = [];
    // On failure the rows are deleted later, like the markers of crashed processes.
    const groups = await shards.group(markers, ({ customerNo }) => customerNo).catch(() => []);
    for (const group of groups) await deleteMarkers(pool, group).catch(() => undefined);
  };

  return {
    release: (marker) => {
      released.push(marker);
      if (released.length >= maxReleaseBatch) void deleteReleased();
      else timer ??= setTimeout(() => void deleteReleased(), releaseIntervalMs).unref();
    },
    findOutcome: async (marker, backendPid) => {
      for (let pauseMs = 25; ; pauseMs = Math.min(maxPauseMs, pauseMs * 2)) {
        closed.signal.throwIfAborted();
        try {
          if (backendPid !== undefined) await terminateBackend(pool, backendPid);
          return await fence(pool, marker);
        } catch {
          // The transaction is still open, or the database does not reply.
          await delay(pauseMs, undefined, { signal: closed.signal });
        }
      }
    },
    close: async () => {
      closed.abort(new Error('the database was closed before the outcome of a transaction was known'));
      await deleteReleased();
    },
  };
}

async function deleteMarkers(pool: pg.Pool, markers: readonly CommitMarker[]): Promise<void> {
  const customers = markers.map(({ customerNo }) => customerNo);
  await pool.query(
    `delete from commit_markers m using unnest($1::text[], $2::uuid[]) as d (customer_no, id)
      where m.customer_no = d.customer_no and m.id = d.id and m.customer_no = any ($3::text[])`,
    [customers, markers.map(({ id }) => id), [...new Set(customers)]],
  );
}

/**
 * Terminates a backend of this role and database that holds a transaction open. Spares one that waits for a synchronous
 * standby: terminating it would make visible, and acknowledge, what the standby does not have.
 */
async function terminateBackend(pool: pg.Pool, pid: number): Promise<void> {
  await pool
    .query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where pid = $1 and datname = current_database() and usename = current_user
          and xact_start is not null and wait_event is distinct from 'SyncRep'`,
      [pid],
    )
    // Where this is not permitted or gets no reply, the transaction ends by itself or by the timeouts of its session.
    .catch(() => undefined);
}

/**
 * Rejects while the transaction is open, or when the database does not reply. Writes a row in both outcomes, so that with
 * synchronous replication its own COMMIT returns only when the standby has everything that was committed before.
 */
async function fence(pool: pg.Pool, { customerNo, id }: CommitMarker): Promise<CommitOutcome> {
  return await withPoolConnection(pool, async (client) => {
    // On Citus this passes the limit on to the other nodes; elsewhere it has no effect.
    await client.query(`begin; set local citus.propagate_set_commands = 'local'`);
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
    const { rows } = await client.query<{ fenced: boolean }>(
      `insert into commit_markers as m (customer_no, id, fenced) values ($1, $2, true)
           on conflict (customer_no, id) do update set created_at = excluded.created_at
       returning m.fenced`,
      [customerNo, id],
    );
    await client.query('commit');
    return rows[0]?.fenced === false ? 'committed' : 'rolled back';
  });
}

/** Deletes markers that were never released, such as those of crashed processes and of lookups, after a week. */
export async function deleteOldCommitMarkers(db: {
  rows<R>(text: string, values?: readonly unknown[]): Promise<R[]>;
  readonly shards: CustomerShards;
}): Promise<void> {
  const old = await db.rows<{ customer_no: string }>(
    `select distinct customer_no from commit_markers where created_at < now() - interval '7 days'`,
  );
  for (const group of await db.shards.group(old, ({ customer_no }) => customer_no)) {
    await db.rows(
      `delete from commit_markers where customer_no = any ($1::text[]) and created_at < now() - interval '7 days'`,
      [group.map(({ customer_no }) => customer_no)],
    );
  }
}

/** Thrown inside `Db.write`: the connection was lost when COMMIT had been sent. */
export class ConnectionLostInCommit extends Error {
  readonly marker: CommitMarker;
  readonly backendPid: number | undefined;
  readonly result: unknown;

  constructor(cause: unknown, marker: CommitMarker, backendPid: number | undefined, result: unknown) {
    super('the connection was lost during COMMIT', { cause });
    this.marker = marker;
    this.backendPid = backendPid;
    this.result = result;
  }
}
