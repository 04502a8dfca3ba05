/**
 * The one log: every change appends here, numbered per customer in the order of commits (architecture: One log).
 *
 * The journal reads it by reference, an order's timeline by subject, webhooks and the event feed by number. It is
 * append-only and holds no people's names and no secrets. Partitioned by month of real time.
 */
import type { CommandContext } from './command-context.ts';
import { bigints, instants, jsons, texts, uuids } from './db/arrays.ts';
import type { Numbered, NumberedWriter, Tx } from './db/db.ts';

/** What happened. */
export interface LogEvent {
  /** `noun.verb`: `sales_order.accepted`, `package.scanned`. */
  readonly kind: string;
  /** The id of the document that it is about: an order's id, an item's creating reference. */
  readonly subject: string;
  /** The time on the customer's clock. */
  readonly occurredAt: Temporal.Instant;
  /** Details for later readers; no people, no secrets. */
  readonly data?: Readonly<Record<string, unknown>>;
}

type LogRow = Omit<CommandContext, 'unknownProperties'> & LogEvent;

const writer: NumberedWriter<LogRow> = {
  name: 'log',
  write: (tx, rows: readonly Numbered<LogRow>[]) => {
    tx.send(
      `insert into log (customer_no, seq, kind, subject, reference, occurred_at, operation, actor, data)
       select customer_no, c.last_seq - behind, kind, subject, reference, occurred_at, operation, actor, data
         from unnest($1::text[], $2::bigint[], $3::text[], $4::uuid[], $5::uuid[], $6::timestamptz[], $7::text[],
                     $8::text[], $9::json[])
           as l (customer_no, behind, kind, subject, reference, occurred_at, operation, actor, data)
         left join commit_counters c using (customer_no)`,
      [
        texts(rows, (r) => r.customerNo),
        bigints(rows, (r) => r.seqOffset),
        texts(rows, (r) => r.kind),
        uuids(rows, (r) => r.subject),
        uuids(rows, (r) => r.reference),
        instants(rows, (r) => r.occurredAt),
        texts(rows, (r) => r.operation),
        texts(rows, (r) => r.actor),
        jsons(rows, (r) => (r.data === undefined ? null : JSON.stringify(r.data))),
      ],
    );
  },
};

/** Appends an event to the log in the caller's transaction. It is numbered when the transaction commits. */
export function appendLog(
  tx: Tx,
  { customerNo, reference, operation, actor, unknownProperties = [] }: CommandContext,
  { kind, subject, occurredAt, data }: LogEvent,
): void {
  const logged = unknownProperties.length === 0 ? data : { ...data, unknownProperties };
  const row = { customerNo, kind, subject, reference, occurredAt, operation, actor };
  tx.number<LogRow>(writer, logged === undefined ? row : { ...row, data: logged });
}
