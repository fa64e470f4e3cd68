import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Render } from '../core/client.js';
import { errorOf } from '../core/errors.js';
import type { Io } from './io.js';

type Fetching = Pick<Io, 'fetch' | 'signal'>;

/** Downloads a file, which appears under its name when it is complete. */
const downloadFile = async (io: Fetching, url: string, path: string): Promise<void> => {
  const { signal } = io;
  const response = await (io.fetch ?? fetch)(url, { signal });
  if (!response.ok || response.body === null)
    throw errorOf(response, await response.json().catch(() => undefined));
  const draft = `${path}.part`;
  try {
    const body = Readable.fromWeb(response.body as ReadableStream);
    await pipeline(body, createWriteStream(draft), { signal });
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
};

/** Downloads the first output of a render to a file, and beside it the segments that it names if it is a playlist. */
export const download = async (
  io: Fetching,
  {
    outputUrl,
    outputs = [],
  }: { readonly outputUrl: string; readonly outputs?: Render['outputs'] | undefined },
  path: string,
): Promise<void> => {
  await downloadFile(io, outputUrl, path);
  for (const { url, role, output } of outputs)
    if (role === 'segments' && output === 0)
      await downloadFile(io, url, join(dirname(path), basename(new URL(url).pathname)));
};
