import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { packageRoot } from '../../../infrastructure/platform/package-root.js';
import { editorFiles } from '../../support/web/editor-files.js';
import type { Figure } from './figures.js';

const sizeOf = (content: string | Uint8Array): number => gzipSync(content).byteLength / 1000;

/** A page with a button, in React: what every page of this kind has at least. */
const PAGE = `
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
createRoot(document.body).render(createElement('button', {}, 'Play'));
`;

/** The code that the editor loads to open, compressed; the baseline is a page with a button in React. */
export const bundleSize = async (folder: string): Promise<ReadonlyArray<Figure>> => {
  const files = await editorFiles();
  const value = (await Promise.all(files.map((file) => readFile(file)))).reduce(
    (sum, content) => sum + sizeOf(content),
    0,
  );
  const entry = join(folder, 'page.js');
  await writeFile(entry, PAGE);
  const built = await build({
    root: packageRoot,
    configFile: false,
    logLevel: 'error',
    resolve: {
      alias: {
        react: join(packageRoot, 'node_modules/react'),
        'react-dom': join(packageRoot, 'node_modules/react-dom'),
      },
    },
    build: { write: false, rolldownOptions: { input: entry } },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) =>
    'output' in one ? one.output : [],
  );
  const baseline = outputs.reduce((sum, one) => sum + ('code' in one ? sizeOf(one.code) : 0), 0);
  const what = 'code that the editor loads to open, compressed (a button in React)';
  return [{ what, unit: 'kB', value, baseline, aim: 350 }];
};
