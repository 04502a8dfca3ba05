/** SQL of `webhook_endpoints` and of `webhook_customers`, whose row is locked by what writes deliveries of an endpoint. */
import { column } from '../platform/db/columns.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { Table } from '../platform/db/table.ts';
import type { SealedWebhookEndpoint, WebhookEndpoint, WebhookEndpointDisabledReason } from './endpoint.ts';
import type { EventFormat } from './event-source.ts';

export const webhookEndpointTable = new Table(
  'webhook_endpoints',
  {
    customerNo: column.text(),
    endpointId: column.uuid(),
    url: column.text(),
    kinds: column.texts(),
    format: column.text<EventFormat>(),
    description: column.text(),
    secret: column.bytes(),
    previousSecret: column.optional(column.bytes()),
    previousSecretUntil: column.optional(column.instant()),
    isEnabled: column.boolean(),
    disabledReason: column.optional(column.text<WebhookEndpointDisabledReason>()),
    disabledAt: column.optional(column.instant()),
    failedInARow: column.int(),
    createdAt: column.instant(),
    // Deliveries in each status: delivery-counts.ts.
    pending: column.bigint(),
    delivered: column.bigint(),
    failed: column.bigint(),
    skipped: column.bigint(),
  },
  ['customerNo', 'endpointId'],
);
export const deleteWebhookEndpoints = webhookEndpointTable.delete();
export const updateWebhookEndpointSettings = webhookEndpointTable.update({
  set: ['url', 'kinds', 'format', 'description'],
});
export const updateWebhookSecrets = webhookEndpointTable.update({
  set: ['secret', 'previousSecret', 'previousSecretUntil'],
});
export const updateWebhookEndpointStates = webhookEndpointTable.update({
  set: ['isEnabled', 'disabledReason', 'disabledAt', 'failedInARow'],
});

/** Adds to the delivery counts of endpoints, by status. Negative numbers subtract. */
export const addWebhookDeliveryCounts = webhookEndpointTable.update({
  add: ['pending', 'delivered', 'failed', 'skipped'],
});

/** The columns of `WebhookEndpoint`: all but the secrets and the delivery counts. */
export const shownWebhookEndpointColumns = [
  ...(['customerNo', 'endpointId', 'url', 'kinds', 'format', 'description', 'isEnabled', 'disabledReason'] as const),
  ...(['disabledAt', 'failedInARow', 'previousSecretUntil', 'createdAt'] as const),
];
const sealedColumns = [...shownWebhookEndpointColumns, 'secret', 'previousSecret'] as const;

export const insertWebhookEndpoints = webhookEndpointTable.insert(sealedColumns);
export const lockWebhookEndpoints = webhookEndpointTable.lock({ columns: sealedColumns });

/** The endpoints of a customer, oldest first: at most `maxWebhookEndpoints`. */
export async function listWebhookEndpoints(reader: DbReader, customerNo: string): Promise<WebhookEndpoint[]> {
  return await webhookEndpointTable.rows<WebhookEndpoint>(
    reader,
    `select ${webhookEndpointTable.select('e', shownWebhookEndpointColumns)} from webhook_endpoints e where e.customer_no = $1 order by e.endpoint_id`,
    [customerNo],
  );
}

/** The endpoints of these customers, with their secrets. */
export async function readSealedWebhookEndpoints(
  reader: DbReader,
  customers: readonly string[],
): Promise<SealedWebhookEndpoint[]> {
  return await webhookEndpointTable.rows<SealedWebhookEndpoint>(
    reader,
    `select ${webhookEndpointTable.select('e', sealedColumns)} from webhook_endpoints e where e.customer_no = any ($1::text[])
      order by e.customer_no, e.endpoint_id`,
    [customers],
  );
}

/** The position of a customer in its events, and the last position of its deliveries. */
interface WebhookCustomerCursor {
  readonly cursor: string;
  readonly lastPosition: number;
}

/** Locks the row of a customer until the end of the transaction; undefined: it has no endpoint. */
export async function lockWebhookCustomerCursor(
  tx: Tx,
  customerNo: string,
): Promise<WebhookCustomerCursor | undefined> {
  const [row] = await tx.rows<WebhookCustomerCursor>(
    `select q.cursor, q.last_position as "lastPosition"
       from webhook_customers q where q.customer_no = $1 for no key update`,
    [customerNo],
  );
  return row;
}

/**
 * Begins to read a customer's events at a cursor, unless they are read already, and locks the row as `lockWebhookCustomerCursor` does. In one statement:
 * another transaction that deletes the last endpoint could otherwise delete the row in between.
 */
export function insertOrLockWebhookCustomer(tx: Tx, customerNo: string, cursor: string): void {
  tx.send(
    `insert into webhook_customers as q (customer_no, cursor) values ($1, $2)
         on conflict (customer_no) do update set cursor = q.cursor`,
    [customerNo, cursor],
  );
}

/** Stops reading the events of a customer without endpoints. */
export function deleteWebhookCustomer(tx: Tx, customerNo: string): void {
  tx.send('delete from webhook_customers where customer_no = $1', [customerNo]);
}

/**
 * Makes the process that sends for the customer look for deliveries at its next poll, and sets `lastPosition`, the position of the
 * customer's last delivery, where it is given.
 */
export function makeWebhookCustomerDue(tx: Tx, customerNo: string, lastPosition?: number): void {
  tx.send(
    `update webhook_customers set due_at = least(due_at, now()), last_position = coalesce($2, last_position)
      where customer_no = $1`,
    [customerNo, lastPosition ?? null],
  );
}
