import { readFile } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import { type ColorTable, readCube } from '../../../workers/render/draw/effects/color-table.js';
import type { Scene } from '../../../workers/render/draw/scene.js';

/** The colour tables of a scene, by the URLs that its filters refer to. */
export const readTables = async ({ tables: files }: Scene): Promise<ReadonlyMap<string, ColorTable>> => {
  const tables = new Map<string, ColorTable>();
  for (const [source, path] of Object.entries(files)) {
    const read = readCube(await readFile(path, 'utf8'));
    if (E.isLeft(read)) throw new Error(read.left);
    tables.set(source, read.right);
  }
  return tables;
};
