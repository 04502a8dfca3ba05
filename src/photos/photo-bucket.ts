/**
 * Stores photos in an S3-compatible bucket. New photos are stored where `PHOTO_STORE` says; a stored photo is read from
 * the location in its row. While the bucket is unavailable, uploads to it and views of its photos fail with 503 and no other
 * request does: health checks ignore it, and counts and inspections without new photos continue.
 */
import type { S3Client } from '@aws-sdk/client-s3';
import type { Environment } from '../platform/environment.ts';
import { AppError, notFoundError } from '../platform/errors.ts';
import type { PhotoBucketConfig } from '../platform/photo-bucket-settings.ts';
import type { PhotoKey, PhotoSize } from './photo.ts';

/**
 * All methods but `newLocationOf` throw `Unavailable` when the bucket refuses or does not reply; `get` throws `NotFound` when the photo is
 * missing.
 */
interface PhotoBucket {
  /** The location of a new photo, `s3://bucket/prefix/production/W1001/<id>`; undefined: the database. */
  newLocationOf(key: PhotoKey): string | undefined;
  put(location: string, size: PhotoSize, bytes: Buffer): Promise<void>;
  get(location: string, size: PhotoSize): Promise<Uint8Array>;
  /** Deletes both sizes. Does nothing for a size that does not exist. */
  remove(location: string): Promise<void>;
}

const connectTimeoutMs = 3_000;
const requestTimeoutMs = 8_000;
const maxAttempts = 2;

/** One client per configuration, because clients keep connections open. */
const clients = new WeakMap<PhotoBucketConfig, Promise<S3Client>>();

/** Loads the library with the first photo of a bucket, because it is large, and many installations have no bucket. */
async function openClient({ endpoint, region, credentials }: PhotoBucketConfig): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3');
  return new S3Client({
    region,
    maxAttempts,
    requestHandler: {
      connectionTimeout: connectTimeoutMs,
      requestTimeout: requestTimeoutMs,
      throwOnRequestTimeout: true,
    },
    // Servers other than Amazon's may lack a host per bucket and the SDK's checksums.
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // A copy, because the client writes into it, and the settings are frozen.
    ...(credentials === undefined ? {} : { credentials: { ...credentials } }),
  });
}

const objectKey = (location: string, size: PhotoSize): { readonly Bucket: string; readonly Key: string } => {
  const [, Bucket = '', key = ''] = /^s3:\/\/([^/]+)\/(.+)$/.exec(location) ?? [];
  return { Bucket, Key: `${key}${size === 'full' ? '' : '-thumbnail'}.jpg` };
};

/** The error for a photo that is in a bucket, while no bucket is configured. */
export function noPhotoBucketError(): AppError {
  const reason =
    'The photo is in a bucket, and the server is not set up to reach one. Set S3_ENDPOINT, S3_REGION or the keys of the bucket, as they were when it was stored.';
  return new AppError({ code: 'Unavailable', reason }, { retryAfterSeconds: 60 });
}

/** The bucket of an environment; undefined when none is configured. */
export function photoBucketOf({
  name,
  config,
  logger,
}: Pick<Environment, 'name' | 'config' | 'logger'>): PhotoBucket | undefined {
  const { photoBucket } = config;
  if (photoBucket === undefined) return undefined;
  const { newPhotos } = photoBucket;
  const client = (): Promise<S3Client> => {
    const opened = clients.get(photoBucket) ?? openClient(photoBucket);
    clients.set(photoBucket, opened);
    return opened;
  };
  const reach = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if ((error as Error).name === 'NoSuchKey') {
        logger.error({ err: error }, 'a photo is missing in the bucket');
        throw notFoundError('The photo is missing in the bucket.');
      }
      const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0;
      const cause =
        status >= 400 && status < 500
          ? `its bucket refuses it (${(error as Error).name}). Compare PHOTO_STORE and the settings that begin with S3 with the bucket.`
          : 'its storage does not reply. Try again in a minute.';
      const reason = `The photo cannot be ${what}: ${cause}`;
      throw new AppError({ code: 'Unavailable', reason }, { internal: error, retryAfterSeconds: 30 });
    }
  };
  return {
    newLocationOf: ({ customerNo, photoId }) =>
      newPhotos && `s3://${newPhotos.bucket}/${newPhotos.prefix}${name}/${encodeURIComponent(customerNo)}/${photoId}`,
    put: (location, size, bytes) =>
      reach('stored', async () => {
        const { PutObjectCommand } = await import('@aws-sdk/client-s3');
        const object = { ...objectKey(location, size), Body: bytes, ContentType: 'image/jpeg' };
        await (await client()).send(new PutObjectCommand(object));
      }),
    get: (location, size) =>
      reach('read', async () => {
        const { GetObjectCommand } = await import('@aws-sdk/client-s3');
        const { Body } = await (await client()).send(new GetObjectCommand(objectKey(location, size)));
        if (Body === undefined) throw new Error('the bucket returned no body');
        return await Body.transformToByteArray();
      }),
    remove: (location) =>
      reach('deleted', async () => {
        const { DeleteObjectCommand } = await import('@aws-sdk/client-s3');
        const s3 = await client();
        for (const size of ['full', 'thumbnail'] as const) {
          await s3.send(new DeleteObjectCommand(objectKey(location, size)));
        }
      }),
  };
}
