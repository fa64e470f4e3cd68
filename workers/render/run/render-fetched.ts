import type { Output } from '../../../domain/composition/format/output.js';
import { frameCount, frameRate } from '../../../domain/composition/timeline.js';
import type { ResolvedComposition } from '../../../domain/composition/resolve/resolved.js';
import { resolutionOf } from '../../../domain/composition/resolve/resolution.js';
import type { ClipPath } from '../../../domain/composition/clips/clip-paths.js';
import { RenderError } from '../../../domain/render/failure-cause.js';
import type { LocalSource } from '../plan/local-source.js';
import { contextOf, inFolder, type RenderContext, type RenderWork } from './context.js';
import { type FetchedSources, tablesOf } from './sources/fetch-sources.js';
import type { UnsignedFiles } from './outputs/sign-output.js';
import type { Material, UsedFonts } from './outputs/views.js';
import { renderOutputs, type WrittenOutputs } from './outputs/render-outputs.js';
import { plannedSound } from './outputs/sounds.js';
import { readSources } from './sources/plan-sources.js';
import { refuseTooCostly } from './prepare/resolve-composition.js';
import type { Reuse } from './pieces/reuse.js';
import { transcribedComposition } from './prepare/transcribe.js';

/** What a render is made of, once its sources are on the local disk. */
interface Fetched {
  readonly fetched: FetchedSources;
  readonly outputs: ReadonlyArray<Output>;
  readonly reuse: Reuse;
}

/**
 * Makes the files of a task, all that earlier renders did not make: probes sources and measures texts, then plans, makes
 * and joins the outputs. Throws RenderError, or the reason of an aborted `signal`.
 */
export const renderFetched = async (
  work: RenderWork,
  { fetched, outputs, reuse }: Fetched,
  signal: AbortSignal,
): Promise<UnsignedFiles> => {
  const { task, settings, watch } = work;
  const { composition: asked, stem } = task;
  const plain = { ...contextOf(work, signal), reuse };
  const { resolved, sources, context } = await readSources(asked, fetched, plain, watch);
  const composition = await withCaptions(resolved, sources, work, context);
  const { duration, fps } = composition.metadata;
  work.hooks.onPlanned?.({ frames: frameCount(duration, frameRate(fps)) });

  await refuseTooCostly(composition, sources, signal);
  const sound = plannedSound({ composition, sources });
  const material = { composition, sources, tables: tablesOf(fetched), settings, watch, sound };
  const written = await renderOutputsReliably(outputs, stem, material, context);
  return unsigned(written, resolutionOf(asked, resolved), reuse.reusedFrames());
};

/** What is recorded of the files of a render. */
const unsigned = (
  { files: [first, ...further], fonts, encoder, copiedFrames }: WrittenOutputs,
  resolution: ReturnType<typeof resolutionOf>,
  reusedFrames: number,
): UnsignedFiles => {
  if (!first) throw new RangeError('a render has an output');
  const { streams, presentation, fingerprint } = first.inspected ?? {};
  const { width = 0, height = 0, frames = 0, durationMs = 0, format } = first.file;
  return {
    first,
    further,
    facts: {
      width,
      height,
      frames,
      durationMs,
      // An MP4 is recorded as it always was.
      ...(format === 'mp4' ? {} : { format }),
      ...(streams ? { streams } : {}),
      ...(presentation ? { presentation } : {}),
      ...(resolution ? { resolved: resolution } : {}),
      ...(reusedFrames > 0 ? { reusedFrames } : {}),
      ...(copiedFrames === undefined ? {} : { copiedFrames }),
    },
    fonts: distinctFonts(fonts),
    ...(encoder ? { encoder } : {}),
    ...(fingerprint ? { fingerprint } : {}),
  };
};

const distinctFonts = (fonts: UsedFonts): UsedFonts =>
  [...new Map(fonts.map((font) => [`${font.family} ${font.sha256}`, font])).entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, font]) => font);

/** Whether encoding failed, and not a source or the render as a whole. */
const isEncodingFailure = (error: unknown): boolean =>
  error instanceof RenderError &&
  (error.cause._tag === 'EncodingFailed' ||
    (error.cause._tag === 'LimitExceeded' && error.cause.stage === 'encode'));

/**
 * Writes all outputs of a composition. If hardware that encodes them fails, all of them are written again with x264: the
 * pieces of different encoders can't be joined.
 */
const renderOutputsReliably = async (
  outputs: ReadonlyArray<Output>,
  stem: string,
  material: Material,
  context: RenderContext,
): Promise<WrittenOutputs> => {
  const { hardware, ...software } = material.settings;
  try {
    return await renderOutputs(outputs, stem, material, context);
  } catch (error) {
    if (hardware === undefined || context.signal.aborted || !isEncodingFailure(error)) throw error;
    context.hardware?.failed();
    const again = await inFolder(context, 'software');
    return renderOutputs(outputs, stem, { ...material, settings: software }, again);
  }
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
