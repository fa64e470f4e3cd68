import { createHash } from 'node:crypto';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Composition } from '../../../domain/composition/composition.js';
import { packageRoot } from '../../../infrastructure/platform/package-root.js';
import { stillFilters } from '../../../workers/render/compose/picture-codec.js';
import { planRender } from '../../../workers/render/plan/plan.js';
import { fetchSources, tablesOf } from '../../../workers/render/run/sources/fetch-sources.js';
import { NO_REUSE } from '../../../workers/render/run/pieces/reuse.js';
import { composeView } from '../../../workers/render/run/outputs/compose-view.js';
import type { Material } from '../../../workers/render/run/outputs/views.js';
import { planSources } from '../../../workers/render/run/sources/plan-sources.js';
import { stopwatch } from '../../../workers/render/run/tasks.js';
import { pixelsOf } from './decoded-media.js';
import { settingsFor, type Studio, toolsFor } from '../renders/render.js';

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
  const plain = { folder, signal, progress: () => undefined, reuse: NO_REUSE, ...toolsFor(studio) };
  const fetched = await fetchSources(composition, settings, plain);
  const { resolved, sources, context } = await planSources(composition, fetched, plain);
  const material: Material = {
    composition: resolved,
    sources,
    tables: tablesOf(fetched),
    settings,
    watch: stopwatch(),
    sound: planRender(resolved, sources, settings).sound,
  };
  const view = { fps: resolved.metadata.fps, range: undefined, alpha: false, scale: 1, hidesCaptions: false };
  const lossless = { _tag: 'Lossless', alpha: false } as const;
  const { plan, pieces } = await composeView(material, view, () => lossless, context);
  const filters = stillFilters({ _tag: 'Still', format: 'png', alpha: false });
  const { width, height } = plan.output;
  const frames = await Promise.all(
    pieces.map(({ output }) => pixelsOf(width * height * 3, '-f', 'nut', '-i', output, '-vf', filters)),
  );
  return { frames: frames.flat(), pieces: pieces.length };
};

/**
 * The frames of projects that use nothing new. Those without texts were recorded with the release before clips could be
 * animated; those with texts later, since the pictures of texts have a transparent margin (docs/adr/0028-frames-on-demand.md).
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
