/**
 * Keeps the pages of a GetStatus list stable while rows sell out (decision 15): pages after the first include the rows
 * that have sold out since the first page was read, so that no row moves into a page that was read already. The first
 * page of a list with more pages records when it was read; later pages record the position of their reader.
 *
 * Readers with the same user and filter cannot be distinguished. A page continues the oldest pagination that has
 * reached its `Skip`, so that no reader skips a row; a reader may then see rows that sold out before it began, and rows
 * after them twice. A pagination that has ended is kept as a candidate while an overlapping one has not ended.
 *
 * `sold_out_at` is set before its transaction commits. Rows that sold out up to `longestCommitMinutes` before the first
 * page therefore count as sold out after it, except those that the first page's snapshot shows as sold out.
 */
import { hashCanonicalJson } from '../lib/canonical-json.ts';
import type { Db, DbReader } from '../platform/db/db.ts';
import { type Sql, sql } from '../platform/db/sql.ts';

/** The user whose pages belong together, and the list's filter. */
interface StatusReadingKey {
  readonly customerNo: string;
  readonly userKey: string;
  readonly filter: object;
}

/** The state of a pagination of GetStatus, from its first page. */
export interface InventoryStatusPagination {
  readonly startedAt: Temporal.Instant;
  /**
   * The times at which balances sold out up to `longestCommitMinutes` before the first page, as its snapshot shows
   * them.
   */
  readonly soldOutBefore: readonly string[];
}

/** A recorded pagination that a later page continues. */
export interface ContinuedInventoryStatusPagination extends InventoryStatusPagination {
  /**
   * The start of the pagination that ends with its last page: this one, or one that overlapped with it; null when all
   * of these have ended.
   */
  readonly ending: Temporal.Instant | null;
}

const longestCommitMinutes = 1;
const maxAgeHours = 1;
/** Maximum paginations of one user and filter. This many concurrent readers are protected from each other. */
const maxReadings = 20;

const keyOf = ({ customerNo, userKey, filter }: StatusReadingKey) => [customerNo, userKey, hashCanonicalJson(filter)];

/**
 * Reads the state of a new pagination. Call it on the snapshot of the first page; `insertInventoryStatusPagination`
 * records it.
 */
export async function startInventoryStatusPagination(
  reader: DbReader,
  customerNo: string,
): Promise<InventoryStatusPagination> {
  const [row] = await reader.rows<InventoryStatusPagination>(
    `select now() as "startedAt",
            array(select sold_out_at::text from balances
                   where customer_no = $1 and on_hand <= reserved
                     and sold_out_at > now() - make_interval(mins => $2)) as "soldOutBefore"`,
    [customerNo, longestCommitMinutes],
  );
  return row as InventoryStatusPagination;
}

/** Records the first page; deletes old records of the customer, and those of the user and filter beyond `maxReadings`. */
export async function insertInventoryStatusPagination(
  db: Db,
  by: StatusReadingKey,
  { startedAt, soldOutBefore }: InventoryStatusPagination,
  nextSkip: number,
): Promise<void> {
  await db.rows(
    `with old as (
       delete from status_readings
        where customer_no = $1
          and (started_at < now() - make_interval(hours => $7)
            or user_key = $2 and filter_hash = $3 and started_at <= (
                 select o.started_at from status_readings o
                  where o.customer_no = $1 and o.user_key = $2 and o.filter_hash = $3
                  order by o.started_at desc offset $8 limit 1)))
     insert into status_readings (customer_no, user_key, filter_hash, started_at, sold_out_before, next_skip)
     values ($1, $2, $3, $4, $5::text[]::timestamptz[], $6)
         on conflict (customer_no, user_key, filter_hash, started_at) do nothing`,
    [...keyOf(by), startedAt, soldOutBefore, nextSkip, maxAgeHours, maxReadings - 1],
  );
}

/**
 * The recorded pagination that the page at `skip` continues: the oldest that has reached `skip` and has not ended, or
 * overlaps with one that has not; else the newest; undefined when no first page was recorded in the last `maxAgeHours`.
 */
export async function findInventoryStatusPagination(
  reader: DbReader,
  by: StatusReadingKey,
  skip: number,
): Promise<ContinuedInventoryStatusPagination | undefined> {
  const [row] = await reader.rows<ContinuedInventoryStatusPagination>(
    `with readings as (
       select * from status_readings
        where customer_no = $1 and user_key = $2 and filter_hash = $3 and started_at > now() - make_interval(hours => $4)),
     candidates as (
       select r.*, (select min(u.started_at) from readings u
                     where u.finished_at is null and u.started_at < coalesce(r.finished_at, 'infinity')) as oldest_unfinished
         from readings r)
     select started_at as "startedAt", sold_out_before::text[] as "soldOutBefore",
            case when finished_at is null then started_at else oldest_unfinished end as ending
       from candidates
      order by next_skip >= $5 and oldest_unfinished is not null desc,
               case when next_skip >= $5 and oldest_unfinished is not null then started_at end,
               started_at desc
      limit 1`,
    [...keyOf(by), maxAgeHours, skip],
  );
  return row;
}

/** Records that the page that ends at `nextSkip` was read; the last page ends a pagination. */
export async function updateInventoryStatusPagination(
  db: Db,
  by: StatusReadingKey,
  { startedAt, ending }: ContinuedInventoryStatusPagination,
  { nextSkip, isLast }: { readonly nextSkip: number; readonly isLast: boolean },
): Promise<void> {
  await db.rows(
    `update status_readings
        set next_skip = case when started_at = $4 then greatest(next_skip, $5) else next_skip end,
            finished_at = case when $6 and started_at = $7 then (select now()) else finished_at end
      where customer_no = $1 and user_key = $2 and filter_hash = $3 and started_at in ($4, $7)`,
    [...keyOf(by), startedAt, nextSkip, isLast, ending],
  );
}

/** SQL condition: the balance has sold out since the first page. Only for balances with nothing available. */
export function hasSoldOutSinceSql({ startedAt, soldOutBefore }: InventoryStatusPagination): Sql {
  return sql`sold_out_at > ${startedAt}::timestamptz - make_interval(mins => ${longestCommitMinutes}::int)
    and sold_out_at <> all(${soldOutBefore}::text[]::timestamptz[])`;
}
