/** Stores an uploaded photo once by its id. */
import { assertCustomerFound } from '../auth/index.ts';
import { readOperatorSettings } from '../operator-settings/index.ts';
import { assertWorksInWarehouse, valueOrThrowAppError } from '../operators/index.ts';
import { currentRealTime } from '../platform/clock.ts';
import type { Environment } from '../platform/environment.ts';
import { AppError, refuse, refuseState } from '../platform/errors.ts';
import type { OperatorCaller } from '../platform/http/operator-operation.ts';
import { encodePhoto } from './encode-photo.ts';
import { maxUnusedPhotosPerUploader, type PhotoKey, photoRefusal } from './photo.ts';
import { noPhotoBucketError, photoBucketOf } from './photo-bucket.ts';
import {
  countUnusedPhotosOfUploader,
  findPhotoRows,
  insertMissingPhotos,
  markPhotoStored,
  type PhotoRow,
} from './photo-store.ts';

interface UploadedPhoto extends PhotoKey {
  readonly warehouse: string;
  readonly bytes: Buffer;
  readonly operator: OperatorCaller;
}

/**
 * Encodes and stores a photo of a winery at a warehouse. Repeating the same bytes under the same id changes nothing.
 * With a bucket, the row claims the id first, so that a repeated upload completes one that failed. Throws 404 for an
 * unknown winery or warehouse, 403 for a warehouse in which the operator does not work and for too many unused photos,
 * 400 for bytes that are not an accepted photo and for an id of other bytes or of another warehouse, 503 when the bucket
 * is unavailable or the encoder is busy too long.
 */
export async function storePhoto(environment: Environment, upload: UploadedPhoto): Promise<PhotoRow> {
  const { db, readSlots } = environment;
  const { customerNo, warehouse, bytes, operator } = upload;
  const photoId = upload.photoId.toLowerCase();
  const key = { customerNo, photoId };
  const inputHash = await hashOf(bytes);
  const inSlot = <T>(work: () => Promise<T>): Promise<T> => readSlots.run(operator.operatorId, work);
  const find = async (): Promise<PhotoRow | undefined> => {
    const [found] = await findPhotoRows(db, [key]);
    if (found !== undefined && (found.inputHash !== inputHash || found.warehouse !== warehouse))
      throw new AppError(photoRefusal('Duplicate', 'has the id of another photo. Take it again.').refused);
    return found;
  };
  const earlier = await inSlot(async () => {
    await assertMayUpload(environment, upload);
    const found = await find();
    if (
      found === undefined &&
      (await countUnusedPhotosOfUploader(db, customerNo, operator.email)) >= maxUnusedPhotosPerUploader
    )
      throw new AppError(
        refuseState(
          'FULL',
          `You have ${maxUnusedPhotosPerUploader} photos of winery ${customerNo} that show nothing yet. Report what they show first.`,
        ).refused,
      );
    return found;
  });
  if (earlier?.storedAt !== undefined) return earlier;
  const { full, thumbnail, width, height } = valueOrThrowAppError(await encodePhoto(bytes, operator.operatorId));
  const bucket = photoBucketOf(environment);
  // The earlier upload began while new photos were stored in a bucket.
  if (earlier !== undefined && bucket === undefined) throw noPhotoBucketError();
  const location = earlier?.location ?? bucket?.newLocationOf(key);
  const row = {
    ...key,
    warehouse,
    inputHash,
    width,
    height,
    sizeBytes: full.length,
    location,
    takenBy: operator.email,
    ...(location === undefined ? { image: full, thumbnail, storedAt: currentRealTime() } : {}),
    itemNo: '',
    inventoryStatus: '',
  };
  if (earlier === undefined) await inSlot(() => db.write((tx) => insertMissingPhotos(tx, [row]), key));
  if (bucket !== undefined && location !== undefined) {
    // Another request with this id may have claimed it.
    await inSlot(find);
    await bucket.put(location, 'thumbnail', thumbnail);
    await bucket.put(location, 'full', full);
    await inSlot(() => db.write(async (tx) => markPhotoStored(tx, key), key));
  }
  const stored = await inSlot(find);
  if (stored === undefined) throw new Error('the photo that was just stored is missing');
  return stored;
}

/** SHA-256, off the event loop. */
async function hashOf(bytes: Buffer): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString('hex');
}

async function assertMayUpload({ db }: Environment, { customerNo, warehouse, operator }: UploadedPhoto): Promise<void> {
  if (!(await readOperatorSettings(db)).warehouses.has(warehouse))
    throw new AppError(refuse('NotFound', 'There is no such warehouse.').refused);
  assertWorksInWarehouse(operator, warehouse);
  await assertCustomerFound(db, customerNo);
}
