/** Deletes photos that were uploaded and attached to nothing. */
import type { Environment } from '../platform/environment.ts';
import { unusedPhotoDays } from './photo.ts';
import { photoBucketOf } from './photo-bucket.ts';

const batch = 100;

/**
 * Deletes unused photos after `unusedPhotoDays`. Their rows first, so that no receipt gets one that is being deleted: an object that a bucket
 * does not delete then stays there, and is logged. Photos in a bucket wait while the settings name none.
 */
export async function deleteUnusedPhotos(environment: Environment, signal?: AbortSignal): Promise<number> {
  const bucket = photoBucketOf(environment);
  let deleted = 0;
  while (signal?.aborted !== true) {
    const rows = await environment.db.write((tx) =>
      tx.rows<{ location: string | null }>(
        `delete from photos p using (
           select customer_no, photo_id from photos
            where subject_id is null and uploaded_at < now() - make_interval(days => $1) and (location is null or $3)
            order by uploaded_at limit $2 for update skip locked) unused
          where p.customer_no = unused.customer_no and p.photo_id = unused.photo_id returning p.location`,
        [unusedPhotoDays, batch, bucket !== undefined],
      ),
    );
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
