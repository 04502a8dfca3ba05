/**
 * The one log, numbered per customer in the order of commits (architecture: One log). Changes of the operator's settings and of what
 * lies in bins are not in it.
 *
 * The journal reads it by reference, an order's timeline by subject, webhooks and the event feed by number. It is
 * append-only and holds no secrets and no people's names (`actor` has the e-mail or account of an operator). Partitioned by month
 * of real time.
 */
import type { CommandContext } from './command-context.ts';
import { column } from './db/columns.ts';
import type { DbReader, Tx } from './db/db.ts';
import { Table } from './db/table.ts';

/** An event that is appended to the log. */
export interface LogEvent {
  /** `noun.verb`: `sales_order.accepted`, `package.scanned`. */
  readonly kind: string;
  /** The id of the document that it is about: an order's id, an item's creating reference. */
  readonly subject: string;
  /** The time on the customer's clock. */
  readonly occurredAt: Temporal.Instant;
  /** Details for later readers; no people's names, no secrets. */
  readonly data?: Readonly<Record<string, unknown>>;
}

const log = new Table(
  'log',
  {
    customerNo: column.text(),
    seq: column.bigint(),
    kind: column.text(),
    subject: column.uuid(),
    reference: column.uuid(),
    occurredAt: column.instant(),
    operation: column.text(),
    actor: column.text(),
    data: column.optional(column.json<Readonly<Record<string, unknown>>>()),
  },
  ['customerNo', 'seq'],
);

const entries = log.numberedInsert({ seq: ['seq'] });

/** Appends an event to the log in the caller's transaction. It is numbered when the transaction commits. */
export function appendLog(
  tx: Tx,
  { customerNo, reference, operation, actor, unknownProperties = [] }: CommandContext,
  { kind, subject, occurredAt, data }: LogEvent,
): void {
  const logged = unknownProperties.length === 0 ? data : { ...data, unknownProperties };
  tx.number(entries, { customerNo, kind, subject, reference, occurredAt, operation, actor, data: logged });
}

/**
 * An event that was read from the log, with the reference, the operation and the actor of the change that it records.
 */
export interface LoggedEvent extends LogEvent {
  readonly reference: string;
  readonly operation: string;
  readonly actor: string;
}

/** The timeline of a document in the order of commits: its newest entries, at most `limit`. */
export async function readTimeline(
  reader: DbReader,
  customerNo: string,
  subject: string,
  limit: number,
): Promise<LoggedEvent[]> {
  const newest = await log.rows<LoggedEvent>(
    reader,
    `select ${log.select('l', ['kind', 'subject', 'reference', 'occurredAt', 'operation', 'actor', 'data'])}
       from log l where l.customer_no = $1 and l.subject = $2 order by l.seq desc limit $3`,
    [customerNo, subject, limit],
  );
  return newest.reverse();
}
