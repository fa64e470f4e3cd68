/**
 * The S3 server of the fault test, as a process of its own: S3_FOLDER has its objects, S3_PORT its port. The parent tells
 * it how to serve: `works`, `fails` or `slow`.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { startS3Server } from '../support/servers/s3-server.js';
import { removeHalfWritten } from './half-written.js';

let serving = 'works';
process.on('message', (message: string) => (serving = message));
process.once('disconnect', () => process.exit());

const { S3_FOLDER: folder = '', S3_PORT: port = '0' } = process.env;
await removeHalfWritten(folder);
const { endpoint } = await startS3Server(
  async (ctx, next) => {
    if (serving === 'fails') ctx.status = 503;
    else {
      if (serving === 'slow') await delay(500);
      await next();
    }
  },
  { folder, port: Number(port) },
);
process.send?.({ endpoint });
