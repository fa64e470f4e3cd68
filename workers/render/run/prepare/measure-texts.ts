import * as O from 'fp-ts/lib/Option.js';
import { record } from '../../../../domain/codec/containers.js';
import { number } from '../../../../domain/codec/scalars.js';
import { shownWords } from '../../../../domain/composition/captions/caption-states.js';
import { clipsWithPaths } from '../../../../domain/composition/clips/clip-paths.js';
import type { Canvas, Composition } from '../../../../domain/composition/composition.js';
import type { ResolvedClip } from '../../../../domain/composition/resolve/resolved.js';
import type { LocalSource } from '../../plan/local-source.js';
import type { ClipPath } from '../../../../domain/composition/clips/clip-paths.js';
import type { Lines } from '../../ports/rasterizer.js';
import type { RenderContext } from '../context.js';
import { type KeptForm, NO_REUSE, recalled } from '../pieces/reuse.js';
import { workingOn } from '../tasks/working-on.js';
import { largestText } from '../../../../domain/composition/animation/text-states.js';
import { valueOf } from '../tasks/failures.js';
import { resolvedComposition } from './resolve-composition.js';

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

/** The lines of a clip that is a text or a caption: the most that it shows at the same time. */
export const linesOf = (clip: ResolvedClip): Lines | undefined => {
  if (clip.type === 'text') return { _tag: 'Text', text: largestText(clip) };
  if (clip.type !== 'caption') return undefined;
  return { _tag: 'Caption', caption: clip.captionProperties, groups: shownWords(clip.captionProperties) };
};

/** The kind of what is kept of measured lines. */
export const TEXT_SIZE = 'text size';

const KeptSize = record({ width: number(), height: number() });
const SIZE_FORM: KeptForm<Canvas> = {
  encode: KeptSize.encode,
  decode: (json) => O.toUndefined(O.fromEither(KeptSize.decode(json))),
};

/**
 * The sizes before scaling, by the ids of their clips, that texts and captions with a side that is `auto` need for
 * their lines. Where the width is `auto`, lines may be as wide as the canvas or group.
 * @throws RenderError naming the clip that can't be measured
 */
export const measuredTexts = async (
  composition: Composition,
  sources: ReadonlyMap<ClipPath, LocalSource>,
  context: Pick<
    RenderContext,
    'rasterizer' | 'ownFonts' | 'folder' | 'signal' | 'series' | 'onClip' | 'reuse'
  >,
): Promise<ReadonlyMap<string, Canvas>> => {
  const { rasterizer, ownFonts: fonts = [], reuse = NO_REUSE } = context;
  const unmeasured = unmeasuredOf(composition);
  const sizes = new Map<string, Canvas>();
  if (unmeasured.length === 0) return sizes;
  // Everything except sizes is known without them; captions keep their columns at the maximum width of a clip.
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
    const measured = await recalled(reuse, TEXT_SIZE, { lines, width, fonts }, SIZE_FORM, () =>
      workingOn(context, [at], () => valueOf(rasterizer.measure(lines, width, context), at)),
    );
    sizes.set(id, { width: measured.width / scale.x, height: measured.height / scale.y });
  }
  return sizes;
};
