/**
 * Reads the journal (decision 5): the requests of callers and operators, and their results. Its lists leave jobs out. The log
 * has no index by time across customers, because every order would pay for it: rejected requests have indexes of their
 * own, others are read per customer, newest first, in windows of bounded length. Pages of all requests across customers
 * would need such an index: the log's keys begin with the customer, and a page that merges the newest entries of each
 * customer cannot continue where another one ended without reading each customer's log from its end again.
 */
import type { DbReader } from './db/db.ts';
import type { LoggedEvent } from './log.ts';

export interface JournalEntry extends LoggedEvent {
  readonly customerNo: string;
  readonly seq: number;
  /** When it was recorded, on real time. */
  readonly recordedAt: Temporal.Instant;
}

/** Where a page of rejected requests ends. */
export interface RejectedRequestPosition {
  readonly at: Temporal.Instant;
  readonly seq: number;
  readonly customerNo: string;
}

const columns = `l.customer_no as "customerNo", l.seq, l.kind, l.subject, l.reference, l.at as "recordedAt",
  l.occurred_at as "occurredAt", l.operation, l.actor, l.data`;

interface RejectedRequestFilter {
  /** Undefined: of all customers. */
  readonly customerNo: string | undefined;
  /** A UserKey; '' matches all. */
  readonly actor: string;
}

/** At most `limit` rejected requests that are older than a position, newest first. */
export async function listRejectedRequests(
  reader: DbReader,
  { customerNo, actor }: RejectedRequestFilter,
  { after, limit }: { readonly after: RejectedRequestPosition | undefined; readonly limit: number },
): Promise<JournalEntry[]> {
  const conditions = ["l.kind = 'request.rejected'"];
  const values: unknown[] = [];
  if (customerNo !== undefined) conditions.push(`l.customer_no = $${values.push(customerNo)}`);
  if (actor !== '') conditions.push(`l.actor = $${values.push(actor)}`);
  if (after !== undefined) {
    const [at, seq] = [`$${values.push(after.at)}::timestamptz`, `$${values.push(after.seq)}::bigint`];
    conditions.push(
      customerNo === undefined
        ? `(l.at, l.seq, l.customer_no) < (${at}, ${seq}, $${values.push(after.customerNo)})`
        : `(l.at, l.seq) < (${at}, ${seq})`,
    );
  }
  return await reader.rows<JournalEntry>(
    `select ${columns} from log l where ${conditions.join(' and ')}
      order by l.at desc, l.seq desc, l.customer_no desc limit $${values.push(limit)}`,
    values,
  );
}

/** How many requests were rejected, counted up to `limit`. */
export async function countRejectedRequests(
  reader: DbReader,
  { customerNo, actor }: RejectedRequestFilter,
  limit: number,
): Promise<number> {
  const conditions = ["l.kind = 'request.rejected'"];
  const values: unknown[] = [];
  if (customerNo !== undefined) conditions.push(`l.customer_no = $${values.push(customerNo)}`);
  if (actor !== '') conditions.push(`l.actor = $${values.push(actor)}`);
  const [row] = await reader.rows<{ count: number }>(
    `select count(*) as count from (select 1 from log l where ${conditions.join(' and ')} limit $${values.push(limit)}) found`,
    values,
  );
  return row?.count ?? 0;
}

/** How many entries of a customer one page looks through at most. */
const maxJournalWindow = 10_000;

interface JournalPage {
  readonly entries: readonly JournalEntry[];
  /** The next page has the entries before this number, perhaps none; undefined: there is no next page. */
  readonly next: number | undefined;
}

/**
 * Requests of a customer, without those of jobs, each by the first entry of its reference, newest first: at most `top`,
 * of at most `maxJournalWindow` entries before `before` (undefined: from the end). `actor`: the actor of the entry;
 * '' matches all. A page with fewer rows than `top` may be followed by another.
 */
export async function listJournalRequests(
  reader: DbReader,
  { customerNo, actor }: { readonly customerNo: string; readonly actor: string },
  { before, top }: { readonly before: number | undefined; readonly top: number },
): Promise<JournalPage> {
  const start = before ?? Number.MAX_SAFE_INTEGER;
  const entries = await reader.rows<JournalEntry>(
    `select ${columns}
       from (select * from log where customer_no = $1 and seq < $2 order by seq desc limit $3) l
      where l.actor not in ('system', 'schedule') and ($4 = '' or l.actor = $4)
        and not exists (select from log e where e.customer_no = $1 and e.subject = l.reference
                           and e.reference = l.reference and e.seq < l.seq)
        and not exists (select from log e where e.customer_no = $1 and e.reference = l.reference
                           and e.reference <> e.subject and e.seq < l.seq)
      order by l.seq desc limit $5`,
    [customerNo, start, maxJournalWindow, actor, top],
  );
  if (entries.length === top) return { entries, next: entries.at(-1)?.seq };
  const [window] = await reader.rows<{ last: number | null; count: number }>(
    `select min(seq) as last, count(*) as count
       from (select seq from log where customer_no = $1 and seq < $2 order by seq desc limit $3) l`,
    [customerNo, start, maxJournalWindow],
  );
  return { entries, next: window?.count === maxJournalWindow ? (window.last ?? undefined) : undefined };
}

/** The first `limit` entries of a request, in the order of commits. */
export async function readJournalOfReference(
  reader: DbReader,
  customerNo: string,
  reference: string,
  limit: number,
): Promise<JournalEntry[]> {
  return await reader.rows<JournalEntry>(
    `select ${columns} from log l
      where l.customer_no = $1 and l.reference = $2 and (l.reference <> l.subject or l.subject = $2)
      order by l.seq limit $3`,
    [customerNo, reference, limit],
  );
}

/** The customers whose log has an entry under this reference, at most 100. */
export async function findCustomersOfReference(reader: DbReader, reference: string): Promise<string[]> {
  const rows = await reader.rows<{ customerNo: string }>(
    `select c.customer_no as "customerNo" from commit_counters c
      where exists (select from log l where l.customer_no = c.customer_no and l.subject = $1 and l.reference = $1)
         or exists (select from log l where l.customer_no = c.customer_no and l.reference = $1 and l.reference <> l.subject)
      order by c.customer_no limit 100`,
    [reference],
  );
  return rows.map(({ customerNo }) => customerNo);
}
