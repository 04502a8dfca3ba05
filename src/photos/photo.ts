/** Limits of photos, and their format by their bytes. Pure. */
import { type Outcome, type Refusal, refuseFaults } from '../platform/errors.ts';

/** Maximum size of an upload. The portal reduces photos that its browser can read before it sends them (`portal/design/reduce-photo.ts`). */
export const maxPhotoBytes = 10 * 1024 ** 2;
/** Maximum pixels of an uploaded photo, half as many with 16 bits for each color: enough for the usual cameras of phones. */
export const maxPhotoPixels = 50_000_000;
/** The longest edge of a stored photo; larger photos are scaled down. */
export const maxPhotoEdgePx = 2_048;
export const maxThumbnailEdgePx = 320;
/** Maximum number of photos of one issue, bottle or delivery. */
export const maxPhotosPerStationStep = 20;
/** Maximum number of photos of one receipt or return. */
export const maxPhotosPerReceiptOrReturn = 200;
/** Maximum number of photos that one person has uploaded for a winery and attached to nothing. */
export const maxUnusedPhotosPerUploader = 100;
/** Days from the upload, or from the undo that detached it, until a photo that is attached to nothing is deleted. */
export const unusedPhotoRetentionDays = 7;

/** The kind of document that photos belong to. */
export type PhotoSubjectKind = 'receipt' | 'return';

export interface PhotoKey {
  readonly customerNo: string;
  readonly photoId: string;
}

export type PhotoSize = 'full' | 'thumbnail';

/** Refuses an upload; `message` says what to do. */
export const photoRefusal = (code: string, message: string): { refused: Refusal } =>
  refuseFaults([{ field: 'Photo', code, message }]);

const startsWith = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.toString('latin1', at, at + text.length) === text;

const accepted = 'Send a JPEG, PNG or WebP file.';
/** Brands of HEIC and AVIF files, for which no decoder is permitted. */
const heifBrands = /^(hei[cmsx]|hev[cmsx]|mif1|msf1|avi[fs])$/;

/** The format by the headers: a JPEG, PNG or WebP with one picture, else a refusal. The decoder checks the rest. */
export function detectPhotoFormat(bytes: Buffer): Outcome<'jpeg' | 'png' | 'webp'> {
  if (bytes.length === 0) return photoRefusal('NotAnImage', `is empty. ${accepted}`);
  if (startsWith(bytes, '\xff\xd8\xff')) return { ok: 'jpeg' };
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return isAnimatedPng(bytes) ? animated : { ok: 'png' };
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) {
    const isExtended = startsWith(bytes, 'VP8X', 12);
    return isExtended && ((bytes[20] ?? 0) & 2) !== 0 ? animated : { ok: 'webp' };
  }
  if (startsWith(bytes, 'GIF8')) return photoRefusal('Format', `is a GIF. ${accepted}`);
  if (startsWith(bytes, 'ftyp', 4) && heifBrands.test(bytes.toString('latin1', 8, 12)))
    return photoRefusal(
      'Format',
      'is HEIC or AVIF, which cannot be read here. Take it in the portal, or set the camera to JPEG ("Most Compatible").',
    );
  return photoRefusal('NotAnImage', `is not an image. ${accepted}`);
}

const animated = photoRefusal('Animated', 'is animated. Send one picture.');

/** Chunk names as numbers, because a file may have a million chunks. */
const animationChunk = Buffer.from('acTL').readUInt32BE();
const pixelChunk = Buffer.from('IDAT').readUInt32BE();

/** An animated PNG has a chunk `acTL` before its pixels. */
function isAnimatedPng(bytes: Buffer): boolean {
  let at = 8;
  while (at + 8 <= bytes.length) {
    const kind = bytes.readUInt32BE(at + 4);
    if (kind === animationChunk) return true;
    if (kind === pixelChunk) return false;
    at += 12 + bytes.readUInt32BE(at);
  }
  return false;
}
