/** Where processes share the budgets of rate limits (decision 7), and the one in PostgreSQL. */
import type { DbReader } from '../platform/db/db.ts';
import type { TokenBucketSize } from './token-buckets.ts';

export interface RateLimitBudgetKey {
  readonly customerNo: string;
  /** The name of the limit and the UserKey. */
  readonly bucket: string;
}

/** A process claims `wanted` of a budget, and gets nothing when less than `needed` is left. Negative: it gives units back. */
interface RateLimitBudgetClaim extends RateLimitBudgetKey, TokenBucketSize {
  readonly wanted: number;
  readonly needed: number;
}

export interface RateLimitBudgetGrant extends RateLimitBudgetKey {
  readonly granted: number;
  /** The units that are left for all processes. */
  readonly level: number;
}

export interface RateLimitBudgetStore {
  /** Settles claims at once, at most one for each budget; each budget is changed by one process at a time. */
  claim(claims: readonly RateLimitBudgetClaim[]): Promise<readonly RateLimitBudgetGrant[]>;
  close(): Promise<void>;
}

/** The budgets of rate limits in the database of an environment. Each `claim` is one statement, which writes and commits at once. */
export const createDatabaseBudgetStore = (reader: DbReader): RateLimitBudgetStore => ({
  claim: async (claims) => {
    const column = <K extends keyof RateLimitBudgetClaim>(name: K) => claims.map((each) => each[name]);
    return await reader.rows<RateLimitBudgetGrant>(takePortions, [
      ...[column('customerNo'), column('bucket'), column('perSecond'), column('burst')],
      ...[column('wanted'), column('needed')],
    ]);
  },
  close: async () => undefined,
});

/** The level now. A clock that went back, as after a failover, takes nothing away. */
const refilled =
  'least(excluded.burst, b.level + greatest(0, extract(epoch from clock_timestamp() - b.at)) * excluded.per_second)';
/** The lesser of `wanted` and the level, or nothing when the level is below `needed`. */
const granted = `case when ${refilled} >= excluded.needed then least(excluded.wanted, ${refilled}) else 0 end`;

const takePortions = `
  insert into rate_budgets as b (customer_no, bucket, per_second, burst, wanted, needed, granted, level)
  select k.customer_no, k.bucket, k.per_second, k.burst, k.wanted, k.needed, least(k.wanted, k.burst),
         least(k.burst, k.burst - least(k.wanted, k.burst))
    from unnest($1::text[], $2::text[], $3::float8[], $4::float8[], $5::float8[], $6::float8[])
      as k (customer_no, bucket, per_second, burst, wanted, needed)
   order by k.customer_no, k.bucket
      on conflict (customer_no, bucket) do update
     set (per_second, burst, wanted, needed, granted, level, at) =
         (select excluded.per_second, excluded.burst, excluded.wanted, excluded.needed, ${granted},
                 least(excluded.burst, ${refilled} - (${granted})), clock_timestamp())
  returning b.customer_no as "customerNo", b.bucket, b.granted, b.level`;
