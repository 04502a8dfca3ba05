/**
 * Rollups of packages, which make GetPackages independent of the number of packages (decision 15). Owns
 * `package_block_progress` and `package_blocks`.
 *
 * Written by a job, so that shipping does not pay for them. Invariants: every package up to `blocksTo` is in exactly
 * one block and stays there; a block has a row for each of its carriers and one for all of them (''); each block is
 * correct as of commit number `countedTo`, and a package that has changed since has a higher `activity_seq`. A reader
 * takes marks, blocks and packages from one snapshot and reads the packages of changed blocks, so its result is exact
 * however far the job lags.
 */
import type { Db, Tx } from '../platform/db/db.ts';

/** Packages per block. */
const blockSize = 512;
/** New blocks per transaction. */
const blocksPerTransaction = 100;

interface PackageRollUpOptions {
  /** Customers that lag by fewer commit numbers are skipped. Default 1,000. */
  readonly minLag?: number;
  readonly signal?: AbortSignal;
}

/**
 * Updates the blocks of every customer that lags. Safe to run concurrently: a customer is updated by one run at a time.
 * @throws AggregateError at the end, with the errors of the customers whose blocks could not be updated
 */
export async function rollUpPackages(db: Db, { minLag = 1_000, signal }: PackageRollUpOptions): Promise<void> {
  const lagging = await db.rows<{ customer_no: string }>(
    `select c.customer_no from commit_counters c left join package_block_progress m using (customer_no)
      where c.last_seq - coalesce(m.counted_to, 0) >= $1
      order by c.customer_no`,
    [minLag],
  );
  const errors: unknown[] = [];
  for (const { customer_no: customerNo } of lagging) {
    try {
      while (!signal?.aborted) {
        if ((await db.write((tx) => rollUpCustomer(tx, customerNo), { customerNo })) === 'done') break;
      }
    } catch (error) {
      // The customers after this one are rolled up nevertheless.
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `packages of ${errors.length} customers are not rolled up`);
}

interface Range {
  readonly from_seq: number;
  readonly last_seq: number;
}

/** Recounts changed blocks and forms new ones. */
async function rollUpCustomer(tx: Tx, customerNo: string): Promise<'more' | 'done'> {
  await tx.rows(
    'insert into package_block_progress (customer_no, counted_to, blocks_to) values ($1, 0, 0) on conflict do nothing',
    [customerNo],
  );
  const [mark] = await tx.rows<{ counted_to: number; blocks_to: number; last_seq: number }>(
    `select m.counted_to, m.blocks_to, c.last_seq from package_block_progress m join commit_counters c using (customer_no)
      where m.customer_no = $1 for update of m skip locked`,
    [customerNo],
  );
  if (mark === undefined) return 'done';
  // Every change up to `last_seq` is committed, because the counter is locked until then. The following statements may
  // see later changes too; those packages still count as changed since `last_seq`.
  const changed = await tx.rows<Range>(
    `select distinct b.from_seq, b.last_seq
       from packages p
      cross join lateral (select from_seq, last_seq from package_blocks
                           where customer_no = $1 and from_seq <= p.first_seq order by from_seq desc limit 1) b
      where p.customer_no = $1 and p.activity_seq > $2 and p.first_seq <= $3`,
    [customerNo, mark.counted_to, mark.blocks_to],
  );
  const formed = await tx.rows<Range>(
    `select min(first_seq) as from_seq, max(first_seq) as last_seq
       from (select first_seq, (row_number() over (order by first_seq) - 1) / ${blockSize} as n
               from (select first_seq from packages where customer_no = $1 and first_seq > $2
                      order by first_seq limit ${blockSize * blocksPerTransaction}) next) numbered
      group by n having count(*) = ${blockSize} order by 1`,
    [customerNo, mark.blocks_to],
  );
  await countBlocks(tx, customerNo, [...changed, ...formed]);
  await tx.rows('update package_block_progress set counted_to = $2, blocks_to = $3 where customer_no = $1', [
    customerNo,
    mark.last_seq,
    formed.at(-1)?.last_seq ?? mark.blocks_to,
  ]);
  return formed.length === blocksPerTransaction ? 'more' : 'done';
}

async function countBlocks(tx: Tx, customerNo: string, ranges: readonly Range[]): Promise<void> {
  if (ranges.length === 0) return;
  const from = ranges.map((range) => range.from_seq);
  await tx.rows('delete from package_blocks where customer_no = $1 and from_seq = any ($2::bigint[])', [
    customerNo,
    from,
  ]);
  await tx.rows(
    `insert into package_blocks (customer_no, from_seq, last_seq, carrier, count, packed_first, packed_last,
                                 last_activity, ship_first, ship_last)
     select $1, b.from_seq, b.last_seq, c.*
       from unnest($2::bigint[], $3::bigint[]) as b (from_seq, last_seq)
      cross join lateral (
            select ${packageBlockColumnsSql} from packages p
             where p.customer_no = $1 and p.first_seq between b.from_seq and b.last_seq
             group by ${packageBlockGroupBySql}) c`,
    [customerNo, from, ranges.map((range) => range.last_seq)],
  );
}

/** The GROUP BY item for `packageBlockColumnsSql`: a row for each carrier, and one for all of them. */
export const packageBlockGroupBySql = 'grouping sets ((), (p.carrier))';

/** The columns of `package_blocks` from `carrier` on, over packages `p`; carrier '' is the row for all carriers. */
export const packageBlockColumnsSql = `coalesce(p.carrier, '') as carrier, count(*)::int as count, min(p.packed_at) as packed_first,
  max(p.packed_at) as packed_last, max(p.last_activity_at) as last_activity,
  min(coalesce(p.ship_date, p.requested_ship_date)) as ship_first,
  max(coalesce(p.ship_date, p.requested_ship_date)) as ship_last`;
