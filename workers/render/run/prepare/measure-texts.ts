import * as E from 'fp-ts/lib/Either.js';
import { record } from '../../../../domain/codec/containers.js';
import { number } from '../../../../domain/codec/scalars.js';
import { shownWords } from '../../../../domain/composition/captions/caption-groups.js';
import { clipsWithPaths, type ClipPath } from '../../../../domain/composition/clips/clip-paths.js';
import type { Canvas, Composition } from '../../../../domain/composition/composition.js';
import type { ResolvedClip, ResolvedComposition } from '../../../../domain/composition/resolve/resolved.js';
import type { LocalSource } from '../../plan/local-source.js';
import type { Lines } from '../../ports/rasterizer.js';
import { type RenderContext, workingOn } from '../context.js';
import { cachedValue } from '../pieces/reuse.js';
import { largestText } from '../../../../domain/composition/animation/text-states.js';
import { valueOf, decodingFailure } from '../failures.js';
import { resolvedComposition } from './resolve-composition.js';
import {
  type SpokenClip,
  speakerIds,
  withHeardWords,
  withSpeechWords,
} from '../../../../domain/composition/captions/speech-words.js';
import { RenderError } from '../../../../domain/render/failure-cause.js';
import { spokenTimes } from '../../sound/spoken-times.js';

/** The sides of a text or caption that depend on its lines. */
interface Unmeasured {
  readonly id: string;
  readonly at: ClipPath;
  readonly widthIsAuto: boolean;
}

const unmeasuredOf = (composition: Composition): ReadonlyArray<Unmeasured> =>
  clipsWithPaths(composition.clips).flatMap(({ clip: { id, type, size }, at }) =>
    (type === 'text' || type === 'caption') && (size.width === 'auto' || size.height === 'auto')
      ? [{ id, at, widthIsAuto: size.width === 'auto' }]
      : [],
  );

/** A resolved clip and the width of its canvas or group. */
interface Within {
  readonly clip: ResolvedClip;
  readonly width: number;
}

const withWidths = (clips: ReadonlyArray<ResolvedClip>, width: number): ReadonlyArray<Within> =>
  clips.flatMap((clip) => [
    { clip, width },
    ...(clip.type === 'group' ? withWidths(clip.clips, clip.size.width) : []),
  ]);

/** The most lines that a text or caption shows at the same time; undefined for other clips. */
export const linesOf = (clip: ResolvedClip): Lines | undefined => {
  if (clip.type === 'text') return { _tag: 'Text', text: largestText(clip) };
  if (clip.type !== 'caption') return undefined;
  return { _tag: 'Caption', caption: clip.captionProperties, groups: shownWords(clip.captionProperties) };
};

/** The kind of cached sizes of lines. */
export const TEXT_SIZE = 'text size';

const CachedSize = record({ width: number(), height: number() });

/**
 * The sizes before scaling that texts and captions with an `auto` side need for their lines, by the ids of their clips.
 * If the width is `auto`, lines may be as wide as the canvas or group.
 * @throws RenderError naming the clip that can't be measured
 */
const measuredTexts = async (
  composition: Composition,
  sources: ReadonlyMap<ClipPath, LocalSource>,
  context: Pick<
    RenderContext,
    'rasterizer' | 'ownFonts' | 'folder' | 'signal' | 'series' | 'onClip' | 'reuse'
  >,
): Promise<ReadonlyMap<string, Canvas>> => {
  const { rasterizer, ownFonts: fonts = [], reuse } = context;
  const unmeasured = unmeasuredOf(composition);
  const sizes = new Map<string, Canvas>();
  if (unmeasured.length === 0) return sizes;
  // Everything except these sizes can be resolved without them, so the composition gets provisional ones.
  const unknown = { width: Number.MAX_SAFE_INTEGER, height: 1 };
  const resolved = resolvedComposition(
    composition,
    sources,
    new Map(unmeasured.map(({ id }) => [id, unknown])),
  );
  const clips = new Map(
    withWidths(resolved.clips, resolved.metadata.canvas.width).map((within) => [within.clip.id, within]),
  );
  for (const { id, at, widthIsAuto } of unmeasured) {
    const within = clips.get(id);
    const lines = within && linesOf(within.clip);
    if (!lines) continue;
    const { scale } = within.clip.transform;
    const width = widthIsAuto ? within.width : within.clip.size.width * scale.x;
    const measured = await cachedValue(reuse, TEXT_SIZE, { lines, width, fonts }, CachedSize, () =>
      workingOn(context, [at], () => valueOf(rasterizer.measure(lines, width, context), at)),
    );
    sizes.set(id, { width: measured.width / scale.x, height: measured.height / scale.y });
  }
  return sizes;
};

/** The level (linear) of each 10 ms of a sound. @throws RenderError naming its clip */
const levelsOf = async (
  path: string,
  at: ClipPath,
  context: RenderContext,
): Promise<ReadonlyArray<number>> => {
  const levels = await context.engine.levels(path, context)();
  if (E.isLeft(levels)) throw new RenderError(decodingFailure(levels.left, at));
  return levels.right;
};

/**
 * The composition as rendered: texts are measured, captions have the words of speeches, and all times, positions and
 * sizes are resolved.
 * @throws RenderError naming the clip that cannot be resolved
 */
export const resolvedWithTexts = async (
  composition: Composition,
  sources: ReadonlyMap<ClipPath, LocalSource>,
  context: RenderContext,
): Promise<ResolvedComposition> => {
  const by = speakerIds(composition);
  const shown = new Set(by.values());
  const spoken = new Map<string, SpokenClip>();
  for (const { clip, at } of clipsWithPaths(composition.clips)) {
    const source = sources.get(at);
    if (!shown.has(clip.id) || clip.type !== 'audio' || !clip.speech || source?.probed._tag !== 'Media')
      continue;
    const words = spokenTimes(clip.speech.text, await levelsOf(source.path, at, context));
    spoken.set(clip.id, { words, media: source.probed.duration });
  }
  const captioned = withSpeechWords(composition, spoken);
  const texts = await measuredTexts(captioned, sources, context);
  return withHeardWords(resolvedComposition(captioned, sources, texts), by, spoken);
};
