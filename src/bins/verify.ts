/** Verifies bins against locations. Runs on one snapshot during live traffic. */
import type { DbReader } from '../platform/db/db.ts';

/** Returns a sentence per fault, at most 100: items lie in existing locations, and not in totes. */
export async function verifyBins(reader: DbReader): Promise<string[]> {
  const rows = await reader.rows<{ customer_no: string; item_no: string; location: string; kind: string | null }>(
    `select c.customer_no, c.item_no, c.warehouse || ' ' || c.location as location, l.kind
       from bin_contents c left join locations l on l.warehouse = c.warehouse and l.location = c.location
      where l.kind is null or l.kind = 'tote'
      order by 1, 2, 3 limit 100`,
  );
  return rows.map(
    ({ customer_no, item_no, location, kind }) =>
      `${customer_no} ${item_no}: it lies in ${location}, which is ${kind === null ? 'no location' : 'a tote'}`,
  );
}

/**
 * Returns a sentence per item of which bins record more units than the ledger has, at most 100. Such an item has to be
 * counted; it is no fault.
 */
export async function describeExcessInBins(reader: DbReader): Promise<string[]> {
  const rows = await reader.rows<{ customer_no: string; what: string }>(
    `select c.customer_no, c.item_no || ' in ' || c.status || ' at ' || c.warehouse || ': its bins have '
              || c.units || ', the ledger has ' || coalesce(b.on_hand, 0) || '; it is listed to be counted' as what
       from (select customer_no, warehouse, item_no, status, sum(quantity) as units from bin_contents
              group by 1, 2, 3, 4 having sum(quantity) > 0) c
       left join balances b on b.customer_no = c.customer_no and b.item_no = c.item_no and b.warehouse = c.warehouse and b.status = c.status
      where c.units > coalesce(b.on_hand, 0)
      order by 1, 2 limit 100`,
  );
  return rows.map(({ customer_no, what }) => `${customer_no} ${what}`);
}
