import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../../infrastructure/platform/package-root.js';

/** The paths of the scripts and style sheets that the editor loads to open. */
export const editorFiles = async (): Promise<ReadonlyArray<string>> => {
  const build = join(packageRoot, 'dist-web');
  const page = await readFile(join(build, 'editor.html'), 'utf8');
  return [...page.matchAll(/(?:src|href)="\/web\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) =>
    join(build, file ?? ''),
  );
};
