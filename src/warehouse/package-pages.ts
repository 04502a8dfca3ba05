/**
 * Reads a page of a customer's packages in the order in which they appeared, and the exact number of matches
 * (decision 15). Where many packages may match, whole extents before the page are skipped without reading them.
 */
import { type PageRange, selectRangesOfPage } from '../lib/paging.ts';
import type { DbReader } from '../platform/db/db.ts';
import { forceCustomPlansSql } from '../platform/db/transaction-control.ts';
import type { Package } from './package.ts';
import {
  latestPackageActivitySql,
  newSqlParameters,
  type PackageFilter,
  packageFilterSql,
  type SqlParameters,
} from './package-filter.ts';
import { type PackageSeqRange, readPackageRollupMark, readPackageSeqRanges } from './package-seq-ranges.ts';
import { packageColumnsSql, runPackageQuery } from './package-store.ts';

export type { PackageFilter };

/** The matches of a filter. */
interface Found {
  readonly total: number;
  readonly latest: Temporal.Instant | undefined;
  readPage(page: PageRange): Promise<Package[]>;
}

/**
 * A page of packages, the exact total, and the latest activity: within the requested range, or before `rangeStart` when
 * nothing matches (interface: Tracking/GetPackages). `reader` is one snapshot.
 */
export async function readPackagePage(
  reader: DbReader,
  customerNo: string,
  filter: PackageFilter & { readonly rangeStart: Temporal.Instant | undefined },
  page: PageRange,
): Promise<{ packages: Package[]; total: number; latestActivityAt: Temporal.Instant | undefined }> {
  const { total, latest, readPage } = await findPackages(reader, customerNo, filter);
  if (total === 0) return { packages: [], total, latestActivityAt: await latestBefore(reader, customerNo, filter) };
  const packages = page.top === 0 || page.skip >= total ? [] : await readPage(page);
  return { packages, total, latestActivityAt: latest };
}

/** The latest activity before `rangeStart` of the requested carrier and orders. */
async function latestBefore(
  reader: DbReader,
  customerNo: string,
  { rangeStart, orderIds, carrier }: PackageFilter & { readonly rangeStart: Temporal.Instant | undefined },
): Promise<Temporal.Instant | undefined> {
  if (rangeStart === undefined) return undefined;
  const before = { from: undefined, to: rangeStart.subtract({ microseconds: 1 }) };
  const filter = { orderIds, carrier, shipped: undefined, active: before };
  if (orderIds !== undefined || carrier !== undefined) return (await findPackages(reader, customerNo, filter)).latest;
  if ((await countSince(reader, customerNo, rangeStart)) > maxRecent) {
    return (await findPackages(reader, customerNo, filter)).latest;
  }
  // Either the last activity of a package, or an earlier one of the few packages that were active since.
  const parameters = newSqlParameters(customerNo);
  const from = `${parameters.value(rangeStart)}::timestamptz`;
  const [row] = await reader.rows<{ latest: Temporal.Instant | null }>(
    `select greatest((select max(last_activity_at) from packages where customer_no = $1 and last_activity_at < ${from}),
                     (select max(${latestPackageActivitySql(filter, parameters)}) from (${activeSinceSql(from)} limit ${maxRecent}) p
                       where ${packageFilterSql(filter, parameters)})) as latest`,
    parameters.values,
  );
  return row?.latest ?? undefined;
}

/** Up to this many recently active packages are read directly; polling clients request fewer. */
const maxRecent = 2_000;

async function findPackages(reader: DbReader, customerNo: string, filter: PackageFilter): Promise<Found> {
  if (filter.orderIds !== undefined) return await findAmong(reader, customerNo, filter, () => 'packages');
  const from = filter.active?.from;
  const [mark, recent] = await Promise.all([
    readPackageRollupMark(reader, customerNo),
    from === undefined ? undefined : countSince(reader, customerNo, from),
    // A generic plan would not know how few packages match.
    reader.rows(forceCustomPlansSql),
  ]);
  if (from !== undefined && recent !== undefined && recent <= maxRecent) {
    return await findAmong(
      reader,
      customerNo,
      filter,
      ({ value }) => `(${activeSinceSql(value(from))} limit ${maxRecent})`,
    );
  }
  const { extents, latest } = await readPackageSeqRanges(reader, customerNo, filter, mark);
  const total = extents.reduce((sum, { count }) => sum + count, 0);
  return { total, latest, readPage: (page) => readExtents(reader, customerNo, filter, extents, page) };
}

/** Packages active since a time, by the index of the last activity. */
const activeSinceSql = (from: string) =>
  `select * from packages where customer_no = $1 and last_activity_at >= ${from} order by last_activity_at desc`;

/** Number of packages active since a time, at most one above the limit for reading directly. */
async function countSince(reader: DbReader, customerNo: string, from: Temporal.Instant): Promise<number> {
  const [row] = await reader.rows<{ count: number }>(
    `select count(*) as count from (${activeSinceSql('$2')} limit ${maxRecent + 1}) recent`,
    [customerNo, from],
  );
  return row?.count ?? 0;
}

/** Finds matches among few packages, reading all of them. */
async function findAmong(
  reader: DbReader,
  customerNo: string,
  filter: PackageFilter,
  source: (parameters: SqlParameters) => string,
): Promise<Found> {
  const counting = newSqlParameters(customerNo);
  const [found] = await reader.rows<{ total: number; latest: Temporal.Instant | null }>(
    `select count(*) as total, max(${latestPackageActivitySql(filter, counting)}) as latest
       from ${source(counting)} p where ${packageFilterSql(filter, counting)}`,
    counting.values,
  );
  const readPage = async ({ skip, top }: PageRange) => {
    const reading = newSqlParameters(customerNo);
    return await runPackageQuery(
      reader,
      `select ${packageColumnsSql} from ${source(reading)} p where ${packageFilterSql(filter, reading)}
        order by p.first_seq limit ${reading.value(top)}::bigint offset ${reading.value(skip)}::bigint`,
      reading.values,
    );
  };
  return { total: found?.total ?? 0, latest: found?.latest ?? undefined, readPage };
}

/** Reads the page from the extents that contain it. */
async function readExtents(
  reader: DbReader,
  customerNo: string,
  filter: PackageFilter,
  ranges: readonly PackageSeqRange[],
  page: PageRange,
): Promise<Package[]> {
  const { extents, skip } = selectRangesOfPage(ranges, page);
  const parameters = newSqlParameters(customerNo);
  const from = parameters.value(extents.map((extent) => extent.from));
  const last = parameters.value(extents.map((extent) => extent.last));
  const top = parameters.value(page.top);
  const offset = parameters.value(skip);
  return await runPackageQuery(
    reader,
    `select ${packageColumnsSql}
       from unnest(${from}::bigint[], ${last}::bigint[]) as r (from_seq, last_seq)
      cross join lateral (
            select * from packages p
             where p.first_seq between r.from_seq and r.last_seq and ${packageFilterSql(filter, parameters)}
             order by p.first_seq limit ${offset}::bigint + ${top}::bigint) p
      order by p.first_seq limit ${top}::bigint offset ${offset}::bigint`,
    parameters.values,
  );
}
