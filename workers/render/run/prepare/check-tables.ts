import { readFile, stat } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import { LARGEST_CUBE, readCube } from '../../draw/effects/color-table.js';
import { RenderError } from '../../../../domain/render/failure-cause.js';
import type { FetchedSources } from '../sources/fetch-sources.js';

/**
 * Reads every colour table, so that the render fails with the name of a table that is not a `.cube` file.
 * @throws RenderError naming the filter
 */
export const checkTables = async ({ sources }: FetchedSources): Promise<void> => {
  for (const { use, path } of sources) {
    if (use.role !== 'table') continue;
    const { size } = await stat(path);
    const read =
      size > LARGEST_CUBE ? E.left('the colour table is too large') : readCube(await readFile(path, 'utf8'));
    if (E.isLeft(read))
      throw new RenderError({ _tag: 'SourceUnusable', stage: 'decode', message: read.left, clip: use.at });
  }
};
