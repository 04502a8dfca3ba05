/**
 * The one log: every change appends here, numbered per customer in the order of commits (architecture: One log).
 *
 * The journal reads it by reference, an order's timeline by subject, webhooks and the event feed by number. It is
 * append-only and holds no people's names and no secrets. Partitioned by month of real time.
 */
import { bigints, instants, jsons, texts, uuids } from './db/arrays.ts';
import type { Numbered, NumberedWriter, Tx } from './db/db.ts';

export interface LogEntry {
  readonly customerNo: string;
  /** What happened, `noun.verb`: `sales_order.accepted`, `package.scanned`. */
  readonly kind: string;
  /** The document it is about (an order's id, a SKU's creating reference). */
  readonly subject: string;
  /** The transaction reference under which it was done. */
  readonly reference: string;
  /** When, on the customer's clock. */
  readonly occurredAt: Temporal.Instant;
  /** The operation without `/api/`, `SalesOrder/CreateSalesOrder`, or what else did it: `warehouse`, `dray adjust`. */
  readonly operation: string;
  /** A UserKey, `operator:NAME` or `system`. */
  readonly actor: string;
  /** Facts about it for whoever reads it later; no people, no secrets. */
  readonly data?: Readonly<Record<string, unknown>>;
}

const writer: NumberedWriter<LogEntry> = {
  name: 'log',
  write: (tx, rows: readonly Numbered<LogEntry>[]) => {
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

/** Appends to the log in the caller's transaction; it gets its number when that commits. */
export function appendLog(tx: Tx, entry: LogEntry): void {
  tx.number(writer, entry);
}
