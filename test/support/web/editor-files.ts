import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../../infrastructure/platform/package-root.js';

/** The paths of the scripts and style sheets that the editor loads to open, under `/web/`. */
const editorFiles = async (): Promise<ReadonlyArray<string>> => {
  const page = await readFile(join(packageRoot, 'dist-web', 'editor.html'), 'utf8');
  return [...page.matchAll(/(?:src|href)="(\/web\/assets\/[^"]+\.(?:js|css))"/g)].map(
    ([, path]) => path ?? '',
  );
};

/** The bytes of each of these files as the service sends them to a browser. */
export const sentToOpen = async (baseUrl: string): Promise<ReadonlyArray<number>> =>
  Promise.all(
    (await editorFiles()).map(async (path) => {
      const answer = await fetch(new URL(path, baseUrl), { headers: { 'accept-encoding': 'gzip' } });
      await answer.arrayBuffer();
      return Number(answer.headers.get('content-length') ?? NaN);
    }),
  );
