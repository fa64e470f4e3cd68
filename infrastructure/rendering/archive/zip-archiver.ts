import { open } from 'node:fs/promises';
import { makeZip } from 'client-zip';
import type { ArchiveEntry, Archiver } from '../../../workers/render/ports/archiver.js';

/** The date of every file: archives of the same files are the same. ZIP knows none before 1980. */
const DATE = new Date('2000-01-01T00:00:00Z');

async function* inputs(entries: AsyncIterable<ArchiveEntry>) {
  for await (const { name, bytes } of entries)
    yield { name, input: bytes as Uint8Array<ArrayBuffer>, lastModified: DATE };
}

/** client-zip as the archiver: files are stored as they come, not compressed again. */
export const zipArchiver: Archiver = {
  zip: async (entries, path) => {
    const file = await open(path, 'w', 0o600);
    try {
      for await (const chunk of makeZip(inputs(entries))) await file.write(chunk);
    } finally {
      await file.close();
    }
  },
};
