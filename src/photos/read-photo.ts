/** Reads a stored photo for an operator. */
import { worksInWarehouse } from '../operators/index.ts';
import type { Environment } from '../platform/environment.ts';
import { notFoundError } from '../platform/errors.ts';
import type { OperatorCaller } from '../platform/http/operator-operation.ts';
import type { PhotoKey, PhotoSize } from './photo.ts';
import { noPhotoBucketError, photoBucketOf } from './photo-bucket.ts';
import { readStoredPhoto } from './photo-store.ts';

/**
 * The JPEG of a photo. Throws 404 for a photo that is unknown, not completely stored, missing in its bucket, or of a
 * warehouse in which the operator does not work, and 503 when its bucket is unavailable or not configured.
 */
export async function readPhotoJpeg(
  environment: Environment,
  operator: OperatorCaller,
  key: PhotoKey,
  size: PhotoSize,
): Promise<Uint8Array> {
  const found = await environment.readSlots.run(operator.operatorId, () => readStoredPhoto(environment.db, key, size));
  if (found === undefined || !worksInWarehouse(operator, found.warehouse))
    throw notFoundError('There is no such photo.');
  if (found.location === undefined) return found.bytes ?? new Uint8Array();
  const bucket = photoBucketOf(environment);
  if (bucket !== undefined) return await bucket.get(found.location, size);
  throw noPhotoBucketError();
}
