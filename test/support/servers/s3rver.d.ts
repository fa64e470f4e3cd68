declare module '@20minutes/s3rver' {
  import type { Server } from 'node:http';
  import type { AddressInfo } from 'node:net';
  import type Koa from 'koa';

  /** A small S3 server that keeps its objects in a folder. */
  export default class S3rver extends Koa {
    constructor(options: {
      readonly address: string;
      readonly port: number;
      readonly silent: boolean;
      readonly directory: string;
      readonly vhostBuckets: boolean;
      readonly configureBuckets: ReadonlyArray<{ readonly name: string }>;
    });
    readonly store: {
      /** The folder or file in which the server keeps something of a bucket. */
      readonly getResourcePath: (bucket: string, key: string | undefined, resource: string) => string;
    };
    readonly httpServer: Server;
    readonly run: () => Promise<AddressInfo>;
    readonly close: () => Promise<void>;
  }
}
