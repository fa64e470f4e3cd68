import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { type Io, UserError } from './io.js';

/** Downloads an output to a file, which appears under its name when it is complete. */
export const download = async (io: Io, url: string, path: string): Promise<void> => {
  const { signal } = io;
  const response = await (io.fetch ?? fetch)(url, { signal });
  if (!response.ok || response.body === null)
    throw new UserError(`the output cannot be downloaded: HTTP status ${response.status}`);
  const draft = `${path}.part`;
  try {
    const body = Readable.fromWeb(response.body as ReadableStream);
    await pipeline(body, createWriteStream(draft), { signal });
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
};
