/** Reduces photos in the browser, so that a camera's file is quick over warehouse Wi-Fi. */

/** The long edge, in pixels, to which the server reduces photos. */
const longEdge = 2_048;
/** The long edge, in pixels, of the preview that a page shows of a chosen photo. */
const previewEdge = 320;
const quality = 0.85;
/** Files of the accepted types that are not larger are sent unchanged unless their long edge is too long. */
const smallBytes = 1_000_000;
const acceptedTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];

/** A photo as `reducePhoto` returns it: the file to send, and a preview. */
export interface ReducedPhoto {
  readonly bytes: Blob;
  /** A preview. Undefined when this browser cannot read the file or make one: the file is sent anyway. */
  readonly picture: ImageBitmap | undefined;
}

/** Resolves when the photos so far are read. */
let reading: Promise<unknown> = Promise.resolve();

/**
 * Turns a photo upright and reduces it to the size that the server keeps. A small file of an accepted type, and one that the
 * browser cannot read, is returned unchanged. Photos are read one after the other: decoded, one takes 50 to 200 MB, and a
 * tablet has no room for several.
 */
export async function reducePhoto(file: File): Promise<ReducedPhoto> {
  const reduced = reading.then(() => reduce(file));
  reading = reduced.catch(() => undefined);
  return await reduced;
}

async function reduce(file: File): Promise<ReducedPhoto> {
  const decoded = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (decoded === undefined) return { bytes: file, picture: undefined };
  try {
    const picture = await previewOf(decoded).catch(() => undefined);
    return { bytes: await reducedBytes(file, decoded), picture };
  } finally {
    decoded.close();
  }
}

async function previewOf(picture: ImageBitmap): Promise<ImageBitmap> {
  const { width, height } = picture;
  const scale = Math.min(1, previewEdge / Math.max(width, height));
  const scaled = (edge: number): number => Math.max(1, Math.round(edge * scale));
  return await createImageBitmap(picture, { resizeWidth: scaled(width), resizeHeight: scaled(height) });
}

async function reducedBytes(file: File, picture: ImageBitmap): Promise<Blob> {
  const { width, height } = picture;
  const scale = Math.min(1, longEdge / Math.max(width, height));
  if (scale === 1 && file.size <= smallBytes && acceptedTypes.includes(file.type)) return file;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d');
  if (context === null) return file;
  // JPEG has no transparency.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const bytes = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  return bytes ?? file;
}
