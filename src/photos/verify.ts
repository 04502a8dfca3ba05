/** Verifies that photos belong to receipts and returns that exist. */
import type { DbReader } from '../platform/db/db.ts';
import { listFaults } from '../platform/db/integrity.ts';

/** Returns a sentence per fault, at most 100. */
export const verifyPhotos = (reader: DbReader): Promise<string[]> =>
  listFaults(reader, [
    `select p.customer_no, 'photo ' || p.photo_id as subject, 'it shows a ' || p.subject_kind || ' that does not exist' as what
       from photos p
      where p.subject_id is not null
        and not exists (select from receipts r where p.subject_kind = 'receipt'
                           and r.customer_no = p.customer_no and r.receipt_id = p.subject_id)
        and not exists (select from returns r where p.subject_kind = 'return'
                           and r.customer_no = p.customer_no and r.return_id = p.subject_id)`,
  ]);
