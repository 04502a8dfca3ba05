/** Conditions of lists across customers, as SQL over `order_index o`. Pure. */
import type { HoldReason, SalesOrderKey } from '../sales-orders/index.ts';
import { lastPhoneDigits, parsePhoneSearch, toEmailKey } from './contact-keys.ts';

/** The views of the list. `open`: neither shipped nor canceled. */
export const orderListViews = ['open', 'held', 'late', 'short', 'to release', 'shipped', 'canceled', 'all'] as const;
export type OrderListView = (typeof orderListViews)[number];

export interface OrderFilter {
  readonly view: OrderListView;
  /** Empty lists do not filter. */
  readonly statuses: readonly string[];
  readonly customers: readonly string[];
  /** `undefined`: all. An empty list selects nothing: an operator without a warehouse in common with the filter. */
  readonly warehouses: readonly string[] | undefined;
  readonly holdReasons: readonly HoldReason[];
  /** Distinguish holds of one reason, as `no-items`: an order is selected by a hold with one of these and one of `holdReasons`. */
  readonly holdCauses: readonly string[];
  readonly orderTypes: readonly string[];
  readonly carriers: readonly string[];
  /** The beginning or end of an order number, a part of the recipient's name, or a whole tracking number or reference. */
  readonly text: string;
  /** Whether the text also is a whole e-mail address, or a telephone number or its end: for those who may see the recipient. */
  readonly findsContacts: boolean;
  readonly acceptedFrom: Temporal.Instant | undefined;
  readonly acceptedBefore: Temporal.Instant | undefined;
  /** Days of the ShipDate of orders that left, at least in one package; both included. */
  readonly shippedFrom: Temporal.PlainDate | undefined;
  readonly shippedTo: Temporal.PlainDate | undefined;
}

export const emptyOrderFilter: OrderFilter = {
  view: 'all',
  statuses: [],
  customers: [],
  warehouses: undefined,
  holdReasons: [],
  holdCauses: [],
  orderTypes: [],
  carriers: [],
  text: '',
  findsContacts: false,
  acceptedFrom: undefined,
  acceptedBefore: undefined,
  shippedFrom: undefined,
  shippedTo: undefined,
};

/** The values of a statement's parameters, in the sequence of their numbers. */
export class StatementParameters {
  readonly values: unknown[] = [];

  /** Adds a value and returns its placeholder, such as `$1`. */
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

const viewConditions: Readonly<Record<OrderListView, string | undefined>> = {
  open: 'o.is_unshipped',
  held: "o.stage = 'held'",
  // On the customer's clock, which differs from real time in the test environment only. The first comparison can use an index: an
  // order that is late on any clock is late on the clock that is furthest ahead.
  late: `o.is_unshipped and o.ship_by < now() + coalesce((select max(k.offset_ms) from customer_clocks k), 0) * interval '1 millisecond'
         and o.ship_by < now() + coalesce((select k.offset_ms from customer_clocks k
           where k.customer_no = o.customer_no), 0) * interval '1 millisecond'`,
  short: 'o.is_unshipped and o.short > 0',
  'to release': "o.stage = 'to release'",
  shipped: "o.stage = 'shipped'",
  canceled: "o.stage = 'canceled'",
  all: undefined,
};

/** The stages (`order_index.stage`) of a single status. */
const stagesOfOneStatus: ReadonlyMap<string, string> = new Map([
  ['RECEIVED', 'to release'],
  ['PROCESSING ORDER', 'processing'],
  ['SHIPPED', 'shipped'],
  ['CANCELED', 'canceled'],
]);

const stageOfStatus = (status: string): string =>
  stagesOfOneStatus.get(status) ?? (status.startsWith('ON ') ? 'held' : 'exception');

/** The data that decide how the text of a filter is matched. */
export interface TextMatchContext {
  readonly hasNameParts: boolean;
  /** The orders that have the text as a reference or a tracking number. When there are any, the filter selects only these. */
  readonly exact: readonly SalesOrderKey[];
}

/** The conditions of a filter; their values are added to `parameters`. */
export function orderFilterSqlConditions(
  filter: OrderFilter,
  parameters: StatementParameters,
  { hasNameParts, exact }: TextMatchContext,
): string[] {
  const conditions: string[] = [];
  const view = viewConditions[filter.view];
  if (view !== undefined) conditions.push(view);
  const isOneOf = (column: string, values: readonly string[]) => {
    // Equality with one value lets PostgreSQL read an index on the column in the sequence of the page; `= any` does not.
    if (values.length === 1) conditions.push(`o.${column} = ${parameters.add(values[0])}`);
    else if (values.length > 1) conditions.push(`o.${column} = any (${parameters.add(values)}::text[])`);
  };
  // Indexes are by stage. Most statuses are a stage of their own.
  isOneOf('stage', [...new Set(filter.statuses.map(stageOfStatus))]);
  if (!filter.statuses.every((status) => stagesOfOneStatus.has(status))) isOneOf('status', filter.statuses);
  isOneOf('customer_no', filter.customers);
  isOneOf('order_type', filter.orderTypes);
  isOneOf('carrier', filter.carriers);
  const { warehouses, holdReasons, holdCauses, acceptedFrom, acceptedBefore } = filter;
  if (warehouses?.length === 0) conditions.push('false');
  isOneOf('warehouse', warehouses ?? []);
  const reasons = holdReasons.length > 0 ? `${parameters.add(holdReasons)}::text[]` : undefined;
  // The first condition is the predicate of a partial index.
  if (reasons !== undefined) conditions.push(`o.hold_reasons <> '{}' and o.hold_reasons && ${reasons}`);
  if (holdCauses.length > 0) {
    const ofReasons = reasons === undefined ? '' : ` and h.reason = any (${reasons})`;
    conditions.push(`exists (select from sales_order_holds h where h.customer_no = o.customer_no
           and h.order_id = o.order_id and h.cause = any (${parameters.add(holdCauses)}::text[])${ofReasons})`);
  }
  if (acceptedFrom !== undefined) conditions.push(`o.accepted_at >= ${parameters.add(acceptedFrom)}::timestamptz`);
  if (acceptedBefore !== undefined) conditions.push(`o.accepted_at < ${parameters.add(acceptedBefore)}::timestamptz`);
  const { shippedFrom, shippedTo } = filter;
  if (shippedFrom !== undefined || shippedTo !== undefined) {
    conditions.push("o.status = 'SHIPPED' and o.shipped_boxes > 0");
  }
  if (shippedFrom !== undefined) conditions.push(`o.ship_date >= ${parameters.add(shippedFrom)}::date`);
  if (shippedTo !== undefined) conditions.push(`o.ship_date <= ${parameters.add(shippedTo)}::date`);
  const text = filter.text.trim();
  if (exact.length > 0) {
    const [customers, ids] = [exact.map(({ customerNo }) => customerNo), exact.map(({ orderId }) => orderId)];
    conditions.push(
      `o.customer_no = any (${parameters.add(customers)}::text[]) and o.order_id = any (${parameters.add(ids)}::uuid[])`,
    );
  } else if (text !== '') {
    const contacts = filter.findsContacts ? contactSqlConditions(text) : [];
    const found = [...textConditions(text, hasNameParts), ...contacts].map((condition) => condition(parameters));
    conditions.push(`(${found.join(' or ')})`);
  }
  return conditions;
}

/**
 * Whether a scan in the sequence of a page may have to skip any number of orders: the filter has more than its view and times of
 * acceptance, or its view has no index in that sequence.
 */
export function mayScanManyOrders(filter: OrderFilter): boolean {
  const { view, statuses, customers, warehouses, holdReasons, holdCauses, orderTypes, carriers, text } = filter;
  const lists = [statuses, customers, warehouses ?? [], holdReasons, holdCauses, orderTypes, carriers];
  const hasShippedDays = filter.shippedFrom !== undefined || filter.shippedTo !== undefined;
  return view === 'late' || text !== '' || hasShippedDays || lists.some((values) => values.length > 0);
}

/** A condition whose values are added to the parameters of its statement. */
export type OrderSqlCondition = (parameters: StatementParameters) => string;

/** The conditions under which an order matches a text, best match first. Each condition has its own index. */
function textConditions(text: string, hasNameParts: boolean): OrderSqlCondition[] {
  return [...orderNoPartSqlConditions(text), ...recipientNameSqlConditions(text, hasNameParts)];
}

/**
 * Texts are compared in small letters that PostgreSQL makes on both sides: those of JavaScript differ in a few letters, as in the last
 * sigma of a Greek name.
 */
const startsWith =
  (expression: string, prefix: string, prefixSql = (parameter: string) => `lower(${parameter})`): OrderSqlCondition =>
  (parameters) => {
    const start = prefixSql(parameters.add(prefix));
    return `(${expression} collate "C" >= ${start} and ${expression} collate "C" < ${start} || ${parameters.add('\u{10ffff}')})`;
  };

/** Orders with exactly this number, in any letter case. */
export const orderNoSqlCondition =
  (text: string): OrderSqlCondition =>
  (parameters) =>
    `lower(o.order_no) collate "C" = lower(${parameters.add(text)})`;

/** Order numbers that begin with the text, and, from three characters, that end with it. */
export function orderNoPartSqlConditions(text: string): OrderSqlCondition[] {
  const starts = startsWith('lower(o.order_no)', text);
  if (text.length < 3) return [starts];
  return [starts, startsWith('reverse(lower(o.order_no))', text, (parameter) => `reverse(lower(${parameter}))`)];
}

/** The condition for recipient names that begin with the text. Few names begin with a whole name, even when each of its words is common. */
export function recipientNameStartSqlCondition(text: string): OrderSqlCondition {
  const starts = startsWith('lower(o.recipient_name)', text);
  return (parameters) => `(o.recipient_name <> '' and ${starts(parameters)})`;
}

/** Orders whose recipient has the text as e-mail address, in any letter case. */
const emailSqlCondition =
  (address: string): OrderSqlCondition =>
  (parameters) =>
    `(o.recipient_email <> '' and o.recipient_email collate "C" = ${parameters.add(address)})`;

/** Orders whose recipient's e-mail address begins with the text; undefined for a text without an at sign, with which many may begin. */
export function emailStartSqlCondition(text: string): OrderSqlCondition | undefined {
  const address = toEmailKey(text);
  if (address === '') return undefined;
  const starts = startsWith('o.recipient_email', address, (parameter) => parameter);
  return (parameters) => `(o.recipient_email <> '' and ${starts(parameters)})`;
}

/** Orders whose recipient's telephone number is the text or ends with it; undefined for a text that looks like none. */
export function phoneSqlCondition(text: string): OrderSqlCondition | undefined {
  const digits = parsePhoneSearch(text);
  if (digits === undefined) return undefined;
  return (parameters) =>
    `(o.recipient_phone <> '' and right(o.recipient_phone, 7) = ${parameters.add(lastPhoneDigits(digits))}
      and o.recipient_phone like ${parameters.add(`%${digits}`)})`;
}

/** Orders whose recipient has the text as e-mail address, or as telephone number or its end. */
function contactSqlConditions(text: string): OrderSqlCondition[] {
  const address = toEmailKey(text);
  const byPhone = phoneSqlCondition(text);
  return [...(address === '' ? [] : [emailSqlCondition(address)]), ...(byPhone === undefined ? [] : [byPhone])];
}

/** A tracking number in capital letters, without the spaces that carriers print in it. */
export const normalizeTrackingNo = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase();

/**
 * The conditions for recipient names that contain every word of the text. Names that begin with the text instead, when the index of name
 * parts is missing or all words are too short for it. No condition for a text with digits, which names rarely have.
 */
export function recipientNameSqlConditions(text: string, hasNameParts: boolean): OrderSqlCondition[] {
  if (/\d/.test(text)) return [];
  const words = text.split(/\s+/);
  if (!hasNameParts || !words.some((word) => /[\p{L}\p{N}]{3}/u.test(word))) {
    return [recipientNameStartSqlCondition(text)];
  }
  return [
    (parameters) =>
      `(${words.map((word) => `lower(o.recipient_name) like lower(${parameters.add(`%${escapeLike(word)}%`)})`).join(' and ')})`,
  ];
}

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');
