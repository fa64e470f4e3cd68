import { DEFAULT_OUTPUTS, type Output } from '../../../domain/composition/format/output.js';
import type { OutputFile, RenderOutput } from '../../../domain/render/render-output.js';
import { frameCount, frameRate } from '../../../domain/composition/timeline.js';
import type { ResolvedComposition } from '../../../domain/composition/resolve/resolved.js';
import { resolutionOf } from '../../../domain/composition/resolve/resolution.js';
import type { ClipPath } from '../../../domain/composition/clips/clip-paths.js';
import { RenderError } from '../../../domain/render/failure-cause.js';
import type { LocalSource } from '../plan/local-source.js';
import type { RenderedFile } from '../ports/renderer.js';
import { contextOf, inFolder, type RenderContext, type RenderWork } from './context.js';
import { type FetchedSources, tablesOf } from './sources/fetch-sources.js';
import { unsignedCopy, withCredentials } from './outputs/embed-credentials.js';
import type { Material } from './outputs/views.js';
import { renderOutputs, type WrittenOutputs } from './outputs/render-outputs.js';
import { plannedSound } from './outputs/sound-spans.js';
import { readSources } from './sources/plan-sources.js';
import { provenanceOf, versionsOf } from './provenance.js';
import { refuseTooCostly } from './prepare/resolve-composition.js';
import type { Reuse } from './pieces/reuse.js';
import { transcribedComposition } from './prepare/transcribe.js';

/** What was made, and the first output without content credentials, for later renders. */
export interface MadeFile extends Omit<RenderedFile, 'keep'> {
  readonly reusable: { readonly path: string; readonly bytes: number; readonly sha256: string };
}

/** What the outputs of a task are made from, once its sources are on the local disk. */
interface PreparedRender {
  readonly material: Material;
  readonly outputs: ReadonlyArray<Output>;
  readonly context: RenderContext;
  readonly resolution: ReturnType<typeof resolutionOf>;
}

/** Probes sources, measures texts, and finds out what the task leaves open. Throws RenderError. */
const prepareRender = async (
  work: RenderWork,
  fetched: FetchedSources,
  reuse: Reuse,
  signal: AbortSignal,
): Promise<PreparedRender> => {
  const { task, settings, watch } = work;
  const { composition } = task;
  const plain = { ...contextOf(work, signal), reuse };
  const { resolved, sources, context } = await readSources(composition, fetched, plain, watch);
  const captioned = await withCaptions(resolved, sources, work, context);
  const { duration, fps } = captioned.metadata;
  work.hooks.onPlanned?.({ frames: frameCount(duration, frameRate(fps)) });

  await refuseTooCostly(captioned, sources, signal);
  const sound = plannedSound({ composition: captioned, sources });
  return {
    material: { composition: captioned, sources, tables: tablesOf(fetched), settings, watch, sound },
    outputs: task.outputs ?? composition.metadata.output ?? DEFAULT_OUTPUTS,
    context,
    resolution: resolutionOf(composition, resolved),
  };
};

/**
 * Renders a task whose sources are on the local disk, all that earlier renders did not make. Throws RenderError, or the
 * reason of an aborted `signal`.
 */
export const renderFetched = async (
  work: RenderWork,
  fetched: FetchedSources,
  reuse: Reuse,
  signal: AbortSignal,
): Promise<MadeFile> => {
  const { task, needs, folder, watch, progress } = work;
  const { material, outputs, resolution, context } = await prepareRender(work, fetched, reuse, signal);
  const { files, fonts, encoder, copiedFrames } = await renderOutputsReliably(
    outputs,
    task.stem,
    material,
    context,
  );
  const made = {
    ...provenanceOf(await versionsOf(needs), fetched, fonts),
    ...(encoder ? { encoder } : {}),
  };
  const [unsigned] = files;
  if (!unsigned) throw new RangeError('a render has an output');
  const reusable = await unsignedCopy(unsigned, context);
  const [first, ...further] = await watch.time('finish', () => withCredentials(files, made, task, context));
  if (!first) throw new RangeError('signing keeps every output');
  const { inspected } = unsigned;
  progress('finish', 1);
  const reusedFrames = reuse.reusedFrames();
  return {
    path: first.path,
    reusable,
    output: {
      ...firstOutput(first.file),
      ...(inspected ? { streams: inspected.streams } : {}),
      ...(inspected?.presentation ? { presentation: inspected.presentation } : {}),
      ...(resolution ? { resolved: resolution } : {}),
      ...(reusedFrames > 0 ? { reusedFrames } : {}),
      ...(copiedFrames === undefined ? {} : { copiedFrames }),
    },
    files: further,
    ...(inspected ? { fingerprint: inspected.fingerprint } : {}),
    provenance: { ...made, stageSeconds: watch.seconds() },
    dispose: folder.dispose,
  };
};

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

/** The first file as it is recorded: an MP4 as it always was. */
const firstOutput = ({ role: _role, output: _index, format, ...file }: OutputFile): RenderOutput => {
  const { width = 0, height = 0, frames = 0, durationMs = 0 } = file;
  return { ...file, width, height, frames, durationMs, ...(format === 'mp4' ? {} : { format }) };
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
