/** All SQL of `label_intents`, `carrier_rules` and `warehouse_addresses`. */
import { type BoughtLabel, type CarrierRule, defaultCarrierRules } from '../carriers/index.ts';
import type { CarrierCode, CarrierServiceCode } from '../contract/code-lists.ts';
import type { Reader, Tx } from '../platform/db/db.ts';
import type { OrderKey } from '../sales-orders/index.ts';
import type { LabelIntent, PackagePlan, WarehouseAddress } from './label-plan.ts';

export interface IntentKey {
  readonly customerNo: string;
  readonly intentId: string;
}

export interface NewIntent extends IntentKey, OrderKey {
  readonly packageNo: number;
  readonly plan: PackagePlan;
  readonly carrier: string;
  readonly service: string;
  readonly wantedAt: Temporal.Instant;
}

/** Packages whose labels are wanted; one that has an intent in force keeps it. */
export async function insertIntents(tx: Tx, intents: readonly NewIntent[]): Promise<void> {
  if (intents.length === 0) return;
  await tx.rows(
    `insert into label_intents (customer_no, intent_id, order_id, package_no, state, plan, carrier, service, wanted_at)
     select customer_no, intent_id, order_id, package_no, 'wanted', plan, carrier, service, wanted_at
       from unnest($1::text[], $2::uuid[], $3::uuid[], $4::int[], $5::jsonb[], $6::text[], $7::text[], $8::timestamptz[])
         as i (customer_no, intent_id, order_id, package_no, plan, carrier, service, wanted_at)
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
  attempts: number;
}

const columns = `i.customer_no, i.intent_id, i.order_id, i.package_no, i.state, i.plan, i.shipment_id, i.rate_id, i.carrier,
  i.service, i.tracking_no, i.tracking_url, i.attempts`;

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
  attempts: row.attempts,
});

/** The customers for whom a carrier is to be called. */
export async function customersWithLabelWork(reader: Reader): Promise<string[]> {
  const rows = await reader.rows<{ customer_no: string }>(
    `select distinct customer_no from label_intents
      where state in ('wanted', 'void_wanted') and due_at <= now() and coalesce(claimed_until, now()) <= now()
      order by customer_no limit 1000`,
  );
  return rows.map((row) => row.customer_no);
}

/** Takes up to `most` due intents of a customer, those of an order together, and has them for `leaseSeconds`. */
export async function claimIntents(
  tx: Tx,
  customerNo: string,
  { most, leaseSeconds }: { readonly most: number; readonly leaseSeconds: number },
): Promise<LabelIntent[]> {
  const rows = await tx.rows<IntentRow>(
    `update label_intents i
        set claimed_until = now() + $3 * interval '1 second', attempts = least(i.attempts + 1, 32000)
       from (select intent_id from label_intents
              where customer_no = $1 and state in ('wanted', 'void_wanted') and due_at <= now()
                and coalesce(claimed_until, now()) <= now()
              order by order_id, package_no limit $2 for update skip locked) as taken
      where i.customer_no = $1 and i.intent_id = taken.intent_id
     returning ${columns}`,
    [customerNo, most, leaseSeconds],
  );
  return rows
    .map(intentOf)
    .sort((a, b) => (a.orderId < b.orderId ? -1 : a.orderId > b.orderId ? 1 : a.packageNo - b.packageNo));
}

/** The intents of orders, whatever became of them, by order and package. */
export async function readIntentsOfOrders(reader: Reader, orders: readonly OrderKey[]): Promise<LabelIntent[]> {
  if (orders.length === 0) return [];
  const rows = await reader.rows<IntentRow>(
    `select ${columns} from unnest($1::text[], $2::uuid[]) as k (customer_no, order_id)
       join label_intents i using (customer_no, order_id)
      order by i.customer_no, i.order_id, i.package_no, i.intent_id`,
    [orders.map((o) => o.customerNo), orders.map((o) => o.orderId)],
  );
  return rows.map(intentOf);
}

/** Locks the intents of an order that the caller has locked. */
export async function lockIntentsOfOrder(tx: Tx, { customerNo, orderId }: OrderKey): Promise<LabelIntent[]> {
  const rows = await tx.rows<IntentRow>(
    `select ${columns} from label_intents i where i.customer_no = $1 and i.order_id = $2
      order by i.package_no, i.intent_id for no key update`,
    [customerNo, orderId],
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
 * Keeps the shipment that is going to be paid for. The first one stays: of two that work on one intent both pay for the
 * same shipment, and a carrier takes the money for it once. Answers the intent as it stands.
 */
export async function keepShipment(
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

/** Forgets a shipment that was never paid for, so that another is made. */
export async function forgetShipment(tx: Tx, key: IntentKey, shipmentId: string): Promise<void> {
  await tx.rows(
    `update label_intents set shipment_id = null, rate_id = null
      where customer_no = $1 and intent_id = $2 and state = 'wanted' and shipment_id = $3`,
    [key.customerNo, key.intentId, shipmentId],
  );
}

/** What was paid for. */
export async function setBought(
  tx: Tx,
  key: IntentKey,
  state: 'bought' | 'void_wanted',
  { shipmentId, trackingNo, trackingUrl, labelUrl, price }: Omit<BoughtLabel, 'ways'>,
  way: { readonly carrier: string; readonly service: string },
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
      way.carrier,
      way.service,
    ],
  );
}

/** Gives intents that the caller has locked another state; they are due at once. */
export async function setIntentStates(
  tx: Tx,
  intents: readonly (IntentKey & { readonly state: LabelIntent['state'] })[],
  said = '',
): Promise<void> {
  if (intents.length === 0) return;
  await tx.rows(
    `update label_intents i
        set state = k.state, last_answer = case when $4 = '' then i.last_answer else $4 end, recorded_at = now(),
            claimed_until = null, due_at = now()
       from unnest($1::text[], $2::uuid[], $3::text[]) as k (customer_no, intent_id, state)
      where i.customer_no = k.customer_no and i.intent_id = k.intent_id`,
    [intents.map((i) => i.customerNo), intents.map((i) => i.intentId), intents.map((i) => i.state), said],
  );
}

/** Lets an intent come again later. */
export async function putOffIntent(tx: Tx, key: IntentKey, seconds: number, said: string): Promise<void> {
  await tx.rows(
    `update label_intents
        set claimed_until = null, due_at = now() + $3 * interval '1 second', last_answer = $4
      where customer_no = $1 and intent_id = $2 and state in ('wanted', 'void_wanted')`,
    [key.customerNo, key.intentId, seconds, said],
  );
}

/** The operator's rules, in order; the program's own where there are none. */
export async function readCarrierRules(reader: Reader): Promise<readonly CarrierRule[]> {
  const rows = await reader.rows<{
    rank: number;
    carrier: string;
    service: string;
    from_miles: number | null;
    to_miles: number | null;
    season_from: string | null;
    season_to: string | null;
    ice_pack: boolean | null;
    states: string[] | null;
    max_price: string | null;
    max_transit_days: number | null;
  }>('select * from carrier_rules order by rank');
  if (rows.length === 0) return defaultCarrierRules;
  return rows.map((row) => ({
    rank: row.rank,
    carrier: row.carrier as CarrierCode,
    service: row.service as CarrierServiceCode | '*',
    ...(row.from_miles === null ? {} : { fromMiles: row.from_miles }),
    ...(row.to_miles === null ? {} : { toMiles: row.to_miles }),
    ...(row.season_from === null || row.season_to === null
      ? {}
      : { season: { from: row.season_from, to: row.season_to } }),
    ...(row.ice_pack === null ? {} : { icePack: row.ice_pack }),
    ...(row.states === null ? {} : { states: row.states }),
    ...(row.max_price === null ? {} : { maxPrice: Number(row.max_price) }),
    ...(row.max_transit_days === null ? {} : { maxTransitDays: row.max_transit_days }),
  }));
}

export async function readWarehouseAddress(reader: Reader, warehouse: string): Promise<WarehouseAddress | undefined> {
  const [row] = await reader.rows<WarehouseAddress>(
    'select company, street, street2, phone from warehouse_addresses where warehouse = $1',
    [warehouse],
  );
  return row;
}
