/** The SQL of `photos` by customer, except the deletion of unused photos (`photo-sweep.ts`). */
import { column } from '../platform/db/columns.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { Table } from '../platform/db/table.ts';
import { maxUnusedPhotosPerUploader, type PhotoKey, type PhotoSize, type PhotoSubjectKind } from './photo.ts';

const photos = new Table(
  'photos',
  {
    customerNo: column.text(),
    photoId: column.uuid(),
    warehouse: column.text(),
    inputHash: column.hexBytes(),
    width: column.int(),
    height: column.int(),
    sizeBytes: column.int(),
    image: column.optional(column.bytes()),
    thumbnail: column.optional(column.bytes()),
    location: column.optional(column.text()),
    storedAt: column.optional(column.instant()),
    takenBy: column.text(),
    subjectKind: column.optional(column.text<PhotoSubjectKind>()),
    subjectId: column.optional(column.uuid()),
    stepId: column.optional(column.uuid()),
    itemNo: column.text(),
    inventoryStatus: column.text(),
  },
  ['customerNo', 'photoId'],
);

const rowColumns = [
  ...(['customerNo', 'photoId', 'warehouse', 'inputHash', 'width', 'height', 'sizeBytes', 'location'] as const),
  ...(['storedAt', 'takenBy', 'subjectId', 'stepId', 'itemNo', 'inventoryStatus'] as const),
] as const;

export const findPhotoRows = photos.find({ columns: rowColumns });
/** Locks photos in the order of their customers and ids. */
export const lockPhotos = photos.lock({ columns: rowColumns, orderBy: 't.customer_no, t.photo_id' });
/** Inserts the photos that do not exist yet. Returns the keys of those that it inserted. */
export const insertMissingPhotos = photos.insertMissing();
/** Sets what each photo belongs to: a receipt or return, one of its steps, an item and its inventory status. */
export const attachPhotoRows = photos.update({
  set: ['subjectKind', 'subjectId', 'stepId', 'itemNo', 'inventoryStatus'],
});

/** A photo without its bytes. */
export type PhotoRow = Awaited<ReturnType<typeof findPhotoRows>>[number];

const images = {
  full: photos.find({ columns: ['image', 'location', 'warehouse', 'storedAt'] }),
  thumbnail: photos.find({ columns: ['thumbnail', 'location', 'warehouse', 'storedAt'] }),
};

/**
 * Reads a photo with its image in this size. Undefined when there is no such photo or it is not completely stored. `bytes` is undefined
 * when the image is in a bucket.
 */
export async function readStoredPhoto(
  reader: DbReader,
  { customerNo, photoId }: PhotoKey,
  size: PhotoSize,
): Promise<
  | { readonly bytes: Uint8Array | undefined; readonly location: string | undefined; readonly warehouse: string }
  | undefined
> {
  const keys = [{ customerNo, photoId }];
  const [found] = size === 'full' ? await images.full(reader, keys) : await images.thumbnail(reader, keys);
  if (found?.storedAt === undefined) return undefined;
  const bytes = 'image' in found ? found.image : found.thumbnail;
  return { bytes, location: found.location, warehouse: found.warehouse };
}

/**
 * The number of photos that a person has uploaded for a winery and attached to nothing, counted up to
 * `maxUnusedPhotosPerUploader`.
 */
export async function countUnusedPhotosOfUploader(
  reader: DbReader,
  customerNo: string,
  takenBy: string,
): Promise<number> {
  const [row] = await reader.rows<{ count: number }>(
    `select count(*)::int as count from (select 1 from photos p
      where p.customer_no = $1 and p.taken_by = $2 and p.subject_id is null limit $3) unused`,
    [customerNo, takenBy, maxUnusedPhotosPerUploader],
  );
  return row?.count ?? 0;
}

/** Records that both images of a photo are in its bucket. Until then `readStoredPhoto` does not return it. */
export function markPhotoStored(tx: Tx, { customerNo, photoId }: PhotoKey): void {
  tx.send('update photos p set stored_at = now() where p.customer_no = $1 and p.photo_id = $2', [customerNo, photoId]);
}

/** The photos of receipts or returns, in the order of their customers and ids. */
export const readAttachedPhotos: (
  reader: DbReader,
  subjects: readonly { readonly customerNo: string; readonly subjectId: string }[],
) => Promise<PhotoRow[]> = photos.find({
  by: ['customerNo', 'subjectId'],
  columns: rowColumns,
  orderBy: 't.customer_no, t.photo_id',
});

/**
 * Detaches the photos of a step that was undone. They are kept as if they had just been uploaded, for the step that
 * replaces it.
 */
export function detachPhotos(tx: Tx, customerNo: string, subjectId: string, stepId: string): void {
  tx.send(
    `update photos p set subject_kind = null, subject_id = null, step_id = null, item_no = '', inventory_status = '',
                        uploaded_at = now()
      where p.customer_no = $1 and p.subject_id = $2 and p.step_id = $3`,
    [customerNo, subjectId, stepId],
  );
}
