/** The settings of photo buckets: how a bucket is reached, and whether new photos are stored in one. */
import { CliError } from './cli-error.ts';
import type { PhotoStoreSetting } from './setting-values.ts';

export interface PhotoBucketConfig {
  /**
   * Where new photos are stored; undefined: in the database. Photos that are in a bucket already are read from there in
   * any case.
   */
  readonly newPhotos: Exclude<PhotoStoreSetting, 'database'> | undefined;
  /** Undefined: Amazon S3. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Undefined: as the AWS SDK finds them, such as the role of the machine. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

interface BucketValues {
  readonly photoStore: PhotoStoreSetting;
  readonly s3Endpoint: string | undefined;
  readonly s3Region: string | undefined;
  readonly s3AccessKeyId: string | undefined;
  readonly s3SecretAccessKey: string | undefined;
}

/**
 * Undefined when new photos go into the database and no setting says how a bucket is reached. Throws `CliError` for an access key without
 * its secret, or the reverse.
 */
export function parsePhotoBucketSettings(values: BucketValues): PhotoBucketConfig | undefined {
  const { photoStore, s3Endpoint: endpoint, s3Region, s3AccessKeyId, s3SecretAccessKey } = values;
  if ((s3AccessKeyId === undefined) !== (s3SecretAccessKey === undefined)) {
    throw new CliError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set both or neither', 2);
  }
  const newPhotos = photoStore === 'database' ? undefined : photoStore;
  if (newPhotos === undefined && (endpoint ?? s3Region ?? s3AccessKeyId) === undefined) return undefined;
  const credentials =
    s3AccessKeyId === undefined || s3SecretAccessKey === undefined
      ? undefined
      : Object.freeze({ accessKeyId: s3AccessKeyId, secretAccessKey: s3SecretAccessKey });
  return Object.freeze({ newPhotos, endpoint, region: s3Region ?? defaultRegion, credentials });
}

const defaultRegion = 'us-east-1';
