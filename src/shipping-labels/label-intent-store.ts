/** All SQL of `label_intents` but for packages that left wrongly, lookups of packages and the checks of `dray verify`. */
import { column, type RowOf } from '../platform/db/columns.ts';
import type { Db, DbReader, Tx } from '../platform/db/db.ts';
import { amongCustomersSql } from '../platform/db/nodes.ts';
import { isDueAndUnclaimedSql } from '../platform/db/passed-time-sql.ts';
import { createRowSetSql } from '../platform/db/row-set-sql.ts';
import { Table } from '../platform/db/table.ts';
import type { SalesOrderKey } from '../sales-orders/index.ts';
import type { BoughtLabelWithAccount, LabelIntent, PackagePlan } from './label-plan.ts';
import { trackingLookupDelayDays } from './label-plan.ts';

export interface LabelIntentKey {
  readonly customerNo: string;
  readonly intentId: string;
}

export interface NewLabelIntent extends LabelIntentKey, SalesOrderKey {
  readonly packageNo: number;
  readonly plan: PackagePlan;
  readonly carrier: string;
  readonly service: string;
  readonly wantedAt: Temporal.Instant;
}

const intentKey = { customerNo: column.text(), intentId: column.uuid() };
const intentKeyNames = ['customerNo', 'intentId'] as const;

const intents = new Table(
  'label_intents',
  {
    ...intentKey,
    orderId: column.uuid(),
    packageNo: column.int(),
    state: column.text<LabelIntent['state']>(),
    plan: column.jsonb<PackagePlan>(),
    shipmentId: column.optional(column.text()),
    rateId: column.optional(column.text()),
    through: column.text(),
    carrier: column.text(),
    service: column.text(),
    trackingNo: column.optional(column.text()),
    trackingUrl: column.optional(column.text()),
    labelUrl: column.optional(column.text()),
    attempts: column.smallint(),
    wantedAt: column.named('requested_at', column.instant()),
  },
  intentKeyNames,
);

const insertNew = intents.insertOrIgnore([
  'customerNo',
  'intentId',
  'orderId',
  'packageNo',
  'state',
  'plan',
  'carrier',
  'service',
  'wantedAt',
]);

/** Inserts intents; a package that has an intent in force keeps it. With `void_wanted`, they stand beside it, to be voided. */
export function insertLabelIntents(
  tx: Tx,
  inserted: readonly NewLabelIntent[],
  state: 'wanted' | 'void_wanted' = 'wanted',
): void {
  insertNew(
    tx,
    inserted.map((intent) => ({ ...intent, state })),
  );
}

type IntentRow = RowOf<typeof intents.columns>;

const columns = intents.select('i');

const intentOf = ({ wantedAt: _, ...row }: IntentRow): LabelIntent => ({
  ...row,
  trackingNo: row.trackingNo ?? '',
  trackingUrl: row.trackingUrl ?? '',
  labelUrl: row.labelUrl ?? '',
});

/** Customers that have due label work, at most 1,000 of all or of a node; without those on nodes that are away. */
export async function findCustomersWithLabelWork({ nodes, rows: read }: Pick<Db, 'nodes' | 'rows'>): Promise<string[]> {
  const rows = await nodes.readAll<{ customer_no: string }>((customers) =>
    read(
      `select distinct i.customer_no from label_intents i
      where i.state in ('wanted', 'void_wanted') and ${isDueAndUnclaimedSql('i')}
        ${amongCustomersSql(customers, '$1')('i')}
      order by i.customer_no limit 1000`,
      customers && [customers],
    ),
  );
  return rows.map((row) => row.customer_no);
}

interface LabelIntentClaim {
  readonly maxIntents: number;
  readonly leaseSeconds: number;
  /** Only intents of this order. */
  readonly orderId?: string;
}

/** Leases up to `maxIntents` due intents of a customer for `leaseSeconds`, ordered by order and package. Counts the attempt of each. */
export async function claimLabelIntents(
  tx: Tx,
  customerNo: string,
  { maxIntents, leaseSeconds, orderId }: LabelIntentClaim,
): Promise<LabelIntent[]> {
  const rows = await intents.rows<IntentRow>(
    tx,
    // Not materialized, a nested loop would read it again and so lease more.
    `with taken as materialized (
       select d.intent_id from label_intents d
        where d.customer_no = $1 and d.state in ('wanted', 'void_wanted') and ${isDueAndUnclaimedSql('d')} and ($4::uuid is null or d.order_id = $4)
        order by d.order_id, d.package_no limit $2 for update skip locked)
     update label_intents i
        set claimed_until = now() + $3 * interval '1 second', attempts = least(i.attempts + 1, 32000)
       from taken where i.customer_no = $1 and i.intent_id = taken.intent_id
     returning ${columns}`,
    [customerNo, maxIntents, leaseSeconds, orderId ?? null],
  );
  return rows
    .map(intentOf)
    .sort((a, b) => (a.orderId < b.orderId ? -1 : a.orderId > b.orderId ? 1 : a.packageNo - b.packageNo));
}

const ofOrders = {
  by: ['customerNo', 'orderId'],
  orderBy: 't.customer_no, t.order_id, t.package_no, t.intent_id',
} as const;
const readRowsOfOrders = intents.find(ofOrders);
const lockRowsOfOrders = intents.lock(ofOrders);

/** The intents of orders in all states, by order and package. */
export async function readLabelIntentsOfOrders(
  reader: DbReader,
  orders: readonly SalesOrderKey[],
): Promise<LabelIntent[]> {
  return (await readRowsOfOrders(reader, orders)).map(intentOf);
}

/** Locks the intents of orders that the caller has locked, in all states, by order and package. */
export async function lockLabelIntentsOfOrders(tx: Tx, orders: readonly SalesOrderKey[]): Promise<LabelIntent[]> {
  return (await lockRowsOfOrders(tx, orders)).map(intentOf);
}

const readRows = intents.find();

export async function readLabelIntent(reader: DbReader, key: LabelIntentKey): Promise<LabelIntent | undefined> {
  const [row] = await readRows(reader, [key]);
  return row && intentOf(row);
}

/**
 * Saves the shipment to pay for, unless one is saved already or the label is no longer requested: two concurrent attempts then pay for the
 * same shipment, which the carrier charges once. Returns the stored intent.
 */
export async function saveShipmentToBuy(
  tx: Tx,
  key: LabelIntentKey,
  chosen: Readonly<Record<'shipmentId' | 'rateId' | 'carrier' | 'service' | 'through', string>>,
): Promise<LabelIntent | undefined> {
  await tx.rows(
    `update label_intents set shipment_id = $3, rate_id = $4, carrier = $5, service = $6, through = $7
      where customer_no = $1 and intent_id = $2 and state = 'wanted' and shipment_id is null`,
    [key.customerNo, key.intentId, chosen.shipmentId, chosen.rateId, chosen.carrier, chosen.service, chosen.through],
  );
  return await readLabelIntent(tx, key);
}

/** Clears a shipment that was not paid for, or was refunded, so that a new one is created. */
export async function clearUnpaidShipment(tx: Tx, key: LabelIntentKey, shipmentId: string): Promise<void> {
  await tx.rows(
    `update label_intents set shipment_id = null, rate_id = null, through = ''
      where customer_no = $1 and intent_id = $2 and state = 'wanted' and shipment_id = $3`,
    [key.customerNo, key.intentId, shipmentId],
  );
}

/** Saves a purchased label; it becomes due at once, in case it is to be voided. */
export async function saveBoughtLabel(
  tx: Tx,
  key: LabelIntentKey,
  state: 'bought' | 'void_wanted',
  { shipmentId, through, account, trackingNo, trackingUrl, labelUrl, price }: Omit<BoughtLabelWithAccount, 'services'>,
  carrierService: { readonly carrier: string; readonly service: string },
): Promise<void> {
  await tx.rows(
    `update label_intents
        set state = $3, shipment_id = $4, tracking_no = $5, tracking_url = $6, label_url = $7, price = $8,
            carrier = $9, service = $10, carrier_account = $11, recorded_at = now(), claimed_until = null,
            due_at = now(), through = $12, look_up_at = case when $3 = 'bought' then (select now() + interval '${trackingLookupDelayDays} days') end
      where customer_no = $1 and intent_id = $2`,
    [
      ...[key.customerNo, key.intentId, state, shipmentId, trackingNo, trackingUrl, labelUrl, price],
      ...[carrierService.carrier, carrierService.service, account, through],
    ],
  );
}

const orderKeys = createRowSetSql({ customerNo: column.text(), orderId: column.uuid() });

/** A label that was paid for, at the carrier. */
export interface BoughtShipment {
  readonly shipmentId: string;
  readonly trackingNo: string;
  /** The carrier's id of the account that paid; '' when it is not known. */
  readonly account: string;
  /** The account that it was bought through; '' for that of the environment. */
  readonly through: string;
}

/** The labels of these orders in the state `bought`, as shipments at the carrier, sorted by order and package. */
export async function readBoughtShipments(
  reader: DbReader,
  orders: readonly SalesOrderKey[],
): Promise<BoughtShipment[]> {
  if (orders.length === 0) return [];
  return await reader.rows<BoughtShipment>(
    `select i.shipment_id as "shipmentId", i.tracking_no as "trackingNo", coalesce(i.carrier_account, '') as account,
            i.through
       from label_intents i join ${orderKeys.from('k')} on ${orderKeys.match('i', 'k', ['customerNo', 'orderId'])}
      where i.state = 'bought' and i.shipment_id is not null and i.tracking_no is not null
      order by i.customer_no, i.order_id, i.package_no`,
    orderKeys.values(orders.map(({ customerNo, orderId }) => ({ customerNo, orderId }))),
  );
}

/** Which of these shipments have labels that are voided, or are to be, or whose void was refused. */
export async function findVoidedShipments(
  reader: DbReader,
  shipmentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await reader.rows<{ shipmentId: string }>(
    `select i.shipment_id as "shipmentId" from label_intents i
      where i.shipment_id = any ($1::text[]) and i.state in ('void_wanted', 'voided', 'void_refused')`,
    [shipmentIds],
  );
  return new Set(rows.map(({ shipmentId }) => shipmentId));
}

const states = createRowSetSql({ ...intentKey, state: column.text<LabelIntent['state']>(), response: column.text() });
const updateStates = (claimedUntil: string) => `update label_intents i
        set state = k.state, last_response = coalesce(nullif(k.response, ''), i.last_response), recorded_at = now(),
            claimed_until = ${claimedUntil}, due_at = now(), look_up_at = case when i.state <> 'bought' then i.look_up_at end
       from ${states.from('k')} where ${states.match('i', 'k', intentKeyNames)}`;
const updateEndingLeases = updateStates('null');
const updateKeepingLeases = updateStates(
  "case when k.state = 'void_wanted' and i.shipment_id is not null then i.claimed_until end",
);

/**
 * Sets the states of intents that the caller has locked, and makes them due at once. An empty response keeps the last one. `leases`: `keep`
 * leaves the lease of a label to be voided that has a shipment, so that it is due only when the lease ends: another process may be buying
 * it, and looked up before the carrier charged it, the label would count as never bought.
 */
export async function setLabelIntentStates(
  tx: Tx,
  changed: readonly (LabelIntentKey & { readonly state: LabelIntent['state'] })[],
  response = '',
  leases: 'end' | 'keep' = 'end',
): Promise<void> {
  if (changed.length === 0) return;
  const update = leases === 'keep' ? updateKeepingLeases : updateEndingLeases;
  await tx.rows(update, states.values(changed.map((intent) => ({ ...intent, response }))));
}

/** Ends the lease of an intent, makes it due again in `seconds`, and stores the carrier's response. An intent with a result stays as it is. */
export async function postponeLabelIntent(
  tx: Tx,
  key: LabelIntentKey,
  seconds: number,
  response: string,
): Promise<void> {
  await tx.rows(
    `update label_intents
        set claimed_until = null, due_at = now() + $3 * interval '1 second', last_response = $4
      where customer_no = $1 and intent_id = $2 and state in ('wanted', 'void_wanted')`,
    [key.customerNo, key.intentId, seconds, response],
  );
}

/** Makes the postponed labels that are to be bought for an order due within `seconds`, by default now: a caller waits for them. */
export async function makePostponedLabelsDue(tx: Tx, order: SalesOrderKey, seconds = 0): Promise<void> {
  await tx.rows(
    `update label_intents set due_at = least(due_at, now() + $3 * interval '1 second')
      where customer_no = $1 and order_id = $2 and state = 'wanted' and due_at > now() and claimed_until is null`,
    [order.customerNo, order.orderId, seconds],
  );
}

const intentKeys = createRowSetSql(intentKey);
const endLeases = `update label_intents i set claimed_until = null, attempts = greatest(i.attempts - 1, 0)
       from ${intentKeys.from('k')} where ${intentKeys.match('i', 'k')} and i.state in ('wanted', 'void_wanted')`;

/** Releases leased intents that were not attempted, and does not count the attempt. */
export async function releaseLabelIntentLeases(tx: Tx, released: readonly LabelIntentKey[]): Promise<void> {
  if (released.length > 0) await tx.rows(endLeases, intentKeys.values(released));
}

/**
 * Whether an order has labels to buy: whether one is leased, and in how many seconds the next is due; undefined when
 * there is none.
 */
export async function readPendingLabelWorkStatus(
  reader: DbReader,
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

/** A label as people list it. */
interface ListedLabel extends LabelIntent {
  readonly orderNo: string;
  /** In dollars; '' until the label is bought. */
  readonly price: string;
  /** The carrier's last message; '' when there is none. */
  readonly lastResponse: string;
  /** Real time of the next attempt, where the label is still to be bought or voided. */
  readonly dueAt: Temporal.Instant;
}

const maxListed = 1_000;

type ListedRow = IntentRow & { orderNo: string; price: string | null; lastResponse: string; dueAt: Temporal.Instant };

const listed = `${columns}, o.order_no as "orderNo", i.price, i.last_response as "lastResponse", i.due_at as "dueAt"
       from label_intents i join sales_orders o on o.customer_no = $1 and o.order_id = i.order_id`;

const listedOf = (row: ListedRow): ListedLabel => ({ ...row, ...intentOf(row), price: row.price ?? '' });

/**
 * The labels of an order in all states; without `orderId`, the customer's labels that are still to be bought or voided.
 * At most 1,000 of either, oldest first.
 */
export async function listLabels(reader: DbReader, customerNo: string, orderId?: string): Promise<ListedLabel[]> {
  const rows = await intents.rows<ListedRow>(
    reader,
    `select ${listed}
      where i.customer_no = $1
        and case when $2::uuid is null then i.state in ('wanted', 'void_wanted') else i.order_id = $2 end
      order by i.requested_at, i.package_no, i.intent_id limit ${maxListed}`,
    [customerNo, orderId ?? null],
  );
  return rows.map(listedOf);
}

interface LabelFilter {
  readonly customerNo: string;
  /** Undefined: all. */
  readonly states: readonly LabelIntent['state'][] | undefined;
  /** Of orders with this number, in any letter case. */
  readonly orderNo: string | undefined;
}

const isListed = `i.customer_no = $1 and ($2::text[] is null or i.state = any ($2))
        and ($3::text is null or i.order_id = any (array(
              select x.order_id from order_index x where x.customer_no = $1 and lower(x.order_no) collate "C" = lower($3))))`;

const listedParameters = ({ customerNo, states, orderNo }: LabelFilter) => [
  customerNo,
  states ?? null,
  orderNo ?? null,
];

/** A page of a customer's labels, newest first: those before the label `after`. */
export async function listLabelPage(
  reader: DbReader,
  filter: LabelFilter,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<(ListedLabel & { readonly wantedAt: Temporal.Instant })[]> {
  const rows = await intents.rows<ListedRow>(
    reader,
    `select ${listed}
      where ${isListed} and ($4::uuid is null or i.intent_id < $4)
      order by i.intent_id desc limit $5`,
    [...listedParameters(filter), after ?? null, limit],
  );
  return rows.map((row) => ({ ...listedOf(row), wantedAt: row.wantedAt }));
}

/** How many labels match, at most `limit`. */
export async function countLabels(reader: DbReader, filter: LabelFilter, limit: number): Promise<number> {
  const [row] = await reader.rows<{ count: number }>(
    `select count(*)::int as count from (select 1 from label_intents i where ${isListed} limit $4) as found`,
    [...listedParameters(filter), limit],
  );
  return row?.count ?? 0;
}
