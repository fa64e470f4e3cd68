/** Makes the S3 server of the fault test as atomic as a real store, even if it is killed while it writes. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The files of an object, in the order in which s3rver writes them, each in place. */
const [CONTENT, ...OTHERS] = ['object', 'object.md5', 'metadata.json'] as const;

const textOf = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '');

/** @param stem the path of the files of an object, without what is different */
const isWhole = async (stem: string): Promise<boolean> => {
  const [content, md5, metadata] = await Promise.all([
    readFile(stem + CONTENT),
    textOf(stem + OTHERS[0]),
    textOf(stem + OTHERS[1]),
  ]);
  // The beginning of a JSON object is not JSON.
  return metadata.endsWith('}') && createHash('md5').update(content).digest('hex') === md5;
};

/**
 * Deletes the objects in a folder of s3rver that it did not finish writing. A real store shows an object only when it is
 * complete; s3rver shows a part of one, and cannot list a bucket in which a metadata file was created and not written.
 * The client has got no response, and repeats the request. An object that was being replaced is deleted too.
 */
export const removeHalfWritten = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith(`._S3rver_${CONTENT}`)) continue;
    const stem = join(folder, name.slice(0, -CONTENT.length));
    if (await isWhole(stem)) continue;
    for (const file of [CONTENT, ...OTHERS]) await rm(stem + file, { force: true });
  }
};
