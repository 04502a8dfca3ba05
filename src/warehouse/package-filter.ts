/** The filter of GetPackages as SQL conditions on `packages p`. Pure. */

/** The requested packages of a customer. Absent filters match everything. */
export interface PackageFilter {
  readonly orderIds: readonly string[] | undefined;
  readonly carrier: string | undefined;
  /** Ship date, actual or planned; both inclusive. */
  readonly shipped: { readonly from: Temporal.PlainDate; readonly to: Temporal.PlainDate } | undefined;
  /** Any activity in this time; both inclusive. Without `from`, any activity up to `to`. */
  readonly active: { readonly from: Temporal.Instant | undefined; readonly to: Temporal.Instant } | undefined;
}

/** The parameters of one statement: `value` adds one and returns its placeholder. The customer is `$1`. */
export interface SqlParameters {
  readonly values: unknown[];
  value(given: unknown): string;
}

export function newSqlParameters(customerNo: string): SqlParameters {
  const values: unknown[] = [customerNo];
  return { values, value: (given) => `$${values.push(given)}` };
}

/** The date to which the ship date range applies. */
const shipDaySql = 'coalesce(p.ship_date, p.requested_ship_date)';

/**
 * The condition for the whole filter, including the customer. Absent filters are omitted, so that each combination has
 * its own plan.
 */
export function packageFilterSql(
  { orderIds, carrier, shipped, active }: PackageFilter,
  { value }: SqlParameters,
): string {
  const conditions = ['p.customer_no = $1'];
  if (orderIds !== undefined) conditions.push(`p.order_id = any (${value(orderIds)}::uuid[])`);
  if (carrier !== undefined) conditions.push(`p.carrier = ${value(carrier)}`);
  if (shipped !== undefined) {
    conditions.push(`${shipDaySql} between ${value(shipped.from)}::date and ${value(shipped.to)}::date`);
  }
  if (active !== undefined) {
    const to = `${value(active.to)}::timestamptz`;
    conditions.push(`p.packed_at <= ${to}`);
    if (active.from !== undefined) {
      const from = `${value(active.from)}::timestamptz`;
      // The activity array is read only when neither the first nor the last activity is in the range.
      conditions.push(
        `p.last_activity_at >= ${from}`,
        `(p.last_activity_at <= ${to} or p.packed_at >= ${from}
          or exists (select from unnest(p.activity_at) a where a between ${from} and ${to}))`,
      );
    }
  }
  return conditions.join(' and ');
}

/** The latest activity of a matching package within the filter's range. */
export function latestPackageActivitySql({ active }: PackageFilter, { value }: SqlParameters): string {
  if (active === undefined) return 'p.last_activity_at';
  const to = `${value(active.to)}::timestamptz`;
  return `case when p.last_activity_at <= ${to} then p.last_activity_at
               else (select max(a) from unnest(p.activity_at) a where a <= ${to}) end`;
}
