import { S3Client } from '@aws-sdk/client-s3';
import type { Config } from '../platform/config.js';

type S3Config = Pick<
  Config,
  's3Endpoint' | 's3Region' | 's3AccessKeyId' | 's3SecretAccessKey' | 's3PathStyle'
>;

/**
 * A client of the configured S3 store. Checksums that not every store knows are sent only where S3 requires them;
 * uploads are protected by their MD5.
 */
export const s3Client = (config: S3Config): S3Client => {
  const { s3Endpoint, s3Region, s3AccessKeyId, s3SecretAccessKey, s3PathStyle } = config;
  return new S3Client({
    region: s3Region,
    forcePathStyle: s3PathStyle,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(s3Endpoint === undefined ? {} : { endpoint: s3Endpoint }),
    ...(s3AccessKeyId === undefined || s3SecretAccessKey === undefined
      ? {} // the standard sources of credentials: variables AWS_*, or the role of the machine
      : { credentials: { accessKeyId: s3AccessKeyId, secretAccessKey: s3SecretAccessKey } }),
  });
};
