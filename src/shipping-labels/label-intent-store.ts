/** All SQL of `label_intents`. */
import type { BoughtLabel } from '../carriers/index.ts';
import type { Reader, Tx } from '../platform/db/db.ts';
import type { SalesOrderKey } from '../sales-orders/index.ts';
import type { LabelIntent, PackagePlan } from './label-plan.ts';

export interface IntentKey {
  readonly customerNo: string;
  readonly intentId: string;
}

export interface NewIntent extends IntentKey, SalesOrderKey {
  readonly packageNo: number;
  readonly plan: PackagePlan;
  readonly carrier: string;
  readonly service: string;
  readonly wantedAt: Temporal.Instant;
}

/** Inserts intents; a package that has an intent in force keeps it. */
export async function insertIntents(tx: Tx, intents: readonly NewIntent[]): Promise<void> {
  if (intents.length === 0) return;
  await tx.rows(
    `insert into label_intents (customer_no, intent_id, order_id, package_no, state, plan, carrier, service, requested_at)
     select customer_no, intent_id, order_id, package_no, 'wanted', plan, carrier, service, requested_at
       from unnest($1::text[], $2::uuid[], $3::uuid[], $4::int[], $5::jsonb[], $6::text[], $7::text[], $8::timestamptz[])
         as i (customer_no, intent_id, order_id, package_no, plan, carrier, service, requested_at)
         on conflict do nothing`,
    [
      intents.map((i) => i.customerNo),
      intents.map((i) => i.intentId),
      intents.map((i) => i.orderId),
      intents.map((i) => i.packageNo),
      intents.map((i) => JSON.stringify(i.plan)),
      intents.map((i) => i.carrier),
      intents.map((i) => i.service),
      intents.map((i) => i.wantedAt),
    ],
  );
}

interface IntentRow {
  customer_no: string;
  intent_id: string;
  order_id: string;
  package_no: number;
  state: LabelIntent['state'];
  plan: PackagePlan;
  shipment_id: string | null;
  rate_id: string | null;
  carrier: string;
  service: string;
  tracking_no: string | null;
  tracking_url: string | null;
  label_url: string | null;
  attempts: number;
}

const columns = `i.customer_no, i.intent_id, i.order_id, i.package_no, i.state, i.plan, i.shipment_id, i.rate_id, i.carrier,
  i.service, i.tracking_no, i.tracking_url, i.label_url, i.attempts`;

const intentOf = (row: IntentRow): LabelIntent => ({
  customerNo: row.customer_no,
  intentId: row.intent_id,
  orderId: row.order_id,
  packageNo: row.package_no,
  state: row.state,
  plan: row.plan,
  shipmentId: row.shipment_id ?? undefined,
  rateId: row.rate_id ?? undefined,
  carrier: row.carrier,
  service: row.service,
  trackingNo: row.tracking_no ?? '',
  trackingUrl: row.tracking_url ?? '',
  labelUrl: row.label_url ?? '',
  attempts: row.attempts,
});

/** Customers that have due label work, at most 1,000. */
export async function customersWithLabelWork(reader: Reader): Promise<string[]> {
  const rows = await reader.rows<{ customer_no: string }>(
    `select distinct customer_no from label_intents
      where state in ('wanted', 'void_wanted') and due_at <= now() and coalesce(claimed_until, now()) <= now()
      order by customer_no limit 1000`,
  );
  return rows.map((row) => row.customer_no);
}

export interface IntentClaim {
  readonly most: number;
  readonly leaseSeconds: number;
  /** Only intents of this order. */
  readonly orderId?: string;
}

/** Leases up to `limit` due intents of a customer for `leaseSeconds`, ordered by order and package. */
export async function claimIntents(
  tx: Tx,
  customerNo: string,
  { most, leaseSeconds, orderId }: IntentClaim,
): Promise<LabelIntent[]> {
  const rows = await tx.rows<IntentRow>(
    `update label_intents i
        set claimed_until = now() + $3 * interval '1 second', attempts = least(i.attempts + 1, 32000)
       from (select intent_id from label_intents
              where customer_no = $1 and state in ('wanted', 'void_wanted') and due_at <= now()
                and coalesce(claimed_until, now()) <= now() and ($4::uuid is null or order_id = $4)
              order by order_id, package_no limit $2 for update skip locked) as taken
      where i.customer_no = $1 and i.intent_id = taken.intent_id
     returning ${columns}`,
    [customerNo, most, leaseSeconds, orderId ?? null],
  );
  return rows
    .map(intentOf)
    .sort((a, b) => (a.orderId < b.orderId ? -1 : a.orderId > b.orderId ? 1 : a.packageNo - b.packageNo));
}

/** The intents of orders in all states, by order and package. */
export async function readIntentsOfOrders(reader: Reader, orders: readonly SalesOrderKey[]): Promise<LabelIntent[]> {
  if (orders.length === 0) return [];
  const rows = await reader.rows<IntentRow>(
    `select ${columns} from unnest($1::text[], $2::uuid[]) as k (customer_no, order_id)
       join label_intents i using (customer_no, order_id)
      order by i.customer_no, i.order_id, i.package_no, i.intent_id`,
    [orders.map((o) => o.customerNo), orders.map((o) => o.orderId)],
  );
  return rows.map(intentOf);
}

/** Locks the intents of orders that the caller has locked, in all states, by order and package. */
export async function lockIntentsOfOrders(tx: Tx, orders: readonly SalesOrderKey[]): Promise<LabelIntent[]> {
  if (orders.length === 0) return [];
  const rows = await tx.rows<IntentRow>(
    `select ${columns} from unnest($1::text[], $2::uuid[]) as k (customer_no, order_id)
       join label_intents i using (customer_no, order_id)
      order by i.customer_no, i.order_id, i.package_no, i.intent_id for no key update of i`,
    [orders.map((o) => o.customerNo), orders.map((o) => o.orderId)],
  );
  return rows.map(intentOf);
}

export async function readIntent(
  reader: Reader,
  { customerNo, intentId }: IntentKey,
): Promise<LabelIntent | undefined> {
  const [row] = await reader.rows<IntentRow>(
    `select ${columns} from label_intents i where i.customer_no = $1 and i.intent_id = $2`,
    [customerNo, intentId],
  );
  return row && intentOf(row);
}

/**
 * Saves the shipment to pay for, unless one is saved already: two concurrent attempts then pay for the same shipment,
 * which the carrier charges once. Returns the stored intent.
 */
export async function saveShipment(
  tx: Tx,
  key: IntentKey,
  chosen: { readonly shipmentId: string; readonly rateId: string; readonly carrier: string; readonly service: string },
): Promise<LabelIntent | undefined> {
  await tx.rows(
    `update label_intents set shipment_id = $3, rate_id = $4, carrier = $5, service = $6
      where customer_no = $1 and intent_id = $2 and state = 'wanted' and shipment_id is null`,
    [key.customerNo, key.intentId, chosen.shipmentId, chosen.rateId, chosen.carrier, chosen.service],
  );
  return await readIntent(tx, key);
}

/** Clears a shipment that was never paid for, so that a new one is created. */
export async function clearShipment(tx: Tx, key: IntentKey, shipmentId: string): Promise<void> {
  await tx.rows(
    `update label_intents set shipment_id = null, rate_id = null
      where customer_no = $1 and intent_id = $2 and state = 'wanted' and shipment_id = $3`,
    [key.customerNo, key.intentId, shipmentId],
  );
}

/** Saves a purchased label; it becomes due at once, in case it is to be voided. */
export async function saveBoughtLabel(
  tx: Tx,
  key: IntentKey,
  state: 'bought' | 'void_wanted',
  { shipmentId, trackingNo, trackingUrl, labelUrl, price }: Omit<BoughtLabel, 'services'>,
  carrierService: { readonly carrier: string; readonly service: string },
): Promise<void> {
  await tx.rows(
    `update label_intents
        set state = $3, shipment_id = $4, tracking_no = $5, tracking_url = $6, label_url = $7, price = $8,
            carrier = $9, service = $10, recorded_at = now(), claimed_until = null,
            due_at = now()
      where customer_no = $1 and intent_id = $2`,
    [
      key.customerNo,
      key.intentId,
      state,
      shipmentId,
      trackingNo,
      trackingUrl,
      labelUrl,
      price,
      carrierService.carrier,
      carrierService.service,
    ],
  );
}

/** Sets the states of intents that the caller has locked; they become due at once. */
export async function setIntentStates(
  tx: Tx,
  intents: readonly (IntentKey & { readonly state: LabelIntent['state'] })[],
  response = '',
): Promise<void> {
  if (intents.length === 0) return;
  await tx.rows(
    `update label_intents i
        set state = k.state, last_response = case when $4 = '' then i.last_response else $4 end, recorded_at = now(),
            claimed_until = null, due_at = now()
       from unnest($1::text[], $2::uuid[], $3::text[]) as k (customer_no, intent_id, state)
      where i.customer_no = k.customer_no and i.intent_id = k.intent_id`,
    [intents.map((i) => i.customerNo), intents.map((i) => i.intentId), intents.map((i) => i.state), response],
  );
}

/** Ends the lease and retries an intent after `seconds`. */
export async function postponeIntent(tx: Tx, key: IntentKey, seconds: number, response: string): Promise<void> {
  await tx.rows(
    `update label_intents
        set claimed_until = null, due_at = now() + $3 * interval '1 second', last_response = $4
      where customer_no = $1 and intent_id = $2 and state in ('wanted', 'void_wanted')`,
    [key.customerNo, key.intentId, seconds, response],
  );
}

/** Releases leased intents that were not attempted. */
export async function releaseIntents(tx: Tx, keys: readonly IntentKey[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.rows(
    `update label_intents i set claimed_until = null, attempts = greatest(i.attempts - 1, 0)
       from unnest($1::text[], $2::uuid[]) as k (customer_no, intent_id)
      where i.customer_no = k.customer_no and i.intent_id = k.intent_id and i.state in ('wanted', 'void_wanted')`,
    [keys.map((k) => k.customerNo), keys.map((k) => k.intentId)],
  );
}

/**
 * Whether an order has labels to buy: whether one is leased, and in how many seconds the next is due; undefined when
 * there is none.
 */
export async function readPendingLabels(
  reader: Reader,
  { customerNo, orderId }: SalesOrderKey,
): Promise<{ readonly isClaimed: boolean; readonly dueInSeconds: number } | undefined> {
  const [row] = await reader.rows<{ taken: boolean | null; due_in: number | null }>(
    `select bool_or(claimed_until > now()) as taken, ceil(extract(epoch from min(due_at) - now()))::int as due_in
       from label_intents where customer_no = $1 and order_id = $2 and state = 'wanted'`,
    [customerNo, orderId],
  );
  if (row === undefined || row.due_in === null) return undefined;
  return { isClaimed: row.taken ?? false, dueInSeconds: Math.max(0, row.due_in) };
}

/** A label as the command line lists it. */
export interface ListedLabel extends LabelIntent {
  readonly orderNo: string;
  /** In dollars; '' until the label is bought. */
  readonly price: string;
  /** The carrier's last message; '' when there is none. */
  readonly lastResponse: string;
  /** Real time of the next attempt, when one is due. */
  readonly dueAt: Temporal.Instant;
}

const maxListed = 1_000;

/**
 * The labels of an order in all states; without `orderId`, the customer's labels that are still to be bought or voided,
 * at most 1,000. Oldest first.
 */
export async function listLabels(reader: Reader, customerNo: string, orderId?: string): Promise<ListedLabel[]> {
  const rows = await reader.rows<
    IntentRow & { order_no: string; price: string | null; last_response: string; due_at: Temporal.Instant }
  >(
    `select ${columns}, o.order_no, i.price, i.last_response, i.due_at
       from label_intents i join sales_orders o using (customer_no, order_id)
      where i.customer_no = $1
        and case when $2::uuid is null then i.state in ('wanted', 'void_wanted') else i.order_id = $2 end
      order by i.requested_at, i.package_no, i.intent_id limit ${maxListed}`,
    [customerNo, orderId ?? null],
  );
  return rows.map((row) => ({
    ...intentOf(row),
    orderNo: row.order_no,
    price: row.price ?? '',
    lastResponse: row.last_response,
    dueAt: row.due_at,
  }));
}
