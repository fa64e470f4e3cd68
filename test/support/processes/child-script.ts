import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for small programs that run as child processes, and for their files. */
export const scriptFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framewright-script-'));
  return {
    folder,
    /** Writes a plain JavaScript program; returns its path. */
    script: async (name: string, source: string): Promise<string> => {
      const file = join(folder, `${name}.mjs`);
      await writeFile(file, source);
      return file;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};
