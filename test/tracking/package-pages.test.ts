/**
 * GetPackages with package blocks: for any filter, page and later change, the page, the count and the latest activity
 * equal those from reading every package (decision 15).
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../src/platform/db/db.ts';
import { type PackageFilter, readPackagePage, rollUpPackages, verifyPackageBlocks } from '../../src/warehouse/index.ts';
import { givenCustomer } from '../support/catalog.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { givenPastOrders } from '../support/past-orders.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { openWiredDb } from '../support/wired-db.ts';

let database: TestDatabase;
let db: Db;
let customerNo: string;
const end = Temporal.Instant.from('2026-03-20T20:00:00Z');
const orders = 2_600;
const perDay = 100;

beforeAll(async () => {
  database = await openTestDatabase();
  db = openWiredDb(database.options);
  // A neighbor, whose packages must never count.
  await givenPastOrders(db, { customerNo: await givenCustomer(db), orders: 700, perDay, end });
  customerNo = await givenCustomer(db);
  await givenPastOrders(db, { customerNo, orders, perDay, end });
  await db.rows('analyze');
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const rollUp = () => rollUpPackages(db, { minLag: 1 });
const blocks = async (of = customerNo) =>
  (
    await db.rows<{ blocks: number }>(
      'select count(distinct from_seq) as blocks from package_blocks where customer_no = $1',
      [of],
    )
  )[0]?.blocks;

/** Changes to about every tenth package, as the program writes them. */
const changes = {
  scan: `last_activity_at = $3, activity_at = activity_at || $3::timestamptz`,
  leave: `ship_date = ($3::timestamptz)::date, last_activity_at = $3, activity_at = activity_at || $3::timestamptz`,
  repack: `carrier = 'GSO', last_activity_at = $3, activity_at = activity_at || $3::timestamptz`,
} as const;

async function change(kind: keyof typeof changes, every: number, at: Temporal.Instant): Promise<void> {
  await db.write(async (tx) => {
    await tx.rows(
      `with counter as (
         update commit_counters set last_seq = last_seq + (select count(*) from packages where customer_no = $1)
          where customer_no = $1 returning last_seq)
       update packages p set activity_seq = last_seq - n.n, ${changes[kind]}
         from counter, (select package_id, row_number() over (order by first_seq) as n from packages where customer_no = $1) n
        where p.customer_no = $1 and p.package_id = n.package_id and n.n % $2::int = 0 and p.last_activity_at < $3`,
      [customerNo, every, at],
    );
  });
}

type Filter = PackageFilter & { readonly rangeStart: Temporal.Instant | undefined };

/** The expected result, from all packages. */
async function readAll(filter: Filter, { skip, top }: { skip: number; top: number }) {
  const { carrier, shipped, active, rangeStart } = filter;
  const rows = await db.rows<{ package_id: string; latest: Temporal.Instant }>(
    `select p.package_id, (select max(a) from unnest(p.activity_at) a where a between $5 and $6) as latest from packages p
      where p.customer_no = $1 and ($2::text is null or p.carrier = $2)
        and ($3::date is null or coalesce(p.ship_date, p.requested_ship_date) between $3 and $4)
        and exists (select from unnest(p.activity_at) a where a between $5::timestamptz and $6::timestamptz)
      order by p.first_seq`,
    [
      customerNo,
      carrier ?? null,
      shipped?.from ?? null,
      shipped?.to ?? null,
      active?.from ?? '-infinity',
      active?.to ?? 'infinity',
    ],
  );
  const [before] = await db.rows<{ latest: Temporal.Instant | null }>(
    `select max(a) as latest from packages p, unnest(p.activity_at) a
      where p.customer_no = $1 and ($2::text is null or p.carrier = $2) and a < $3`,
    [customerNo, carrier ?? null, rangeStart ?? '-infinity'],
  );
  const latest = rows
    .map((row) => row.latest)
    .sort(Temporal.Instant.compare)
    .at(-1);
  return {
    total: rows.length,
    ids: rows.slice(skip, skip + top).map((row) => row.package_id),
    latest: String(rows.length === 0 ? (before?.latest ?? undefined) : latest),
  };
}

const read = async (filter: Filter, page: { skip: number; top: number }) => {
  const found = await db.snapshot((reader) => readPackagePage(reader, customerNo, filter, page));
  return {
    total: found.total,
    ids: found.packages.map((p) => p.packageId),
    latest: String(found.latestActivityAt),
  };
};

const hours = fc.integer({ min: -28 * 24, max: 12 * 24 });
const between = fc.tuple(hours, hours).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
const filters = fc.record({
  carrier: fc.constantFrom(undefined, undefined, 'FEX', 'GSO', 'WILL', 'NONE'),
  shipped: fc.option(
    between.map(([from, to]) => ({ from: dayOf(from), to: dayOf(to) })),
    { nil: undefined, freq: 1 },
  ),
  active: fc.option(
    between.map(([from, to]) => ({ from: end.add({ hours: from }), to: end.add({ hours: to }) })),
    { nil: undefined, freq: 2 },
  ),
});
const pages = fc.record({ skip: fc.constantFrom(0, 1, 500, 512, 1_300, 5_000), top: fc.constantFrom(0, 1, 50, 600) });

function dayOf(hour: number): Temporal.PlainDate {
  return end.add({ hours: hour }).toZonedDateTimeISO('America/Los_Angeles').toPlainDate();
}

async function holds(): Promise<void> {
  await fc.assert(
    fc.asyncProperty(filters, pages, async ({ carrier, shipped, active }, page) => {
      const rangeStart = active?.from ?? shipped?.from.toZonedDateTime('America/Los_Angeles').toInstant();
      const filter: Filter = { orderIds: undefined, carrier, shipped, active, rangeStart };
      expect(await read(filter, page)).toEqual(await readAll(filter, page));
    }),
    { numRuns: propertyRuns(28) },
  );
  expect(await db.snapshot(verifyPackageBlocks)).toEqual([]);
}

test('without blocks, with blocks, and with changes after the rollup', async () => {
  await holds();
  await rollUp();
  expect(await blocks()).toBe(4);
  await holds();
  await change('scan', 7, end.add({ hours: 1 }));
  await change('leave', 31, end.add({ hours: 30 }));
  await change('repack', 301, end.add({ hours: 31 }));
  await holds();
  await rollUp();
  await holds();
  await change('scan', 1_201, end.add({ hours: 40 }));
  await holds();
}, 120_000);

test('concurrent runs count nothing twice and skip a customer locked by another run', async () => {
  const other = await givenCustomer(db);
  await givenPastOrders(db, { customerNo: other, orders: 1_200, perDay, end });
  await Promise.all([rollUp(), rollUp()]);
  expect(await blocks(other)).toBe(2);
  expect(await db.snapshot(verifyPackageBlocks)).toEqual([]);
});

test.each([
  ['a count', 'update package_blocks set count = count + 1', /blocks count \d+ packages up to \d+, but there are \d+/],
  ['a block that is gone', 'delete from package_blocks', /blocks count \d+ packages up to \d+, but there are \d+/],
  [
    'an activity',
    "update package_blocks set last_activity = timestamptz '2026-01-01T00:00:00Z'",
    /the block of [\w ]+ does not match/,
  ],
  ['a carrier', "update package_blocks set carrier = 'ABC'", /the block of ABC does not match/],
  ['a ship date', 'update package_blocks set ship_last = ship_last - 1', /the block of [\w ]+ does not match/],
])('the verification finds a wrong %s', async (_, corrupt, fault) => {
  await rollUp();
  await db.snapshot(verifyPackageBlocks).then((faults) => expect(faults).toEqual([]));
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `${corrupt} where (customer_no, from_seq, carrier) = (select customer_no, from_seq, carrier from package_blocks
        where customer_no = '${customerNo}' order by from_seq, carrier limit 1)`,
    );
    const reader = { rows: async (text: string, values?: unknown[]) => (await client.query(text, values)).rows };
    const faults = await verifyPackageBlocks(reader as never);
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.join('\n')).toMatch(fault);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('at most 100 faults are listed, wrong totals first', async () => {
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    // Blocks of packages that do not exist: 60 customers whose totals are wrong too, and 60 blocks of each.
    await client.query(
      `insert into package_block_progress select 'NONE' || n, 0, 1000 from generate_series(1, 60) as n;
       insert into package_blocks
       select 'NONE' || n, b, b, '', 1, now(), now(), now(), current_date, current_date
         from generate_series(1, 60) as n, generate_series(1, 60) as b`,
    );
    const reader = { rows: async (text: string, values?: unknown[]) => (await client.query(text, values)).rows };
    const faults = await verifyPackageBlocks(reader as never);
    expect(faults).toHaveLength(100);
    expect(faults.filter((fault) => fault.includes('blocks count'))).toHaveLength(60);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
