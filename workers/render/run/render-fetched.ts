import { join } from 'node:path';
import type { ResolvedComposition } from '../../../domain/composition/resolve/resolved.js';
import { resolutionOf } from '../../../domain/composition/resolve/resolution.js';
import type { ClipPath } from '../../../domain/composition/clip-paths.js';
import type { PictureCodec } from '../compose/picture-codec.js';
import type { Rasters } from '../compose/still-inputs.js';
import type { LocalSource } from '../plan/layers.js';
import { planRender, type RenderPlan } from '../plan/plan.js';
import { withTightRects } from '../plan/tight-rects.js';
import type { RenderedFile } from '../ports/renderer.js';
import { allOrNone } from './all-or-none.js';
import { checkTables } from './check-tables.js';
import type { RenderContext } from './context.js';
import { encoderSettings } from './encoder-settings.js';
import { encodePieces } from './encode.js';
import { encodeSound } from './encode-sound.js';
import { type FetchedSources, tablesOf } from './fetch-sources.js';
import { finishOutput } from './finish-output.js';
import { measureLevels } from './measure-levels.js';
import { type MeasuredSound, measuredSound } from './measure-sound.js';
import { measuredTexts } from './measure-texts.js';
import { rasterizerWithFonts } from './open-fonts.js';
import { probeSources } from './probe-sources.js';
import { provenanceOf } from './provenance.js';
import { rasterizeSources } from './rasterize.js';
import { contextOf, type RenderWork } from './render-work.js';
import { refuseTooCostly, resolvedComposition } from './resolve-composition.js';
import { transcribedComposition } from './transcribe.js';

/** Renders a task whose sources are on the local disk. Throws RenderError, or the reason of an aborted `signal`. */
export const renderFetched = async (
  work: RenderWork,
  fetched: FetchedSources,
  signal: AbortSignal,
): Promise<RenderedFile> => {
  const { task, needs, settings, folder, watch, progress } = work;
  const { composition } = task;
  const plain = contextOf(work, signal);
  const context = { ...plain, rasterizer: await rasterizerWithFonts(composition, fetched, plain) };
  await checkTables(fetched);
  const sources = await watch.time('probe', () => probeSources(fetched, context));
  const texts = await measuredTexts(composition, sources, context);
  const resolved = resolvedComposition(composition, sources, texts);
  const captioned = await withCaptions(resolved, sources, work, context);
  const resolution = resolutionOf(composition, resolved);

  refuseTooCostly(captioned, sources);
  const plan = planRender(captioned, sources, {
    ...settings,
    folder: folder.path,
    tables: tablesOf(fetched),
  });
  const mix = await watch.time('sound', () => measuredSound(plan.sound, context));
  const [{ rasters, pieces, codec }, sound] = await allOrNone(signal, (signal) => [
    encodePicture(plan, mix, work, { ...context, signal }),
    watch.time('sound', () => encodeSound(mix, { ...context, signal })),
  ]);
  const path = join(folder.path, 'output.mp4');
  const { output, fingerprint } = await watch.time('finish', () =>
    finishOutput(plan, pieces, sound, path, context),
  );
  progress('finish', 1);
  return {
    path,
    output: { ...output, ...(resolution ? { resolved: resolution } : {}) },
    fingerprint,
    provenance: {
      ...provenanceOf(await needs.encoder.version(), fetched, rasters, watch.seconds()),
      encoder: encoderSettings(codec, plan),
    },
    dispose: folder.dispose,
  };
};

/** The composition with words transcribed into its empty caption clips, if the task asks for them. */
const withCaptions = async (
  resolved: ResolvedComposition,
  sources: ReadonlyMap<ClipPath, LocalSource>,
  { task: { captions }, hooks, watch, progress }: RenderWork,
  context: RenderContext,
): Promise<ResolvedComposition> => {
  const captioned = captions
    ? await watch.time('transcribe', () =>
        transcribedComposition(resolved, sources, captions.languageCode, hooks, context),
      )
    : resolved;
  progress('transcribe', 1);
  return captioned;
};

/** Rasterizes the layer sources and encodes the pieces. */
const encodePicture = async (
  plan: RenderPlan,
  mix: MeasuredSound,
  { settings, watch }: RenderWork,
  context: RenderContext,
): Promise<{
  readonly rasters: Rasters;
  readonly pieces: ReadonlyArray<string>;
  readonly codec: PictureCodec;
}> => {
  await measureLevels(plan.shownSounds, mix, context);
  const rasters = await watch.time('paint', () => rasterizeSources(plan, context));
  const threads = plan.pieces.length > 1 ? 1 : 2;
  const codec = { _tag: 'H264', preset: settings.preset, crf: settings.crf, threads } as const;
  const pieces = await watch.time('encode', () =>
    encodePieces(withTightRects(plan, rasters), rasters, codec, settings.parallelPieces, context),
  );
  return { rasters, pieces, codec };
};
