/** SQL of `webhook_events` and `webhook_deliveries`. Its writers hold the lock of the customer's row in `webhook_customers`. */
import { column } from '../platform/db/columns.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { createRowSetSql } from '../platform/db/row-set-sql.ts';
import { Table } from '../platform/db/table.ts';
import { applyWebhookDeliveryCountChanges, type WebhookDeliveryFilter } from './delivery-counts.ts';
import {
  maxKeptWebhookAttempts,
  maxWebhookRedeliveries,
  type WebhookAttempt,
  type WebhookDeliveryStatus,
} from './endpoint.ts';
import type { EventFormat } from './event-source.ts';

const webhookEventTable = new Table(
  'webhook_events',
  {
    customerNo: column.text(),
    eventId: column.text(),
    kind: column.text(),
    occurredAt: column.instant(),
    standardBody: column.optional(column.text()),
    trackingBody: column.optional(column.text()),
  },
  ['customerNo', 'eventId'],
);

/** Inserts new events. An event that another endpoint received already keeps its bodies. */
export const insertWebhookEvents = webhookEventTable.insertOrIgnore();

/** Identifies a body: an event in one format. */
interface WebhookBodyKey {
  readonly customerNo: string;
  readonly eventId: string;
  readonly format: EventFormat;
}

export const formatWebhookBodyKey = ({ customerNo, eventId, format }: WebhookBodyKey): string =>
  `${customerNo}\n${eventId}\n${format}`;

const bodyIds = createRowSetSql({
  customerNo: column.text(),
  eventId: column.text(),
  format: column.text<EventFormat>(),
});

/** The bodies by `formatWebhookBodyKey`. A body that several deliveries share is read once. */
export async function readWebhookBodies(tx: Tx, of: readonly WebhookBodyKey[]): Promise<Map<string, string>> {
  const wanted = new Map(of.map((id) => [formatWebhookBodyKey(id), id]));
  if (wanted.size === 0) return new Map();
  const rows = await tx.rows<WebhookBodyKey & { readonly body: string }>(
    `select k.customer_no as "customerNo", k.event_id as "eventId", k.format,
            case k.format when 'standard' then e.standard_body else e.tracking_body end as body
       from ${bodyIds.from('k')} join webhook_events e on ${bodyIds.match('e', 'k', ['customerNo', 'eventId'])}`,
    bodyIds.values([...wanted.values()]),
  );
  return new Map(rows.map((row) => [formatWebhookBodyKey(row), row.body]));
}

const deliveries = new Table(
  'webhook_deliveries',
  {
    customerNo: column.text(),
    endpointId: column.uuid(),
    position: column.bigint(),
    eventId: column.text(),
    sequenceKey: column.text(),
    groupPosition: column.optional(column.bigint()),
    format: column.text<EventFormat>(),
    status: column.text<WebhookDeliveryStatus>(),
    failedAttempts: column.smallint(),
    dueAt: column.optional(column.instant()),
  },
  ['customerNo', 'endpointId', 'position'],
);

const insertRows = deliveries.insert();

/** Inserts new deliveries. */
export function insertWebhookDeliveries(tx: Tx, rows: Parameters<typeof insertRows>[1]): void {
  insertRows(tx, rows);
  applyWebhookDeliveryCountChanges(
    tx,
    rows.map(({ customerNo, endpointId, status }) => ({ customerNo, endpointId, to: status })),
  );
}

const deliveryKey = { customerNo: column.text(), endpointId: column.uuid(), position: column.bigint() };
const sequence = { customerNo: column.text(), endpointId: column.uuid(), sequenceKey: column.text() };
const sequences = createRowSetSql(sequence);

/**
 * Identifies a sequence: deliveries to one endpoint about the same package, order, return or row of stock. Later ones
 * wait for earlier ones, but those with the same `groupPosition` are sent together.
 */
export interface WebhookDeliverySequenceKey {
  readonly customerNo: string;
  readonly endpointId: string;
  readonly sequenceKey: string;
}

/** The planner settings of `forceIndexPlansSql`. */
const indexPlans = {
  plan_cache_mode: 'force_custom_plan',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_material: 'off',
  enable_sort: 'off',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
};

/**
 * Makes the following statements of the transaction look each row up in an index, in its order. PostgreSQL's statistics do not describe
 * a queue: when they were gathered, nothing or very little was pending, so reading all pending deliveries of all customers
 * seems to cost nothing, and a join does that when there are 100,000.
 */
export const forceIndexPlansSql = `select ${Object.entries(indexPlans)
  .map(([name, value]) => `set_config('${name}', '${value}', true)`)
  .join(', ')}`;

/** The delivery of a sequence `k` that is due, or else its first pending one: the first entry of the index `webhook_deliveries_pending`. */
const headOf = (columns: string) => `lateral (
            select ${columns} from webhook_deliveries b where ${sequences.match('b', 'k')} and b.status = 'PENDING'
             order by (b.due_at is null), b.position limit 1) h`;

/** The sequences that have a pending delivery. Later deliveries of a sequence wait for it. */
export async function findPendingWebhookSequences(
  tx: Tx,
  of: readonly WebhookDeliverySequenceKey[],
): Promise<WebhookDeliverySequenceKey[]> {
  if (of.length === 0) return [];
  return await tx.rows<WebhookDeliverySequenceKey>(
    `select k.customer_no as "customerNo", k.endpoint_id as "endpointId", k.sequence_key as "sequenceKey"
       from ${sequences.from('k')} cross join ${headOf('b.position')}`,
    sequences.values(of),
  );
}

/**
 * Makes the first pending delivery or group of each sequence due now, unless a delivery of the sequence has a due time already.
 * Deliveries of a sequence with the same group are sent together. Call it after `forceIndexPlansSql`.
 */
export function makeFirstWebhookDeliveriesDue(tx: Tx, of: readonly WebhookDeliverySequenceKey[]): void {
  const distinct = new Map(of.map((each) => [`${each.customerNo}\n${each.endpointId}\n${each.sequenceKey}`, each]));
  if (distinct.size === 0) return;
  tx.send(
    `with head as materialized (
            select k.customer_no, k.endpoint_id, k.sequence_key, h.position, h.event_id, h.group_position
              from ${sequences.from('k')} cross join ${headOf('b.position, b.event_id, b.group_position, b.due_at')}
             where h.due_at is null),
          found as materialized (
            select k.customer_no, k.endpoint_id, k.position, k.event_id from head k
             union all
            select k.customer_no, k.endpoint_id, m.position, m.event_id
              from head k cross join lateral (
                   select b.position, b.event_id from webhook_deliveries b
                    where ${sequences.match('b', 'k')} and b.status = 'PENDING' and b.group_position = k.group_position
                      and b.position > k.position
                    order by (b.due_at is null), b.position offset 0) m
             where k.group_position is not null)
     update webhook_deliveries d set due_at = now()
       from found k where ${sequences.match('d', 'k', ['customerNo', 'endpointId'])} and d.position = k.position
                      and d.event_id = k.event_id`,
    sequences.values([...distinct.values()]),
  );
}

export interface WebhookAttemptResult extends WebhookDeliverySequenceKey {
  readonly position: number;
  readonly eventId: string;
  /** Where it was sent. The endpoint may have another URL since. */
  readonly url: string;
  readonly status: WebhookDeliveryStatus;
  readonly failedAttempts: number;
  /** After which time it is sent again; undefined: not again. */
  readonly retryMs: number | undefined;
  readonly attempt: WebhookAttempt;
}

const results = createRowSetSql({
  ...deliveryKey,
  eventId: column.text(),
  status: column.text<WebhookDeliveryStatus>(),
  failedAttempts: column.smallint(),
  dueAt: column.optional(column.instant()),
  attempt: column.jsonb<WebhookAttempt>(),
});

/** The columns by which an attempted delivery is found: the whole keys of two indexes. */
const attempted = ['customerNo', 'endpointId', 'position', 'eventId'] as const;

/**
 * Records attempts of pending deliveries, and successful ones of deliveries that were skipped meanwhile. Idempotent: ignores attempts
 * that are passed again after a commit whose outcome was lost. Returns the recorded ones. `now` is the time of the transaction. Call it
 * after `forceIndexPlansSql`.
 */
export async function recordWebhookAttempts(
  tx: Tx,
  made: readonly WebhookAttemptResult[],
  now: Temporal.Instant,
): Promise<WebhookAttemptResult[]> {
  if (made.length === 0) return [];
  const recorded = await tx.rows<{ endpoint_id: string; position: number; was: WebhookDeliveryStatus }>(
    `update webhook_deliveries d
        set status = k.status, failed_attempts = k.failed_attempts, due_at = k.due_at,
            attempts = case when jsonb_array_length(d.attempts) < ${maxKeptWebhookAttempts} then d.attempts else d.attempts - 0 end
                       || k.attempt
       from (select k.*, o.status as was
               from ${results.from('k')} cross join lateral (
                    select b.status, b.failed_attempts from webhook_deliveries b where ${results.match('b', 'k', attempted)} limit 1) o
              where o.status = 'PENDING' and (k.status = 'DELIVERED' or o.failed_attempts < k.failed_attempts)
                 or o.status = 'SKIPPED' and k.status = 'DELIVERED') k
      where ${results.match('d', 'k', attempted)}
     returning d.endpoint_id, d.position, k.was`,
    results.values(
      made.map(({ retryMs, ...result }) => ({
        ...result,
        dueAt: retryMs === undefined ? undefined : now.add({ milliseconds: retryMs }),
      })),
    ),
  );
  const statuses = new Map(recorded.map((row) => [`${row.endpoint_id} ${row.position}`, row.was]));
  const statusBefore = ({ endpointId, position }: WebhookAttemptResult) => statuses.get(`${endpointId} ${position}`);
  const recordedResults = made.filter((result) => statusBefore(result) !== undefined);
  applyWebhookDeliveryCountChanges(
    tx,
    recordedResults.map((result) => {
      const { customerNo, endpointId, status } = result;
      return { customerNo, endpointId, from: statusBefore(result), to: status };
    }),
  );
  return recordedResults;
}

const attemptedDeliveries = createRowSetSql({ ...deliveryKey, eventId: column.text() });

/**
 * Makes these deliveries due now, as far as they are pending. Pass those whose last attempt failed at a URL that their endpoint no longer
 * has. Call it after `forceIndexPlansSql`.
 */
export function retryWebhookDeliveriesAfterUrlChange(tx: Tx, failed: readonly WebhookAttemptResult[]): void {
  if (failed.length === 0) return;
  tx.send(
    `update webhook_deliveries d set due_at = now()
       from ${attemptedDeliveries.from('k')} where ${attemptedDeliveries.match('d', 'k', attempted)} and d.status = 'PENDING'`,
    attemptedDeliveries.values(failed),
  );
}

/** Skips the pending deliveries of an endpoint that is disabled or deleted. */
export function skipPendingWebhookDeliveries(tx: Tx, customerNo: string, endpointId: string): void {
  tx.send(
    `update webhook_deliveries d set status = 'SKIPPED', due_at = null
      where d.customer_no = $1 and d.endpoint_id = $2 and d.status = 'PENDING'`,
    [customerNo, endpointId],
  );
  tx.send(
    `update webhook_endpoints e set skipped = skipped + pending, pending = 0
      where e.customer_no = $1 and e.endpoint_id = $2`,
    [customerNo, endpointId],
  );
}

/** The events to send again: one, or those that happened in a period. */
export type WebhookRedeliveryFilter =
  | { readonly eventId: string }
  | { readonly from: Temporal.Instant; readonly before: Temporal.Instant };

/**
 * Sets deliveries that are not pending to PENDING again, without a due time. Returns their sequences, or undefined,
 * without a change, when there are more than `maxWebhookRedeliveries`.
 */
export async function requeueWebhookDeliveries(
  tx: Tx,
  customerNo: string,
  endpointId: string,
  filter: WebhookRedeliveryFilter,
): Promise<WebhookDeliverySequenceKey[] | undefined> {
  const [condition, values] =
    'eventId' in filter
      ? ['e.event_id = $3', [filter.eventId]]
      : ['e.occurred_at >= $3 and e.occurred_at < $4', [filter.from, filter.before]];
  const [counted] = await tx.rows<{ count: number }>(
    `select count(*)::int as count
       from (select 1 from webhook_deliveries d join webhook_events e on e.customer_no = $1 and e.event_id = d.event_id
              where d.customer_no = $1 and d.endpoint_id = $2 and d.status <> 'PENDING' and ${condition}
              limit ${maxWebhookRedeliveries + 1}) d`,
    [customerNo, endpointId, ...values],
  );
  if ((counted?.count ?? 0) > maxWebhookRedeliveries) return undefined;
  const requeued = await tx.rows<{ sequenceKey: string; was: WebhookDeliveryStatus }>(
    `update webhook_deliveries d set status = 'PENDING', failed_attempts = 0, due_at = null
       from webhook_events e join webhook_deliveries o on o.customer_no = $1 and o.event_id = e.event_id
      where d.customer_no = $1 and d.endpoint_id = $2 and d.status <> 'PENDING'
        and e.customer_no = $1 and e.event_id = d.event_id and ${condition}
        and o.endpoint_id = $2 and o.position = d.position
     returning d.sequence_key as "sequenceKey", o.status as was`,
    [customerNo, endpointId, ...values],
  );
  applyWebhookDeliveryCountChanges(
    tx,
    requeued.map(({ was }) => ({ customerNo, endpointId, from: was, to: 'PENDING' })),
  );
  return requeued.map(({ sequenceKey }) => ({ customerNo, endpointId, sequenceKey }));
}

/**
 * Makes up to `maxWebhookRedeliveries` pending deliveries that wait for their next attempt due now, as new ones: those that are due
 * next first. Returns how many.
 */
export async function makeWaitingWebhookDeliveriesDue(tx: Tx, customerNo: string, endpointId: string): Promise<number> {
  const retried = await tx.rows(
    `update webhook_deliveries d set due_at = now(), failed_attempts = 0
       from (select b.position from webhook_deliveries b
              where b.customer_no = $1 and b.endpoint_id = $2 and b.due_at > now()
              order by b.due_at, b.position limit ${maxWebhookRedeliveries}) k
      where d.customer_no = $1 and d.endpoint_id = $2 and d.position = k.position
     returning d.position`,
    [customerNo, endpointId],
  );
  return retried.length;
}

/** Whether an event has a delivery to the endpoint. */
export async function hasWebhookDelivery(reader: DbReader, customerNo: string, endpointId: string, eventId: string) {
  const rows = await reader.rows(
    'select 1 from webhook_deliveries d where d.customer_no = $1 and d.event_id = $2 and d.endpoint_id = $3',
    [customerNo, eventId, endpointId],
  );
  return rows.length > 0;
}

export interface ListedWebhookDelivery {
  readonly position: number;
  readonly eventId: string;
  readonly kind: string;
  readonly occurredAt: Temporal.Instant;
  readonly status: WebhookDeliveryStatus;
  readonly dueAt: Temporal.Instant | null;
  readonly attempts: readonly WebhookAttempt[];
}

const filtered = `d.customer_no = $1 and d.endpoint_id = $2 and ($3::text is null or d.status = $3)`;
const listed = `d.position, d.event_id as "eventId", e.kind, e.occurred_at as "occurredAt", d.status, d.due_at as "dueAt", d.attempts`;

/** A page of deliveries in the order of their events. */
export async function listWebhookDeliveries(
  reader: DbReader,
  { customerNo, endpointId, status }: WebhookDeliveryFilter,
  { skip, top }: { readonly skip: number; readonly top: number },
): Promise<ListedWebhookDelivery[]> {
  return await reader.rows<ListedWebhookDelivery>(
    `select ${listed}
       from (select * from webhook_deliveries d where ${filtered} order by d.position limit $4 offset $5) d
       join webhook_events e on e.customer_no = $1 and e.event_id = d.event_id
      order by d.position`,
    [customerNo, endpointId, status ?? null, top, skip],
  );
}

/** The newest deliveries before a position, newest first. */
export async function listNewestWebhookDeliveries(
  reader: DbReader,
  { customerNo, endpointId, status }: WebhookDeliveryFilter,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<ListedWebhookDelivery[]> {
  return await reader.rows<ListedWebhookDelivery>(
    `select ${listed}
       from (select * from webhook_deliveries d where ${filtered} and ($4::bigint is null or d.position < $4)
              order by d.position desc limit $5) d
       join webhook_events e on e.customer_no = $1 and e.event_id = d.event_id
      order by d.position desc`,
    [customerNo, endpointId, status ?? null, before ?? null, limit],
  );
}
