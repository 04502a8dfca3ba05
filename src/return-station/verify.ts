/** Verifies the scans of the returns station against the returns. Runs on one snapshot during live traffic. */
import type { DbReader } from '../platform/db/db.ts';
import { listFaults } from '../platform/db/integrity.ts';

/**
 * Returns a sentence per fault, at most 100 of each kind. The inspection of a scanned return has the scanned units, by
 * item and condition; every scanned bottle is of a return that has arrived and of an item on its lines; the scans that
 * counted a bottle, also those taken back, are numbered from 1 without a gap.
 */
export async function verifyReturnScans(reader: DbReader): Promise<string[]> {
  const differing = `
    with scanned as (
       select s.customer_no, s.return_id, s.item_no, s.status, sum(s.units)::bigint as units from return_scans s
        where s.number > 0 and not s.is_undone group by 1, 2, 3, 4),
     found as (
       select f.customer_no, f.return_id, l.item_no, f.status, sum(f.quantity)::bigint as units
         from return_findings f
         join return_lines l on l.customer_no = f.customer_no and l.return_id = f.return_id and l.line = f.line
        where exists (select from return_scans s where s.customer_no = f.customer_no and s.return_id = f.return_id
                                                   and s.number > 0 and not s.is_undone)
        group by 1, 2, 3, 4),
     compared as (
       select customer_no, return_id, item_no, status, coalesce(s.units, 0) as scanned, coalesce(f.units, 0) as found
         from scanned s full join found f using (customer_no, return_id, item_no, status))
     select c.customer_no, r.rma_number as subject,
            format('%s of %s were scanned as %s, the inspection found %s', c.scanned, c.item_no, c.status, c.found) as what
       from compared c join returns r on r.customer_no = c.customer_no and r.return_id = c.return_id
      where r.status in ('AWAITING DISPOSITION', 'CLOSED') and c.scanned <> c.found`;
  const misplaced = `
    select s.customer_no, coalesce(r.rma_number, s.return_id::text) as subject,
            format('%s was scanned, %s', s.item_no,
                   case when r.return_id is null then 'but there is no such return'
                        when r.received_at is null then 'but it never arrived'
                        else 'which is on no line' end) as what
       from return_scans s
       left join returns r on r.customer_no = s.customer_no and r.return_id = s.return_id
      where s.number > 0
        and (r.received_at is null
             or not exists (select from return_lines l where l.customer_no = s.customer_no and l.return_id = s.return_id
                                                         and l.item_no = s.item_no))`;
  const misnumbered = `
    select s.customer_no, r.rma_number as subject, format('%s scans count, the last one is number %s', count(*), max(s.number)) as what
       from return_scans s join returns r on r.customer_no = s.customer_no and r.return_id = s.return_id
      where s.number > 0
      group by s.customer_no, r.rma_number
     having count(*) <> max(s.number) or count(distinct s.number) <> count(*)`;
  return await listFaults(reader, [differing, misplaced, misnumbered]);
}
