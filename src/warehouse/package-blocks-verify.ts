/** Verifies the package rollups against the packages (decision 15). Runs on one snapshot. */
import type { DbReader } from '../platform/db/db.ts';
import { packageBlockColumnsSql, packageBlockGroupBySql } from './package-blocks.ts';

/** Maximum number of faults in the result. */
const maxListed = 100;

/** Returns a sentence per fault: at most 100, wrong totals first. */
export async function verifyPackageBlocks(reader: DbReader): Promise<string[]> {
  // Compares the number of packages in blocks with the number of packages.
  const sizes = await reader.rows<{ customer_no: string; counted: number; there: number; blocks_to: number }>(
    `select m.customer_no, m.blocks_to, b.counted, p.there
       from package_block_progress m
      cross join lateral (select coalesce(sum(count), 0)::bigint as counted from package_blocks b
                           where b.customer_no = m.customer_no and b.carrier = '') b
      cross join lateral (select count(*) as there from packages p
                           where p.customer_no = m.customer_no and p.first_seq <= m.blocks_to) p
      where b.counted <> p.there
      order by 1 limit ${maxListed}`,
  );
  const customers = await reader.rows<{ customer_no: string }>(
    'select customer_no from package_block_progress order by 1',
  );
  const contents: WrongBlock[] = [];
  for (const { customer_no } of customers) {
    if (sizes.length + contents.length < maxListed) contents.push(...(await wrongBlocks(reader, customer_no)));
  }
  const faults = [
    ...sizes.map(
      ({ customer_no, counted, there, blocks_to }) =>
        `${customer_no}: blocks count ${counted} packages up to ${blocks_to}, but there are ${there}`,
    ),
    ...contents.map(
      ({ customer_no, from_seq, last_seq, carrier }) =>
        `${customer_no} packages ${from_seq} to ${last_seq}: the block of ${carrier || 'all carriers'} does not match them`,
    ),
  ];
  return faults.slice(0, maxListed);
}

interface WrongBlock {
  readonly customer_no: string;
  readonly from_seq: number;
  readonly last_seq: number;
  readonly carrier: string;
}

/** At most 100 wrong rows of one customer's blocks. The customer is a parameter, so that a cluster runs the statement on one node. */
async function wrongBlocks(reader: DbReader, customerNo: string): Promise<WrongBlock[]> {
  return await reader.rows<WrongBlock>(
    `with blocks as (
       select b.customer_no, b.from_seq, b.last_seq from package_blocks b join package_block_progress m using (customer_no)
        where b.customer_no = $1 and m.customer_no = $1 and not exists (select from packages p
                           where p.customer_no = $1 and p.first_seq between b.from_seq and b.last_seq
                             and p.activity_seq > m.counted_to)
        group by b.customer_no, b.from_seq, b.last_seq),
     there as (
       select b.customer_no, b.from_seq, b.last_seq, c.*
         from blocks b
        cross join lateral (select ${packageBlockColumnsSql} from packages p
                             where p.customer_no = $1 and p.first_seq between b.from_seq and b.last_seq
                             group by ${packageBlockGroupBySql}) c),
     kept as (select k.* from package_blocks k join blocks using (customer_no, from_seq, last_seq) where k.customer_no = $1)
     select distinct customer_no, from_seq, last_seq, carrier
       from ((table there except select ${blockColumnNames} from kept) union all
             (select ${blockColumnNames} from kept except table there)) d
      order by 1, 2, 4 limit ${maxListed}`,
    [customerNo],
  );
}

const blockColumnNames = `customer_no, from_seq, last_seq, carrier, count, packed_first, packed_last, last_activity,
  ship_first, ship_last`;
