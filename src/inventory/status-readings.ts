/**
 * Keeps the pages of a GetStatus list stable while rows sell out (decision 15): pages after the first include the rows that have
 * sold out since the first page was read, so that no row moves into a page that was read already. The first page of a list
 * with more pages records when it was read; reading the list again replaces that record.
 *
 * `sold_out_at` is set before its transaction commits. Rows that sold out up to `longestCommitMinutes` before the first page
 * therefore count as sold out after it, except those that the first page's snapshot shows as sold out.
 */
import { type SqlBool, sql } from 'kysely';
import { contentHash } from '../lib/canonical-json.ts';
import type { Reader } from '../platform/db/db.ts';

/** The user whose pages belong together, and the list's filter. */
export interface StatusReader {
  readonly customerNo: string;
  readonly userKey: string;
  readonly filter: object;
}

/** What the later pages need to know of the first one. */
export interface StatusReading {
  readonly startedAt: Temporal.Instant;
  readonly soldOutBefore: readonly string[];
}

const longestCommitMinutes = 1;
const maxAgeHours = 1;

const keyOf = ({ customerNo, userKey, filter }: StatusReader) => [customerNo, userKey, contentHash(filter)];

/** Call it on the snapshot of the first page. */
export async function readFirstPageState(reader: Reader, customerNo: string): Promise<StatusReading> {
  const [row] = await reader.rows<StatusReading>(
    `select now() as "startedAt",
            array(select sold_out_at::text from balances
                   where customer_no = $1 and on_hand <= reserved
                     and sold_out_at > now() - make_interval(mins => $2)) as "soldOutBefore"`,
    [customerNo, longestCommitMinutes],
  );
  return row as StatusReading;
}

/** Records the first page and deletes old records of the customer. */
export async function saveStatusReading(db: Reader, by: StatusReader, reading: StatusReading): Promise<void> {
  await db.rows(
    `with expired as (
       delete from status_readings where customer_no = $1 and started_at < now() - make_interval(hours => $6))
     insert into status_readings as r (customer_no, user_key, filter_hash, started_at, sold_out_before)
     values ($1, $2, $3, $4, $5::text[]::timestamptz[])
     on conflict (customer_no, user_key, filter_hash)
     do update set started_at = excluded.started_at, sold_out_before = excluded.sold_out_before`,
    [...keyOf(by), reading.startedAt, reading.soldOutBefore, maxAgeHours],
  );
}

/** The reading that a later page continues; undefined when its first page was not recorded. */
export async function findStatusReading(reader: Reader, by: StatusReader): Promise<StatusReading | undefined> {
  const [row] = await reader.rows<StatusReading>(
    `select started_at as "startedAt", sold_out_before::text[] as "soldOutBefore" from status_readings
      where customer_no = $1 and user_key = $2 and filter_hash = $3 and started_at > now() - make_interval(hours => $4)`,
    [...keyOf(by), maxAgeHours],
  );
  return row;
}

/** Whether a balance has sold out since the first page; only for balances with nothing available. */
export function soldOutSince({ startedAt, soldOutBefore }: StatusReading) {
  return sql<SqlBool>`sold_out_at > ${startedAt}::timestamptz - make_interval(mins => ${longestCommitMinutes}::int)
    and sold_out_at <> all(${soldOutBefore}::text[]::timestamptz[])`;
}
