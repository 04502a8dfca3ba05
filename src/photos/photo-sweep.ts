/** Deletes photos that are attached to nothing. */
import { column } from '../platform/db/columns.ts';
import type { Tx } from '../platform/db/db.ts';
import { createRowSetSql } from '../platform/db/row-set-sql.ts';
import type { Environment } from '../platform/environment.ts';
import { unusedPhotoRetentionDays } from './photo.ts';
import { photoBucketOf } from './photo-bucket.ts';

const batch = 100;

/**
 * Deletes unused photos after `unusedPhotoRetentionDays`, and returns how many. Their rows are deleted first, so that no receipt
 * or return can get a photo that is being deleted. An object that the bucket does not delete then stays there, and is logged.
 * Photos in a bucket are kept while no bucket is configured.
 */
export async function deleteUnusedPhotos(environment: Environment, signal?: AbortSignal): Promise<number> {
  const bucket = photoBucketOf(environment);
  let deleted = 0;
  while (signal?.aborted !== true) {
    const unused = await environment.db.rows<{ customerNo: string; photoId: string }>(
      `select p.customer_no as "customerNo", p.photo_id as "photoId" from photos p
        where p.subject_id is null and p.uploaded_at < now() - make_interval(days => $1) and (p.location is null or $3)
        order by p.uploaded_at limit $2`,
      [unusedPhotoRetentionDays, batch, bucket !== undefined],
    );
    const rows: { readonly location: string | null }[] = [];
    for (const photos of await environment.db.shards.group(unused, ({ customerNo }) => customerNo)) {
      rows.push(...(await environment.db.write((tx) => deleteUnused(tx, photos), photos[0])));
    }
    deleted += rows.length;
    for (const { location } of rows) {
      if (location === null) continue;
      await bucket?.remove(location).catch((err: unknown) => {
        environment.logger.warn({ err, location }, 'an unused photo could not be deleted from the bucket');
      });
    }
    if (rows.length < batch) break;
  }
  return deleted;
}

const photoKeys = createRowSetSql({ customerNo: column.text(), photoId: column.uuid() });

/** Deletes the given photos that are still attached to nothing. Rows that another transaction has locked to attach them are skipped. */
async function deleteUnused(
  tx: Tx,
  photos: readonly { readonly customerNo: string; readonly photoId: string }[],
): Promise<{ readonly location: string | null }[]> {
  return await tx.rows(
    `delete from photos p using (
       select t.customer_no, t.photo_id from ${photoKeys.from('k')} join photos t on ${photoKeys.match('t', 'k')}
        where t.subject_id is null for update of t skip locked) unused
      where p.customer_no = unused.customer_no and p.photo_id = unused.photo_id
        and p.customer_no = any ($${photoKeys.nextParameter - 1}::text[]) returning p.location`,
    photoKeys.values(photos),
  );
}
