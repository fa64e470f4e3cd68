import { DEFAULT_OUTPUTS } from '../../../domain/composition/format/output.js';
import type { OutputFile, RenderOutput } from '../../../domain/render/events.js';
import type { ResolvedComposition } from '../../../domain/composition/resolve/resolved.js';
import { resolutionOf } from '../../../domain/composition/resolve/resolution.js';
import type { ClipPath } from '../../../domain/composition/clip-paths.js';
import type { LocalSource } from '../plan/layers.js';
import { planRender } from '../plan/plan.js';
import type { RenderedFile } from '../ports/renderer.js';
import { checkTables } from './check-tables.js';
import type { RenderContext } from './context.js';
import { type FetchedSources, tablesOf } from './fetch-sources.js';
import { measuredSound } from './measure-sound.js';
import { measuredTexts } from './measure-texts.js';
import { rasterizerWithFonts } from './open-fonts.js';
import { withCredentials } from './outputs/embed-credentials.js';
import { inspectedVideo } from './outputs/inspected-video.js';
import { renderOutputs } from './outputs/render-outputs.js';
import { probeSources } from './probe-sources.js';
import { provenanceOf } from './provenance.js';
import { contextOf, type RenderWork } from './render-work.js';
import { refuseTooCostly, resolvedComposition } from './resolve-composition.js';
import type { Reuse } from './reuse.js';
import { transcribedComposition } from './transcribe.js';

/**
 * Renders a task whose sources are on the local disk, all that earlier renders did not make. Throws RenderError, or the
 * reason of an aborted `signal`.
 */
export const renderFetched = async (
  work: RenderWork,
  fetched: FetchedSources,
  reuse: Reuse,
  signal: AbortSignal,
): Promise<Omit<RenderedFile, 'keep'>> => {
  const { task, needs, settings, folder, watch, progress } = work;
  const { composition } = task;
  const plain = contextOf(work, signal);
  const context = { ...plain, reuse, rasterizer: await rasterizerWithFonts(composition, fetched, plain) };
  await checkTables(fetched);
  const sources = await watch.time('probe', () => probeSources(fetched, context));
  const texts = await measuredTexts(composition, sources, context);
  const resolved = resolvedComposition(composition, sources, texts);
  const captioned = await withCaptions(resolved, sources, work, context);
  const resolution = resolutionOf(composition, resolved);

  refuseTooCostly(captioned, sources);
  const tables = tablesOf(fetched);
  const mix = lazily(() => {
    const { sound } = planRender(captioned, sources, { ...settings, folder: folder.path, tables });
    return watch.time('sound', () => measuredSound(sound, context));
  });
  const outputs = task.outputs ?? composition.metadata.output ?? DEFAULT_OUTPUTS;
  const material = { composition: captioned, sources, tables, settings, watch, mix };
  const { files, fonts, encoder } = await renderOutputs(outputs, task.stem, material, context);
  const made = {
    ...provenanceOf(await needs.encoder.version(), fetched, fonts),
    ...(encoder ? { encoder } : {}),
  };
  const { renderId, video } = task;
  const [first, ...further] = await watch.time('finish', () =>
    withCredentials(files, made, { renderId, ...(video ? { video } : {}) }, context),
  );
  if (!first) throw new RangeError('a render has an output');
  const inspected = await watch.time('finish', () => inspectedVideo(first, encoder !== undefined, context));
  progress('finish', 1);
  const reusedFrames = reuse.reusedFrames();
  return {
    path: first.path,
    output: {
      ...firstOutput(first.file),
      ...(inspected ? { streams: inspected.streams } : {}),
      ...(resolution ? { resolved: resolution } : {}),
      ...(reusedFrames > 0 ? { reusedFrames } : {}),
    },
    files: further,
    ...(inspected ? { fingerprint: inspected.fingerprint } : {}),
    provenance: { ...made, stageSeconds: watch.seconds() },
    dispose: folder.dispose,
  };
};

/** The first file as it is recorded: an MP4 as it always was. */
const firstOutput = ({ role: _role, output: _index, format, ...file }: OutputFile): RenderOutput => {
  const { width = 0, height = 0, frames = 0, durationMs = 0 } = file;
  return { ...file, width, height, frames, durationMs, ...(format === 'mp4' ? {} : { format }) };
};

/** Work that is done once, when it is first asked for. */
const lazily = <A>(work: () => Promise<A>): (() => Promise<A>) => {
  let done: Promise<A> | undefined;
  return () => (done ??= work());
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
