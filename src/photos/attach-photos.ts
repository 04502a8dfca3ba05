/** Attaches photos to receipts and returns, in the transaction of the step that they show. */
import type { DbReader, Tx } from '../platform/db/db.ts';
import { type Fault, type Outcome, refuseFaults } from '../platform/errors.ts';
import { maxPhotosPerReceiptOrReturn, maxPhotosPerStationStep, type PhotoSubjectKind } from './photo.ts';
import { attachPhotoRows, lockPhotos, type PhotoRow, readAttachedPhotos } from './photo-store.ts';

/** The receipt or return, and the step, that photos show. */
interface PhotoTarget {
  readonly customerNo: string;
  readonly warehouse: string;
  readonly subjectKind: PhotoSubjectKind;
  readonly subjectId: string;
  /** The id of the scan (of a bottle, or of a count with an issue); the id of the subject for photos of the whole subject. */
  readonly stepId: string;
  /** '' for no item in particular. */
  readonly itemNo: string;
  readonly inventoryStatus: string;
}

/**
 * Attaches uploaded photos to a step; photos that it has already stay. Refusals: the fault `UnknownPhoto` for a photo
 * that was not uploaded for this winery and warehouse, or belongs to another step; `MaxItems` beyond the limits. The
 * caller has locked the subject.
 */
export async function attachPhotos(
  tx: Tx,
  target: PhotoTarget,
  photoIds: readonly string[],
): Promise<Outcome<undefined>> {
  if (photoIds.length === 0) return { ok: undefined };
  const { customerNo, warehouse, subjectKind, subjectId, stepId, itemNo, inventoryStatus } = target;
  const wanted = photoIds.map((id) => id.toLowerCase());
  const found = new Map(
    (
      await lockPhotos(
        tx,
        [...new Set(wanted)].map((photoId) => ({ customerNo, photoId })),
      )
    ).map((photo) => [photo.photoId, photo]),
  );
  const isOfStep = (photo: PhotoRow) => photo.subjectId === subjectId && photo.stepId === stepId;
  const isFree = (photo: PhotoRow | undefined) =>
    photo?.storedAt !== undefined &&
    photo.warehouse === warehouse &&
    (photo.subjectId === undefined || isOfStep(photo));
  const faults = wanted.flatMap((photoId, index): Fault[] => {
    if (isFree(found.get(photoId))) return [];
    const message = `is no photo that was uploaded for ${customerNo} at ${warehouse}, or it shows something else. Take it again.`;
    return [{ field: `Photos[${index}]`, code: 'UnknownPhoto', message }];
  });
  if (faults.length > 0) return refuseFaults(faults);
  const added = [...found.values()].filter((photo) => !isOfStep(photo));
  if (added.length === 0) return { ok: undefined };
  const attached = await readAttachedPhotos(tx, [{ customerNo, subjectId }]);
  const ofStep = attached.filter((photo) => photo.stepId === stepId).length;
  if (ofStep + added.length > maxPhotosPerStationStep || attached.length + added.length > maxPhotosPerReceiptOrReturn) {
    const message = `are too many: ${maxPhotosPerStationStep} of one bottle or count and ${maxPhotosPerReceiptOrReturn} in all are the most`;
    return refuseFaults([{ field: 'Photos', code: 'MaxItems', message }]);
  }
  attachPhotoRows(
    tx,
    added.map(({ photoId }) => ({ customerNo, photoId, subjectKind, subjectId, stepId, itemNo, inventoryStatus })),
  );
  return { ok: undefined };
}

/** A photo in replies. */
export interface AttachedPhoto {
  readonly photoId: string;
  readonly stepId: string;
  readonly itemNo: string;
  readonly inventoryStatus: string;
}

/** The photos of a receipt or return in the order of their ids, which the portal creates by time. */
export async function readPhotosOfSubject(
  reader: DbReader,
  customerNo: string,
  subjectId: string,
): Promise<AttachedPhoto[]> {
  return (await readAttachedPhotos(reader, [{ customerNo, subjectId }])).map(shownPhoto);
}

/** The photos of several receipts or returns, by subject. */
export async function readPhotosBySubject(
  reader: DbReader,
  subjects: readonly { readonly customerNo: string; readonly subjectId: string }[],
): Promise<ReadonlyMap<string, readonly AttachedPhoto[]>> {
  const bySubject = Map.groupBy(await readAttachedPhotos(reader, subjects), ({ subjectId = '' }) => subjectId);
  return new Map([...bySubject].map(([subjectId, photos]) => [subjectId, photos.map(shownPhoto)]));
}

const shownPhoto = ({ photoId, stepId = '', itemNo, inventoryStatus }: PhotoRow): AttachedPhoto => ({
  photoId,
  stepId,
  itemNo,
  inventoryStatus,
});
