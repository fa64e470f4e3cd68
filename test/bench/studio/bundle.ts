import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { editorFiles } from '../../support/web/editor-files.js';
import type { Figure } from './figures.js';

/** The code that the editor loads to open, compressed. */
export const bundleSize = async (): Promise<ReadonlyArray<Figure>> => {
  const files = await Promise.all((await editorFiles()).map((file) => readFile(file)));
  const value = files.reduce((sum, content) => sum + gzipSync(content).byteLength / 1000, 0);
  return [{ what: 'code that the editor loads to open, compressed', unit: 'kB', value, aim: 350 }];
};
