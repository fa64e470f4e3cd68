/** Sends a file with tus-js-client, and goes on where an earlier run was ended. Arguments: URL KEY FILE MEMORY PART. */
import { createReadStream } from 'node:fs';
import * as tus from 'tus-js-client';

const [, , endpoint = '', key = '', file = '', memory = '', part = ''] = process.argv;

/** It is in Node only, and the types are those for browsers. */
const { FileUrlStorage } = tus as unknown as {
  readonly FileUrlStorage: new (path: string) => NonNullable<tus.UploadOptions['urlStorage']>;
};

const upload = new tus.Upload(createReadStream(file), {
  endpoint,
  chunkSize: Number(part),
  headers: { 'x-api-key': key },
  metadata: { filename: 'large.bin' },
  urlStorage: new FileUrlStorage(memory),
  retryDelays: Array.from({ length: 100 }, () => 200),
  onError: (error) => {
    console.error(error.message);
    process.exit(1);
  },
  onSuccess: () => process.exit(0),
});
const [previous] = await upload.findPreviousUploads();
if (previous) upload.resumeFromPreviousUpload(previous);
upload.start();
