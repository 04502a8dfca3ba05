/** Which packages GetPackages is asked for, as conditions on `packages p`. Pure. */

/** Which packages of a customer are asked for. Absent filters do not filter. */
export interface PackageFilter {
  readonly orderIds: readonly string[] | undefined;
  readonly carrier: string | undefined;
  /** The day on which it left, or is to leave; both included. */
  readonly shipped: { readonly from: Temporal.PlainDate; readonly to: Temporal.PlainDate } | undefined;
  /** Anything that happened to it; both included. Without `from`, anything up to `to`. */
  readonly active: { readonly from: Temporal.Instant | undefined; readonly to: Temporal.Instant } | undefined;
}

/** The parameters of one statement: `value` adds one and returns how the text names it. The customer is `$1`. */
export interface Parameters {
  readonly values: unknown[];
  value(given: unknown): string;
}

export function parametersOf(customerNo: string): Parameters {
  const values: unknown[] = [customerNo];
  return { values, value: (given) => `$${values.push(given)}` };
}

/** The day that counts for the range of ship dates. */
export const shipDaySql = 'coalesce(p.ship_date, p.requested_ship_date)';

/** All of the filter, the customer included. A filter that is absent leaves no trace, so each combination has its own plan. */
export function filterCondition({ orderIds, carrier, shipped, active }: PackageFilter, { value }: Parameters): string {
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
      // The list is read only where neither the first nor the last activity is in the range.
      conditions.push(
        `p.last_activity_at >= ${from}`,
        `(p.last_activity_at <= ${to} or p.packed_at >= ${from}
          or exists (select from unnest(p.activity_at) a where a between ${from} and ${to}))`,
      );
    }
  }
  return conditions.join(' and ');
}

/** The latest activity of a matching package that lies in the range of the filter. */
export function latestActivitySql({ active }: PackageFilter, { value }: Parameters): string {
  if (active === undefined) return 'p.last_activity_at';
  const to = `${value(active.to)}::timestamptz`;
  return `case when p.last_activity_at <= ${to} then p.last_activity_at
               else (select max(a) from unnest(p.activity_at) a where a <= ${to}) end`;
}
