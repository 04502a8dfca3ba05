/** The public interface of photos. */
export {
  attachPhotos,
  type PhotoTarget,
  readPhotosBySubject,
  readPhotosOf,
  type ShownPhoto,
} from './attach-photos.ts';
export { maxPhotoBytes, type PhotoKey, type PhotoSize } from './photo.ts';
export {
  photoExampleId,
  photoIdsField,
  ShownPhotoRecord,
  shownPhotoExample,
  shownPhotoRecord,
} from './photo-fields.ts';
export { detachPhotos } from './photo-store.ts';
export { deleteUnusedPhotos } from './photo-sweep.ts';
export { readPhoto } from './read-photo.ts';
export { storePhoto } from './store-photo.ts';
export { verifyPhotos } from './verify.ts';
