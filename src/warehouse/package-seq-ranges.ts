/**
 * Counts packages that match a filter, and locates them in the list (decision 15).
 *
 * An extent (`PackageSeqRange`) is a run of packages in list order with its number of matches. A block that matches as a whole
 * is counted by its rollup, one that cannot match is skipped, and in all others, and among packages in no block yet, the packages
 * are counted.
 */
import type { DbReader } from '../platform/db/db.ts';
import {
  latestPackageActivitySql,
  newSqlParameters,
  type PackageFilter,
  packageFilterSql,
  type SqlParameters,
} from './package-filter.ts';

export interface PackageSeqRange {
  /** Range of `first_seq`, both ends inclusive. */
  readonly from: number;
  readonly last: number;
  /** Number of matches; never 0. */
  readonly count: number;
}

interface PackageRollupMark {
  readonly countedTo: number;
  readonly blocksTo: number;
}

export async function readPackageRollupMark(reader: DbReader, customerNo: string): Promise<PackageRollupMark> {
  const [mark] = await reader.rows<PackageRollupMark>(
    'select counted_to as "countedTo", blocks_to as "blocksTo" from package_block_progress where customer_no = $1',
    [customerNo],
  );
  return mark ?? { countedTo: 0, blocksTo: 0 };
}

/**
 * `extents`: the ranges that contain all matches, in list order. `latest`: the latest activity. `filter` has no
 * `orderIds`.
 */
export async function readPackageSeqRanges(
  reader: DbReader,
  customerNo: string,
  filter: PackageFilter,
  mark: PackageRollupMark,
): Promise<{ extents: PackageSeqRange[]; latest: Temporal.Instant | undefined }> {
  const { blocks, latest: ofBlocks } = await readBlocks(reader, customerNo, filter, mark);
  const whole = blocks.flatMap(({ count, ...block }) => (count === null ? [] : [{ ...block, count }]));
  const rest = { from: mark.blocksTo + 1, last: Number.MAX_SAFE_INTEGER };
  const counted = await countWithin(reader, customerNo, filter, [...blocks.filter((b) => b.count === null), rest]);
  const known = laterInstant(ofBlocks, counted.latest);
  const open = whole.filter(({ latestKnown }) => !latestKnown);
  const latest = laterInstant(known, await readLatest(reader, customerNo, filter, open, known));
  return { extents: [...whole, ...counted.extents].sort((a, b) => a.from - b.from), latest };
}

type SeqRange = Pick<PackageSeqRange, 'from' | 'last'>;

interface Block extends SeqRange {
  /** Null when its packages have to be counted. */
  readonly count: number | null;
  readonly latestKnown: boolean;
}

const laterInstant = (a: Temporal.Instant | undefined, b: Temporal.Instant | undefined) =>
  a === undefined || (b !== undefined && Temporal.Instant.compare(a, b) < 0) ? b : a;

/** The ranges as a relation `r`. */
const asRelation = (given: readonly SeqRange[], { value }: SqlParameters) =>
  `unnest(${value(given.map(({ from }) => from))}::bigint[], ${value(given.map(({ last }) => last))}::bigint[])
     as r (from_seq, last_seq)`;

/**
 * The blocks that may contain matches. A block's carriers, ship dates and last activity are valid only while none of
 * its packages has changed since the rollup; its package count and packing times are always valid.
 */
async function readBlocks(
  reader: DbReader,
  customerNo: string,
  { carrier, shipped, active }: PackageFilter,
  { countedTo, blocksTo }: PackageRollupMark,
): Promise<{ blocks: Block[]; latest: Temporal.Instant | undefined }> {
  const { values, value } = newSqlParameters(customerNo);
  const ofCarrier = value(carrier ?? '');
  const inside = ['true'];
  const outside = ['false'];
  let isLatestKnown = 'not changed';
  if (shipped !== undefined) {
    const [from, to] = [`${value(shipped.from)}::date`, `${value(shipped.to)}::date`];
    inside.push(`ship_first >= ${from} and ship_last <= ${to}`);
    outside.push(`ship_last < ${from}`, `ship_first > ${to}`);
  }
  if (active !== undefined) {
    const to = `${value(active.to)}::timestamptz`;
    inside.push(`packed_last <= ${to}`);
    outside.push(`packed_first > ${to}`);
    isLatestKnown = `not changed and last_activity <= ${to}`;
    if (active.from !== undefined) {
      const from = `${value(active.from)}::timestamptz`;
      inside.push(`packed_first >= ${from}`);
      outside.push(`last_activity < ${from}`);
    }
  }
  const changes = carrier === undefined && shipped === undefined ? 'true' : 'not changed';
  const [row] = await reader.rows<{
    blocks: [number, number, number | null, boolean][] | null;
    latest: Temporal.Instant | null;
  }>(
    `with blocks as materialized (
       select b.from_seq, b.last_seq, coalesce(c.count, 0) as count, c.packed_first, c.packed_last, c.last_activity,
              c.ship_first, c.ship_last
         from package_blocks b
         left join package_blocks c on c.customer_no = $1 and c.from_seq = b.from_seq and c.carrier = ${ofCarrier}
        where b.customer_no = $1 and b.carrier = ''),
     changed as materialized (
       select distinct a.from_seqs[width_bucket(p.first_seq, a.from_seqs)] as from_seq
         from packages p cross join (select array_agg(from_seq order by from_seq) as from_seqs from blocks) a
        where p.customer_no = $1 and p.activity_seq > ${value(countedTo)} and p.first_seq <= ${value(blocksTo)}),
     known as (
       select b.*, b.from_seq in (select from_seq from changed) as changed from blocks b),
     judged as (
       select k.*, count > 0 and ${changes} and ${inside.join(' and ')} as whole, ${isLatestKnown} as latest_known
         from known k where changed or (count > 0 and not (${outside.join(' or ')})))
     select json_agg(json_build_array(from_seq, last_seq, case when whole then count end, latest_known)) as blocks,
            max(last_activity) filter (where whole and latest_known) as latest
       from judged`,
    values,
  );
  const blocks = (row?.blocks ?? []).map(([from, last, count, latestKnown]) => ({ from, last, count, latestKnown }));
  return { blocks, latest: row?.latest ?? undefined };
}

/** Counts the matches in each range and finds their latest activity. */
async function countWithin(
  reader: DbReader,
  customerNo: string,
  filter: PackageFilter,
  within: readonly SeqRange[],
): Promise<{ extents: PackageSeqRange[]; latest: Temporal.Instant | undefined }> {
  const parameters = newSqlParameters(customerNo);
  const rows = await reader.rows<PackageSeqRange & { latest: Temporal.Instant }>(
    `select r.from_seq as "from", r.last_seq as "last", c.count, c.latest
       from ${asRelation(within, parameters)}
      cross join lateral (
            select count(*) as count, max(${latestPackageActivitySql(filter, parameters)}) as latest from packages p
             where p.first_seq between r.from_seq and r.last_seq and ${packageFilterSql(filter, parameters)}) c
      where c.count > 0`,
    parameters.values,
  );
  return {
    extents: rows.map(({ from, last, count }) => ({ from, last, count })),
    latest: rows.reduce<Temporal.Instant | undefined>((latest, row) => laterInstant(latest, row.latest), undefined),
  };
}

/** The latest activity of the matches in these ranges, leaving out packages without activity after `known`. */
async function readLatest(
  reader: DbReader,
  customerNo: string,
  filter: PackageFilter,
  within: readonly SeqRange[],
  known: Temporal.Instant | undefined,
): Promise<Temporal.Instant | undefined> {
  if (within.length === 0) return undefined;
  const parameters = newSqlParameters(customerNo);
  const news = known === undefined ? '' : `and p.last_activity_at > ${parameters.value(known)}::timestamptz`;
  const [row] = await reader.rows<{ latest: Temporal.Instant | null }>(
    `select max(c.latest) as latest
       from ${asRelation(within, parameters)}
      cross join lateral (
            select max(${latestPackageActivitySql(filter, parameters)}) as latest from packages p
             where p.first_seq between r.from_seq and r.last_seq ${news} and ${packageFilterSql(filter, parameters)}) c`,
    parameters.values,
  );
  return row?.latest ?? undefined;
}
