/** The public interface of photos. */
export { type AttachedPhoto, attachPhotos, readPhotosBySubject, readPhotosOfSubject } from './attach-photos.ts';
export { maxPhotoBytes, type PhotoSize } from './photo.ts';
export {
  AttachedPhotoRecord,
  attachedPhotoExample,
  attachedPhotoRecord,
  photoExampleId,
  photoIdsField,
} from './photo-fields.ts';
export { detachPhotos } from './photo-store.ts';
export { deleteUnusedPhotos } from './photo-sweep.ts';
export { readPhotoJpeg } from './read-photo.ts';
export { storePhoto } from './store-photo.ts';
export { verifyPhotos } from './verify.ts';
