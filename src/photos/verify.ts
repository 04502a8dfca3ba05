/** Verifies that photos belong to receipts and returns that exist. */
import type { DbReader } from '../platform/db/db.ts';

/** Returns a sentence per fault, at most 100. */
export async function verifyPhotos(reader: DbReader): Promise<string[]> {
  const faults = await reader.rows<{ customer_no: string; photo_id: string; what: string }>(
    `select p.customer_no, p.photo_id, 'it shows a ' || p.subject_kind || ' that does not exist' as what from photos p
      where p.subject_id is not null
        and not exists (select from receipts r where p.subject_kind = 'receipt'
                           and r.customer_no = p.customer_no and r.receipt_id = p.subject_id)
        and not exists (select from returns r where p.subject_kind = 'return'
                           and r.customer_no = p.customer_no and r.return_id = p.subject_id)
      order by 1, 2 limit 100`,
  );
  return faults.map(({ customer_no, photo_id, what }) => `${customer_no} photo ${photo_id}: ${what}`);
}
