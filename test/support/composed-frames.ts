import { createHash } from 'node:crypto';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Composition } from '../../domain/composition/composition.js';
import { packageRoot } from '../../infrastructure/platform/package-root.js';
import { stillFilters } from '../../workers/render/compose/picture-codec.js';
import { trimmedToInk } from '../../workers/render/plan/ink-bounds.js';
import { planRender } from '../../workers/render/plan/plan.js';
import { encodePieces } from '../../workers/render/run/encode.js';
import { fetchSources } from '../../workers/render/run/fetch-sources.js';
import { planSources } from '../../workers/render/run/plan-sources.js';
import { rasterizeSources } from '../../workers/render/run/rasterize.js';
import { takePieces } from '../../workers/render/run/take-pieces.js';
import { pixelsOf } from './decoded-media.js';
import { settingsFor, type Studio, toolsFor } from './render.js';

/** The frames of a render, and in how many pieces they were composed. */
export interface ComposedFrames {
  /** In RGB, in order. */
  readonly frames: ReadonlyArray<Buffer>;
  readonly pieces: number;
}

/** All frames of a render as they are before they are encoded. */
export const composedFrames = async (
  studio: Studio,
  composition: Composition,
  pieceSeconds = 5,
): Promise<ComposedFrames> => {
  const folder = await mkdtemp(join(studio.folder, 'whole-'));
  const settings = { ...settingsFor(studio), pieceSeconds };
  const signal = new AbortController().signal;
  const plain = { folder, signal, progress: () => undefined, ...toolsFor(studio) };
  const fetched = await fetchSources(composition, settings, plain);
  const { resolved, sources, context } = await planSources(composition, fetched, plain);
  const planned = planRender(resolved, sources, { ...settings, folder });
  const rasters = await rasterizeSources(planned, context);
  const plan = trimmedToInk(planned, rasters);
  const lossless = { _tag: 'Lossless', alpha: false } as const;
  const pieces = await takePieces(plan, rasters, lossless, context);
  await encodePieces({ plan, rasters, codec: lossless }, pieces, 2, context);
  const filters = stillFilters({ _tag: 'Still', format: 'png', alpha: false });
  const { width, height } = plan.output;
  const frames = await Promise.all(
    pieces.map(({ output }) => pixelsOf(width * height * 3, '-f', 'nut', '-i', output, '-vf', filters)),
  );
  return { frames: frames.flat(), pieces: pieces.length };
};

/**
 * The frames of projects that use nothing new. Those without texts were recorded with the release before clips could be
 * animated; those with texts later, since the pictures of texts have a transparent margin (docs/adr/0022).
 */
const RECORDED = join(packageRoot, 'test/render/unchanged-frames.json');

/** What is recorded of the frames of a project. */
interface RecordedFrames {
  readonly count: number;
  /** Of all their pixels. */
  readonly sha256: string;
}

/**
 * Fails if the frames of a project are not byte for byte those that were recorded under its name. Change the record only
 * together with a proof that outputs stay as they are, or with another release of ffmpeg or sharp; `UPDATE_GOLDEN=1`
 * writes it again.
 */
export const expectUnchanged = async (name: string, frames: ReadonlyArray<Buffer>): Promise<void> => {
  const recorded = JSON.parse(await readFile(RECORDED, 'utf8')) as Record<string, RecordedFrames>;
  const hash = createHash('sha256');
  for (const frame of frames) hash.update(frame);
  const found: RecordedFrames = { count: frames.length, sha256: hash.digest('hex') };
  if (process.env['UPDATE_GOLDEN'] === '1')
    await writeFile(RECORDED, `${JSON.stringify({ ...recorded, [name]: found }, null, 2)}\n`);
  else expect(found, name).to.deep.equal(recorded[name]);
};
