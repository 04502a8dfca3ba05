/**
 * Leases on customers, by which processes share the sending of webhooks (decision 14): the process that holds the lease of a customer
 * sends all of the customer's deliveries. Others take a customer over when its lease is released, or has expired because the process
 * was killed or hung. Every transaction of the sender checks the lease, so a process that has lost it writes nothing for the customer.
 */
import { column } from '../platform/db/columns.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { amongCustomersSql } from '../platform/db/nodes.ts';
import { hasClaimExpiredSql } from '../platform/db/passed-time-sql.ts';
import { createRowSetSql } from '../platform/db/row-set-sql.ts';
import type { EventFormat } from './event-source.ts';

const leaseSeconds = 20;
const leaseEnd = `now() + interval '${leaseSeconds} seconds'`;
const renewedBefore = `interval '${leaseSeconds * 0.75} seconds'`;
const customersPerPoll = 200;
/** The second parameter of a look-up. */
const among = (customers: readonly string[] | undefined) => amongCustomersSql(customers, '$2');

/** A customer with something to read or to send, or whose lease had expired. */
interface CustomerWithWebhookWork {
  readonly customerNo: string;
  readonly cursor: string;
  /** The newest commit number; undefined: there is nothing to read. */
  readonly readUpTo: number | undefined;
}

/**
 * Returns at most 200 customers (while a node is away, of each other node) for this process to work on: its own and free ones that
 * have new entries in the log or due deliveries, and those whose lease by another process has expired. Takes the leases of the free and
 * expired ones; those that another process takes first are left out, and so are customers on nodes that are away. With `isHolding` (the
 * process has leases), renews its leases of which less than three quarters of the time is left, and those that end too late.
 */
export async function leaseWebhookCustomersWithWork(
  db: Db,
  lease: string,
  isHolding: boolean,
): Promise<CustomerWithWebhookWork[]> {
  const found = await db.nodes.readAll<CustomerWithWebhookWork & { readonly isOwn: boolean }>((customers) =>
    db.rows(
      `select q.customer_no as "customerNo", q.cursor, q.lease is not distinct from $1 as "isOwn",
              case when q.read_up_to < c.last_seq then c.last_seq end as "readUpTo"
         from webhook_customers q join commit_counters c on c.customer_no = q.customer_no ${among(customers)('c')}
        where (((q.lease is null or q.lease = $1) and (q.read_up_to < c.last_seq or q.due_at <= clock_timestamp()))
           or (q.lease <> $1 and ${hasClaimExpiredSql('q.leased_until')})) ${among(customers)('q')}
        order by q.due_at nulls first limit ${customersPerPoll}`,
      customers === undefined ? [lease] : [lease, customers],
    ),
  );
  if (isHolding) {
    const condition = `(q.leased_until < now() + ${renewedBefore} or ${hasClaimExpiredSql('q.leased_until')})`;
    await changeLeases(db, lease, `leased_until = ${leaseEnd}`, condition);
  }
  const free = found.filter(({ isOwn }) => !isOwn).map(({ customerNo }) => customerNo);
  const taken = new Set(free.length === 0 ? [] : await takeLeases(db, lease, free));
  return found
    .filter(({ isOwn, customerNo }) => isOwn || taken.has(customerNo))
    .map(({ customerNo, cursor, readUpTo }) => ({ customerNo, cursor, readUpTo: readUpTo ?? undefined }));
}

async function takeLeases(db: Db, lease: string, customers: readonly string[]): Promise<string[]> {
  const taken: string[] = [];
  for (const onShard of await db.shards.group(customers, (customerNo) => customerNo)) {
    taken.push(...(await takeLeasesOfShard(db, lease, onShard)));
  }
  return taken;
}

async function takeLeasesOfShard(db: Db, lease: string, customers: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ customer_no: string }>(
    `with free as materialized (
            select f.customer_no from webhook_customers f
             where f.customer_no = any ($2::text[]) and (f.lease is null or ${hasClaimExpiredSql('f.leased_until')})
             order by f.customer_no for no key update skip locked)
     update webhook_customers q set lease = $1, leased_until = ${leaseEnd}
       from free where q.customer_no = free.customer_no and q.customer_no = any ($2::text[])
     returning q.customer_no`,
    [lease, customers],
  );
  return rows.map((row) => row.customer_no);
}

/** A row of `webhook_customers`, locked by the process that has the lease of the customer. */
export interface LockedWebhookCustomer {
  readonly customerNo: string;
  readonly cursor: string;
  readonly lastPosition: number;
}

/**
 * Locks the rows of these customers until the transaction ends. Customers whose lease was lost are left out. `now` is the time of the
 * transaction by the clock of the database, which alone measures what is due.
 */
export async function lockLeasedWebhookCustomers(
  tx: Tx,
  lease: string,
  customers: readonly string[],
): Promise<(LockedWebhookCustomer & { readonly now: Temporal.Instant })[]> {
  return await tx.rows(
    `select q.customer_no as "customerNo", q.cursor, q.last_position as "lastPosition", now() as now
       from webhook_customers q where q.customer_no = any ($2::text[]) and q.lease = $1
      order by q.customer_no for no key update`,
    [lease, customers],
  );
}

export interface WebhookCustomerState extends LockedWebhookCustomer {
  /** Up to which commit number events were read; undefined: as before. */
  readonly readUpTo: number | undefined;
  /** When the next delivery becomes due; now while failing and slow endpoints get no slot. Those due already are not counted. */
  readonly dueAt: Temporal.Instant | undefined;
  /** Whether nothing is being sent, due or unread, so that any process may take the customer next. */
  readonly isReleased: boolean;
}

const states = createRowSetSql({
  customerNo: column.text(),
  cursor: column.text(),
  lastPosition: column.bigint(),
  readUpTo: column.optional(column.bigint()),
  dueAt: column.optional(column.instant()),
  isReleased: column.boolean(),
});

/** Saves the state of locked customers. */
export function saveWebhookCustomers(tx: Tx, saved: readonly WebhookCustomerState[]): void {
  if (saved.length === 0) return;
  tx.send(
    `update webhook_customers q
        set cursor = k.cursor, last_position = k.last_position, read_up_to = coalesce(k.read_up_to, q.read_up_to),
            due_at = k.due_at, lease = case when k.is_released then null else q.lease end,
            leased_until = case when k.is_released then null else q.leased_until end
       from ${states.from('k')} where ${states.match('q', 'k', ['customerNo'])}`,
    states.values(saved),
  );
}

/** Releases all leases of a process that stops, except those on nodes that are away (`changeLeases`). */
export async function releaseWebhookLeases(db: Db, lease: string): Promise<void> {
  await changeLeases(db, lease, 'lease = null, leased_until = null, due_at = now()', 'true');
}

/**
 * Changes the leases of a process that fulfill a condition; where tables are distributed, those of each shard by
 * themselves. Leases on nodes that are away are left out: they expire.
 */
async function changeLeases(db: Db, lease: string, change: string, condition: string): Promise<void> {
  const found = await db.nodes.readAll<{ customer_no: string }>((customers) =>
    db.rows(
      `select q.customer_no from webhook_customers q where q.lease = $1 and ${condition} ${among(customers)('q')}`,
      customers === undefined ? [lease] : [lease, customers],
    ),
  );
  for (const onShard of await db.shards.group(found, ({ customer_no }) => customer_no)) {
    await db.rows(
      `update webhook_customers q set ${change} where q.customer_no = any ($2::text[]) and q.lease = $1 and ${condition}`,
      [lease, onShard.map(({ customer_no }) => customer_no)],
    );
  }
}

const slots = createRowSetSql({
  customerNo: column.text(),
  endpointId: column.uuid(),
  maxRows: column.int(),
  sent: column.text(),
  isLast: column.boolean(),
});

export interface DueWebhookDelivery {
  readonly customerNo: string;
  readonly endpointId: string;
  readonly position: number;
  readonly eventId: string;
  readonly sequenceKey: string;
  readonly format: EventFormat;
  readonly failedAttempts: number;
  /** For how long it has been due. */
  readonly overdueMs: number;
  /** Length of its body. */
  readonly bytes: number;
}

/** Maximum number of deliveries in one read: more than may be in flight. */
export const maxDueWebhookDeliveries = 600;

/**
 * Reads the deliveries of endpoints that are due at `now`, without those that were `sent` and have no result yet: of each endpoint the
 * `maxRows` that have been due longest, in all at most `maxDueWebhookDeliveries`.
 * Endpoints with `isLast` (the caller sets it for those that fail or are slow) come after the others; among these, and among the others,
 * the first delivery of each endpoint comes before the second of any, so that a long backlog delays no other endpoint.
 */
export async function readDueWebhookDeliveries(
  tx: Tx,
  of: readonly {
    readonly customerNo: string;
    readonly endpointId: string;
    readonly maxRows: number;
    /** Their positions. */
    readonly sent: readonly number[];
    /** Whether other endpoints come first. */
    readonly isLast: boolean;
  }[],
  now: Temporal.Instant,
): Promise<DueWebhookDelivery[]> {
  if (of.length === 0) return [];
  const customers = `$${slots.nextParameter - 1}::text[]`;
  return await tx.rows<DueWebhookDelivery>(
    `select d.customer_no as "customerNo", d.endpoint_id as "endpointId", d.position, d.event_id as "eventId",
            d.sequence_key as "sequenceKey", d.format, d.failed_attempts as "failedAttempts",
            (extract(epoch from $${slots.nextParameter} - d.due_at) * 1000)::float8 as "overdueMs",
            octet_length(case d.format when 'standard' then e.standard_body else e.tracking_body end) as bytes
       from ${slots.from('k')}
      cross join lateral (
            select d.*, row_number() over (order by d.due_at, d.position) as nth from webhook_deliveries d
             where ${slots.match('d', 'k', ['customerNo', 'endpointId'])} and d.due_at <= $${slots.nextParameter}
                    and d.position <> all (k.sent::bigint[])
             order by d.due_at, d.position limit k.max_rows) d
       join webhook_events e on e.customer_no = d.customer_no and e.event_id = d.event_id
                            and e.customer_no = any (${customers})
      order by k.is_last, d.nth, d.due_at limit ${maxDueWebhookDeliveries}`,
    [...slots.values(of.map((slot) => ({ ...slot, sent: `{${slot.sent.join()}}` }))), now],
  );
}

const endpointIds = createRowSetSql({ customerNo: column.text(), endpointId: column.uuid() });

/** For each endpoint with deliveries that become due after `now`: when the first one does. */
export async function readNextWebhookDueTimes(
  tx: Tx,
  of: readonly { readonly customerNo: string; readonly endpointId: string }[],
  now: Temporal.Instant,
): Promise<{ readonly customerNo: string; readonly dueAt: Temporal.Instant }[]> {
  if (of.length === 0) return [];
  return await tx.rows(
    `select k.customer_no as "customerNo", d.due_at as "dueAt"
       from ${endpointIds.from('k')}
      cross join lateral (
            select d.due_at from webhook_deliveries d
             where ${endpointIds.match('d', 'k')} and d.due_at > $${endpointIds.nextParameter}
             order by d.due_at, d.position limit 1) d`,
    [...endpointIds.values(of), now],
  );
}
