/**
 * Exceptions that need a person, besides holds: open orders that are short or have nothing left to ship, problems on the floor, packages
 * that a carrier returns, damaged or cannot deliver, packages that left although they must not or may have been left behind,
 * deliveries that no order announced, and packages that came back without an owner. Keyset pages across customers, oldest first. Each
 * source has its own index.
 */
import type { TimePosition } from '../contract/time-pages.ts';
import type { DbReader } from '../platform/db/db.ts';
import { isMissingBottlesSql, isStayedPackageSql, neverScannedDays } from '../warehouse/index.ts';

/**
 * `Short`: an open order that is short; `Exception`: one with nothing left to ship, not also listed as `Short` or
 * `Problem`; `Problem`: an order with a problem on the floor; `Package`: one that a carrier returns, damaged or cannot
 * deliver, that left although its label was voided or its order must not ship, that was not staged when the carrier scanned another one
 * of its order or that no carrier has ever scanned, or of which a return has not all bottles; `Unannounced`: a delivery that no order announced; `Stray`: a package that came back without an owner.
 */
export const listedExceptionKinds = ['Short', 'Exception', 'Problem', 'Package', 'Unannounced', 'Stray'] as const;
type ListedExceptionKind = (typeof listedExceptionKinds)[number];

interface ExceptionFilter {
  /** An empty list matches all kinds; so do empty `customers` and `warehouses`. */
  readonly kinds: readonly ListedExceptionKind[];
  readonly customers: readonly string[];
  readonly warehouses: readonly string[];
  /** Packages without activity since then are omitted: their status is unlikely to change. */
  readonly packagesSince: Temporal.Instant;
}

export interface ListedException {
  readonly kind: ListedExceptionKind;
  /** The id of the order, the package or its label, the receipt or the stray package: unique among those of one `since`. */
  readonly id: string;
  readonly customerNo: string;
  /** The order, also of a package; the receipt of an unannounced delivery; the id of a stray package. */
  readonly orderId: string;
  /** '' for an unannounced delivery and a stray package. */
  readonly orderNo: string;
  readonly warehouse: string;
  /** When the order was accepted or became a problem, the last activity of the package, or when it or the delivery was parked. */
  readonly since: Temporal.Instant;
  /** Units that are short; 0 for kinds other than orders. */
  readonly short: number;
  /** The words of a person, of the carrier or of the server about it; '' for orders that are no problem and for deliveries. */
  readonly words: string;
  /**
   * The status of a package, `LEFT VOIDED` when its label was voided before it left, `LEFT EARLY` when its order must not ship,
   * `LEFT STOPPED` when a rule stopped its order,
   * `LEFT BEHIND` when it was not staged, `NOT SCANNED` when its carrier has scanned another one of its order and not this one for
   * days, wherever it is, `NEVER SCANNED` when it left days ago and its carrier has not scanned it, `UNPACKED` when it did not leave and a return has not all of its bottles; '' for the other kinds.
   */
  readonly packageStatus: string;
  readonly trackingNo: string;
  /** Where an unannounced delivery or a stray package stands; '' for the other kinds. */
  readonly place: string;
  /** Units of an unannounced delivery; 0 for the other kinds. */
  readonly units: number;
}

/** Days after which a package is listed whose carrier has scanned only others of its order. */
const unscannedDays = 2;

/** Days for which a package is listed after its last activity, or after it was recorded as wrongly left. */
export const listedPackageDays = 30;

/** The condition that a box of the order of the work `w` was left behind, and that the box of the package `p` is not staged. */
const isLeftBehindSql = `w.left_behind_at is not null
  and w.boxes @> jsonb_build_array(jsonb_build_object('trackingNo', p.tracking_no, 'stagedBy', ''))`;

/** The parts of a source's statement up to its conditions, and the columns that order its rows. */
interface Source {
  readonly select: string;
  readonly from: string;
  readonly where: string;
  readonly alias: string;
  readonly time: string;
  readonly id: string;
  /** Whether rows that are older than `packagesSince` are omitted. */
  readonly isNews?: true;
}

const order = (kind: ListedExceptionKind, where: string): Source => ({
  select: `'${kind}' as kind, o.order_id as id, o.customer_no as "customerNo", o.order_id as "orderId", o.order_no as "orderNo",
           o.warehouse, o.accepted_at as since, o.short, '' as "packageStatus", '' as "trackingNo", '' as words,
           '' as place, 0 as units`,
  from: 'order_index o',
  where,
  alias: 'o',
  time: 'o.accepted_at',
  id: 'o.order_id',
});

/** Packages of orders that match, by the status that `packageStatus` selects. */
const packages = (packageStatus: string, time: string, where: string, words = "''"): Source => ({
  select: `'Package' as kind, p.package_id as id, p.customer_no as "customerNo", p.order_id as "orderId", s.order_no as "orderNo",
           p.warehouse, ${time} as since, 0 as short, ${packageStatus} as "packageStatus", p.tracking_no as "trackingNo",
           ${words} as words, '' as place, 0 as units`,
  from: 'packages p join sales_orders s on s.customer_no = p.customer_no and s.order_id = p.order_id',
  where,
  alias: 'p',
  time,
  id: 'p.package_id',
  isNews: true,
});

/** A package that left although it must not, by its label, until a person acknowledges it. */
const leftWrongly = (status: string, time: string, where: string): Source => ({
  select: `'Package' as kind, i.intent_id as id, i.customer_no as "customerNo", i.order_id as "orderId", s.order_no as "orderNo",
           i.warehouse, i.${time} as since, 0 as short, '${status}' as "packageStatus",
           coalesce(i.tracking_no, '') as "trackingNo", '' as words, '' as place, 0 as units`,
  from: `(select l.*, l.plan ->> 'warehouse' as warehouse from label_intents l where l.${time} is not null) i
           join sales_orders s on s.customer_no = i.customer_no and s.order_id = i.order_id`,
  where: `${where} and (i.left_acknowledged_at is null or i.left_acknowledged_at < i.${time})`,
  alias: 'i',
  time: `i.${time}`,
  id: 'i.intent_id',
  isNews: true,
});

const sources: Readonly<Record<ListedExceptionKind, Source | readonly Source[]>> = {
  // An order with nothing left to ship is listed once, as Exception: entries of a page are identified by time and id.
  Short: order('Short', "o.is_unshipped and o.short > 0 and o.stage <> 'exception'"),
  Exception: order('Exception', "o.stage = 'exception'"),
  // An order with nothing left to ship is not listed again as Problem.
  Problem: {
    select: `'Problem' as kind, w.order_id as id, w.customer_no as "customerNo", w.order_id as "orderId", w.order_no as "orderNo",
             w.warehouse, w.changed_at as since, 0 as short, '' as "packageStatus", '' as "trackingNo", w.note as words,
             '' as place, 0 as units`,
    from: 'floor_work w join sales_orders s on s.customer_no = w.customer_no and s.order_id = w.order_id',
    where: "w.state = 'problem' and s.status <> 'EXCEPTION'",
    alias: 'w',
    time: 'w.changed_at',
    id: 'w.order_id',
  },
  Package: [
    packages('p.status', 'p.last_activity_at', "p.status in ('RETURNED', 'DAMAGED', 'EXCEPTION')", 'p.carrier_message'),
    // The package may be canceled, or have another label.
    leftWrongly('LEFT VOIDED', 'left_voided_at', 'true'),
    // Its label may be voided later, and other boxes ship.
    leftWrongly(
      'LEFT EARLY',
      'left_early_at',
      "i.left_voided_at is null and (s.status <> 'SHIPPED' or i.state <> 'bought')",
    ),
    // Its order has shipped by this scan.
    leftWrongly('LEFT STOPPED', 'left_stopped_at', 'i.left_voided_at is null'),
    // A carrier scan of another box has shipped its order.
    {
      select: `'Package' as kind, p.package_id as id, p.customer_no as "customerNo", p.order_id as "orderId", w.order_no as "orderNo",
               w.warehouse, w.left_behind_at as since, 0 as short, 'LEFT BEHIND' as "packageStatus",
               p.tracking_no as "trackingNo", '' as words, '' as place, 0 as units`,
      from: 'floor_work w join packages p on p.customer_no = w.customer_no and p.order_id = w.order_id',
      where: `${isLeftBehindSql} and ${isStayedPackageSql}`,
      alias: 'w',
      time: 'w.left_behind_at',
      id: 'p.package_id',
      isNews: true,
    },
    // Carriers scan the boxes of a pickup within a day. One that is listed as left behind is not listed again.
    packages(
      "'NOT SCANNED'",
      'p.stayed_at',
      `p.stayed_at < now() - interval '${unscannedDays} days' and ${isStayedPackageSql}
       and not exists (select from floor_work w
                        where w.customer_no = p.customer_no and w.order_id = p.order_id and ${isLeftBehindSql})`,
    ),
    // People recorded its departure, and its carrier, which was asked, knows nothing of it. In the index `packages_never_scanned`.
    packages(
      "'NEVER SCANNED'",
      'p.last_activity_at',
      `p.status = 'SHIPPED' and p.last_activity_at < now() - interval '${neverScannedDays} days'`,
    ),
    // It is canceled: it did not leave, and was opened for a return.
    packages("'UNPACKED'", 'p.missing_since', isMissingBottlesSql),
  ],
  // A delivery without an order is identified by its receipt.
  Unannounced: {
    select: `'Unannounced' as kind, r.receipt_id as id, r.customer_no as "customerNo", r.receipt_id as "orderId", '' as "orderNo",
             r.warehouse, r.ended_at as since, 0 as short, '' as "packageStatus", '' as "trackingNo", '' as words,
             r.place, (select coalesce(sum((e.entry ->> 'units')::int), 0)::int
                         from jsonb_array_elements(r.counted || r.issues) as e (entry)) as units`,
    from: 'receipts r',
    where: "r.state = 'parked'",
    alias: 'r',
    time: 'r.ended_at',
    id: 'r.receipt_id',
  },
  // A package without an owner is of no customer: a filter by customers leaves it out.
  Stray: {
    select: `'Stray' as kind, l.stray_id as id, '' as "customerNo", l.stray_id as "orderId", '' as "orderNo",
             l.warehouse, l.parked_at as since, 0 as short, '' as "packageStatus", l.label as "trackingNo", l.note as words,
             l.place, 0 as units`,
    from: "(select p.*, ''::text as customer_no from stray_packages p) l",
    where: 'l.settled_at is null',
    alias: 'l',
    time: 'l.parked_at',
    id: 'l.stray_id',
  },
};

const sourcesOf = ({ kinds }: ExceptionFilter): Source[] =>
  listedExceptionKinds.filter((kind) => kinds.length === 0 || kinds.includes(kind)).flatMap((kind) => sources[kind]);

/** At most `limit` exceptions after a position, oldest first. */
export async function listExceptions(
  reader: DbReader,
  filter: ExceptionFilter,
  { after, limit }: { readonly after: TimePosition | undefined; readonly limit: number },
): Promise<ListedException[]> {
  const rows: ListedException[] = [];
  for (const source of sourcesOf(filter)) {
    const { conditions, values } = conditionsOf(source, filter);
    if (after !== undefined) {
      const [at, id] = [`$${values.push(after.at)}::timestamptz`, `$${values.push(after.id)}::uuid`];
      conditions.push(`(${source.time}, ${source.id}) > (${at}, ${id})`);
    }
    rows.push(
      ...(await reader.rows<ListedException>(
        `select ${source.select} from ${source.from} where ${conditions.join(' and ')}
          order by ${source.time}, ${source.id} limit $${values.push(limit)}`,
        values,
      )),
    );
  }
  return rows.toSorted((a, b) => Temporal.Instant.compare(a.since, b.since) || (a.id < b.id ? -1 : 1)).slice(0, limit);
}

/** The number of exceptions that match, counted up to `limit`. */
export async function countExceptions(reader: DbReader, filter: ExceptionFilter, limit: number): Promise<number> {
  let count = 0;
  for (const source of sourcesOf(filter)) {
    const { conditions, values } = conditionsOf(source, filter);
    const [row] = await reader.rows<{ count: number }>(
      `select count(*) as count
         from (select 1 from ${source.from} where ${conditions.join(' and ')} limit $${values.push(limit)}) found`,
      values,
    );
    count += row?.count ?? 0;
  }
  return Math.min(count, limit);
}

function conditionsOf(
  { where, alias, time, isNews }: Source,
  { customers, warehouses, packagesSince }: ExceptionFilter,
) {
  const values: unknown[] = [];
  const conditions = [where];
  if (customers.length > 0) conditions.push(`${alias}.customer_no = any ($${values.push(customers)}::text[])`);
  if (warehouses.length > 0) conditions.push(`${alias}.warehouse = any ($${values.push(warehouses)}::text[])`);
  if (isNews) conditions.push(`${time} >= $${values.push(packagesSince)}::timestamptz`);
  return { conditions, values };
}
