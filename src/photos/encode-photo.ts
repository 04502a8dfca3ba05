/**
 * Decodes an uploaded photo and encodes it again as JPEG, so that nothing of the uploaded bytes is kept: neither
 * metadata (places, cameras) nor data hidden in or behind the picture. Runs in libvips on one thread of the pool, one
 * photo at a time, never on the event loop.
 */
import type { Sharp, SharpInput, SharpOptions } from 'sharp';
import type { Outcome } from '../platform/errors.ts';
import { createFairSemaphore } from '../platform/fair-semaphore.ts';
import { detectPhotoFormat, maxPhotoEdgePx, maxPhotoPixels, maxThumbnailEdgePx, photoRefusal } from './photo.ts';

interface EncodedPhoto {
  readonly full: Buffer;
  readonly thumbnail: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Encodes one photo at a time in a process: several people wait for each other. */
const encoders = createFairSemaphore({ slots: 1, maxWaitMs: 15_000 });
const maxDecodeSeconds = 10;

type OpenImage = (input: SharpInput, options?: SharpOptions) => Sharp;
let opened: Promise<OpenImage> | undefined;

/** Loads the library with the first photo, because it has 20 MB. Only the decoders of the accepted formats can run. */
async function loadSharp(): Promise<OpenImage> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  });
  return sharp;
}

/**
 * Returns the photo upright, at most `maxPhotoEdgePx` pixels long, and its thumbnail. The encoder is shared fairly among
 * clients. Refusals: the fault `Photo` with `NotAnImage`, `Format`, `Animated`, `TooManyPixels` or `Truncated` (any failure
 * or timeout of the encoder). Throws `Unavailable` when it would wait, or has waited, too long.
 */
export async function encodePhoto(bytes: Buffer, client: string): Promise<Outcome<EncodedPhoto>> {
  const kind = detectPhotoFormat(bytes);
  if ('refused' in kind) return kind;
  return await encoders.run(client, async () => {
    opened ??= loadSharp();
    const open = await opened;
    const header = await open(bytes, { limitInputPixels: false })
      .metadata()
      .catch(() => undefined);
    if (header === undefined || header.format !== kind.ok)
      return photoRefusal('NotAnImage', 'is damaged or not an image. Take it again.');
    const { width, height, depth } = header;
    // With 16 bits for each color a pixel takes twice the memory.
    const maxPixels = depth === 'ushort' ? maxPhotoPixels / 2 : maxPhotoPixels;
    if (width * height > maxPixels)
      return photoRefusal(
        'TooManyPixels',
        `has ${width} × ${height} pixels; ${maxPixels / 1e6} megapixels are the most. Take it in a smaller size.`,
      );
    try {
      return { ok: await encode(open, bytes) };
    } catch (error) {
      // The messages of libvips name libraries and offsets, which do not help the person.
      if (!(error instanceof Error)) throw error;
      return photoRefusal('Truncated', 'is incomplete or damaged. Send it again, or take it again.');
    }
  });
}

async function encode(open: OpenImage, bytes: Buffer): Promise<EncodedPhoto> {
  const { data: full, info } = await open(bytes, { limitInputPixels: maxPhotoPixels, failOn: 'truncated' })
    .timeout({ seconds: maxDecodeSeconds })
    .autoOrient()
    .resize({ width: maxPhotoEdgePx, height: maxPhotoEdgePx, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 82 })
    .toBuffer({ resolveWithObject: true });
  const thumbnail = await open(full)
    .resize({ width: maxThumbnailEdgePx, height: maxThumbnailEdgePx, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 75 })
    .toBuffer();
  return { full, thumbnail, width: info.width, height: info.height };
}
