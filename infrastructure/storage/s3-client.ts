import { S3Client, type S3ClientConfig, S3ServiceException } from '@aws-sdk/client-s3';
import type { Config } from '../platform/config.js';

type S3Config = Pick<
  Config,
  's3Endpoint' | 's3Region' | 's3AccessKeyId' | 's3SecretAccessKey' | 's3PathStyle'
>;

/** When a connection or a request to the store counts as stalled, in ms. */
export interface S3Timeouts {
  /** For a connection to be established. */
  readonly connect: number;
  /** For the response to a request to begin; not for requests that send content. */
  readonly respond: number;
  /** How long no byte may move, in either direction, on a connection in use. */
  readonly idle: number;
}

export const S3_TIMEOUTS: S3Timeouts = { connect: 5000, respond: 10_000, idle: 30_000 };

/** Options of a request that sends content: its response may begin late while bytes move. */
export const SENDS_CONTENT = { requestTimeout: 0 };

/** Maximum number of connections: each client that downloads an output through the API holds one. */
const MAX_CONNECTIONS = 500;

/**
 * How a client reaches the configured S3 store. Checksums that not every store knows are sent only where S3 requires
 * them; uploads are protected by their MD5. A request that stalls fails, and is sent three times at most; by default, a
 * client waits forever.
 */
export const s3Options = (config: S3Config, timeouts: S3Timeouts = S3_TIMEOUTS) => {
  const { s3Endpoint, s3Region, s3AccessKeyId, s3SecretAccessKey, s3PathStyle } = config;
  return {
    region: s3Region,
    forcePathStyle: s3PathStyle,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: timeouts.connect,
      requestTimeout: timeouts.respond,
      throwOnRequestTimeout: true,
      socketTimeout: timeouts.idle,
      httpAgent: { maxSockets: MAX_CONNECTIONS },
      httpsAgent: { maxSockets: MAX_CONNECTIONS },
    },
    ...(s3Endpoint === undefined ? {} : { endpoint: s3Endpoint }),
    ...(s3AccessKeyId === undefined || s3SecretAccessKey === undefined
      ? {} // the standard sources of credentials: variables AWS_*, or the role of the machine
      : { credentials: { accessKeyId: s3AccessKeyId, secretAccessKey: s3SecretAccessKey } }),
  } as const satisfies S3ClientConfig;
};

/** A client of the configured S3 store. */
export const s3Client = (config: S3Config, timeouts?: S3Timeouts): S3Client =>
  new S3Client(s3Options(config, timeouts));

/**
 * Adds to the error of a request which one failed: the operation, and the name of its object or what the names of its
 * objects begin with. Adding it to a client twice changes nothing.
 */
export const nameFailedRequests = (client: S3Client): void =>
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        try {
          return await next(args);
        } catch (error) {
          const { Key, Prefix = '' } = args.input as { readonly Key?: string; readonly Prefix?: string };
          const request = `${commandName.replace(/Command$/, '')} of ${Key ?? Prefix}`;
          // The answer to HEAD has no body that could say more than its status.
          const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
          if (error instanceof Error)
            error.message = `${request}: ${error.name}: ${error.message}${status ? ` (HTTP ${status})` : ''}`;
          throw error;
        }
      },
    { step: 'initialize', name: 'nameFailedRequests', override: true },
  );
