/** The bucket for photos, of the settings that belong to it. */
import { CliError } from './cli-error.ts';
import type { PhotoStoreSetting } from './setting-values.ts';

export interface PhotoBucketConfig {
  readonly bucket: string;
  /** Ends with a slash, or is empty. */
  readonly prefix: string;
  /** Undefined: Amazon S3. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Undefined: as the AWS SDK finds them, such as the role of the machine. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

interface BucketValues {
  readonly photoStore: PhotoStoreSetting;
  readonly s3Endpoint: string | undefined;
  readonly s3Region: string;
  readonly s3AccessKeyId: string | undefined;
  readonly s3SecretAccessKey: string | undefined;
}

/** Undefined without a bucket. Throws `CliError` for settings that do not belong together. */
export function photoBucketSettings(values: BucketValues): PhotoBucketConfig | undefined {
  const { photoStore, s3Endpoint: endpoint, s3Region: region, s3AccessKeyId, s3SecretAccessKey } = values;
  if ((s3AccessKeyId === undefined) !== (s3SecretAccessKey === undefined)) {
    throw new CliError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set both or neither', 2);
  }
  if (photoStore === 'database') {
    if ((endpoint ?? s3AccessKeyId) === undefined) return undefined;
    throw new CliError('S3_ENDPOINT and S3_ACCESS_KEY_ID are used only with PHOTO_STORE=s3://bucket/prefix', 2);
  }
  const credentials =
    s3AccessKeyId === undefined || s3SecretAccessKey === undefined
      ? undefined
      : Object.freeze({ accessKeyId: s3AccessKeyId, secretAccessKey: s3SecretAccessKey });
  return Object.freeze({ ...photoStore, endpoint, region, credentials });
}
