import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { packageRoot } from '../../infrastructure/platform/package-root.js';
import { generatedPages } from './pages.js';

/** The generated pages as they are stored, by their absolute paths. */
export const formattedPages = async (): Promise<ReadonlyMap<string, string>> => {
  const pages = new Map<string, string>();
  for (const [name, text] of Object.entries(generatedPages())) {
    const filepath = join(packageRoot, 'docs', name);
    pages.set(filepath, await format(text, { ...(await resolveConfig(filepath)), filepath }));
  }
  return pages;
};

if (process.argv[1] === import.meta.filename) {
  await rm(join(packageRoot, 'docs/errors'), { recursive: true, force: true });
  for (const [file, text] of await formattedPages()) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  process.exit(); // the metrics declare a pool of connections, which stays open
}
