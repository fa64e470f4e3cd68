import { captionStates } from '../../../domain/composition/caption-states.js';
import type { ClipPath } from '../../../domain/composition/clip-paths.js';
import { clipPath } from '../../../domain/composition/clip-paths.js';
import type { Canvas } from '../../../domain/composition/composition.js';
import type { ResolvedClip, ResolvedClipOf } from '../../../domain/composition/resolve/resolved.js';
import {
  type FrameRate,
  type FrameSpan,
  framesWithin,
  instantOf,
  overlapOf,
} from '../../../domain/composition/timeline.js';
import type { Artwork } from '../ports/still-painter.js';
import { animationPages } from './animation.js';
import { groupsOf } from './caption-groups.js';
import type { Content, NodeMask, Scene, SceneNode } from '../draw/scene.js';
import type { LocalSource } from './layers.js';

/** Frames of a video that a scene draws: as a video layer shows them, unturned, `size` px large. */
export interface PlannedFeed {
  readonly clip: ClipPath;
  readonly source: LocalSource;
  readonly size: Canvas;
  /** Frames of the video on which it plays. */
  readonly span: FrameSpan;
  readonly sourceFrom: number;
}

/** A scene before its pictures are painted: they are pages of artworks. */
export interface PlannedScene extends Omit<Scene, 'pictures' | 'feeds' | 'rect'> {
  readonly pictures: ReadonlyArray<{ readonly artwork: number; readonly page: number }>;
  readonly feeds: ReadonlyArray<PlannedFeed>;
}

/** What scenes are planned from. */
export interface SceneContext {
  readonly canvas: Canvas;
  readonly rate: FrameRate;
  readonly frames: number;
  readonly duration: number;
  /** Frames that are planned; all when left out. */
  readonly only?: FrameSpan;
  readonly sources: ReadonlyMap<ClipPath, LocalSource>;
  /** Files of colour tables by their addresses. */
  readonly tables: Readonly<Record<string, string>>;
  /** Takes what is to be painted for a clip, and numbers it. */
  readonly add: (clip: ClipPath, artwork: Artwork) => number;
}

/** A clip of the list that is planned, with its place in the document. */
export interface ListedClip {
  readonly clip: ResolvedClip;
  readonly at: ClipPath;
}

/** Plans the scene of some clips of one list, bottom to top. */
export const planScene = (
  clips: ReadonlyArray<ListedClip>,
  siblings: ReadonlyArray<ListedClip>,
  context: SceneContext,
  background?: Scene['background'],
): PlannedScene => {
  const pictures: { artwork: number; page: number }[] = [];
  const feeds: PlannedFeed[] = [];
  const builder = { ...context, pictures, feeds };
  const nodes = clips.flatMap((listed) => nodeOf(listed, siblings, 0, context.canvas, builder) ?? []);
  const { canvas, rate, duration } = context;
  return { canvas, rate, duration, background, nodes, pictures, feeds, tables: context.tables };
};

interface Builder extends SceneContext {
  readonly pictures: { artwork: number; page: number }[];
  readonly feeds: PlannedFeed[];
}

/** Ids of the clips of a list that are masks of others: they are not drawn themselves. */
export const maskIds = (clips: ReadonlyArray<ListedClip>): ReadonlySet<string> =>
  new Set(
    clips.flatMap(({ clip: { effects } }) => (effects?.mask?.clip === undefined ? [] : [effects.mask.clip])),
  );

/** In the order in which clips are drawn: ascending `z`, ties in the order of the list. */
export const inDrawingOrder = (clips: ReadonlyArray<ListedClip>): ReadonlyArray<ListedClip> =>
  clips.toSorted((a, b) => a.clip.position.z - b.clip.position.z);

/** Frames of the video on which a clip is visible; `origin` is the start of the group it is in, ms. */
const spanOfClip = (
  { timeFrame }: ResolvedClip,
  origin: number,
  { rate, frames, only = { from: 0, to: frames } }: SceneContext,
): FrameSpan =>
  overlapOf(
    framesWithin({ start: timeFrame.start + origin, end: timeFrame.end + origin }, rate, frames),
    only,
  );

const nodeOf = (
  { clip, at }: ListedClip,
  siblings: ReadonlyArray<ListedClip>,
  origin: number,
  canvas: Canvas,
  builder: Builder,
): SceneNode | undefined => {
  const span = spanOfClip(clip, origin, builder);
  if (span.to <= span.from) return undefined;
  const content = contentOf({ clip, at }, span, origin, builder);
  if (!content) return undefined;
  return {
    clip: withoutWords(clip),
    span,
    content,
    mask: maskOf({ clip, at }, siblings, origin, canvas, builder),
    pushedBy: pushersOf(clip, siblings),
  };
};

/** Drawing needs no words: captions are painted before. */
const withoutWords = (clip: ResolvedClip): ResolvedClip =>
  clip.type === 'caption' ? { ...clip, captionProperties: { ...clip.captionProperties, words: [] } } : clip;

/** Clips of the same `z` that push this one out when they come in. */
export const pushersOf = (
  clip: ResolvedClip,
  siblings: ReadonlyArray<ListedClip>,
): ReadonlyArray<ResolvedClip> =>
  siblings
    .map((sibling) => sibling.clip)
    .filter(
      ({ id, position, transition, timeFrame: { start } }) =>
        id !== clip.id &&
        position.z === clip.position.z &&
        transition?.in?.type === 'push' &&
        start >= clip.timeFrame.start &&
        start < clip.timeFrame.end,
    );

const picture = (clip: ClipPath, artwork: Artwork, page: number, { add, pictures }: Builder): number =>
  pictures.push({ artwork: add(clip, artwork), page }) - 1;

const contentOf = (
  { clip, at }: ListedClip,
  span: FrameSpan,
  origin: number,
  builder: Builder,
): Content | undefined => {
  switch (clip.type) {
    case 'audio':
      return undefined;
    case 'text': {
      const source = { _tag: 'Text', text: clip.textProperties } as const;
      const artwork = { _tag: 'Raster', source, size: wholeSize(drawnSize(clip)) } as const;
      return { _tag: 'Picture', picture: picture(at, artwork, 0, builder) };
    }
    case 'caption':
      return captionContent(clip, at, span, origin, builder);
    case 'image':
    case 'video':
      return mediaContent({ clip, at }, span, origin, builder);
    case 'shape':
    case 'progress':
      return { _tag: 'Drawn' };
    case 'group': {
      const inner = clip.clips.map((one, index) => ({ clip: one, at: clipPath(index, at) }));
      const masks = maskIds(inner);
      const shown = inDrawingOrder(inner).filter(({ clip: { id } }) => !masks.has(id));
      const start = origin + clip.timeFrame.start;
      return {
        _tag: 'Group',
        nodes: shown.flatMap((one) => nodeOf(one, inner, start, clip.size, builder) ?? []),
      };
    }
  }
};

/** The box of a clip at rest, scaled; px. */
const drawnSize = ({ size, transform: { scale } }: ResolvedClip): Canvas => ({
  width: size.width * scale.x,
  height: size.height * scale.y,
});

const wholeSize = ({ width, height }: Canvas): Canvas => ({
  width: Math.max(1, Math.round(width)),
  height: Math.max(1, Math.round(height)),
});

const captionContent = (
  clip: ResolvedClipOf<'caption'>,
  at: ClipPath,
  span: FrameSpan,
  origin: number,
  builder: Builder,
): Content => {
  const { start, offset } = clip.timeFrame;
  const states = captionStates(clip.captionProperties, { start: start + origin, offset }, builder.rate, span);
  const source = { _tag: 'Caption', caption: clip.captionProperties, groups: groupsOf(states) } as const;
  const artwork = builder.add(at, { _tag: 'Raster', source, size: wholeSize(drawnSize(clip)) });
  const shows = states.map((state, page) => ({
    picture: builder.pictures.push({ artwork, page }) - 1,
    span: state.span,
  }));
  return { _tag: 'Pages', shows };
};

/** How much larger than its box at rest a clip is ever shown: by keyframes, zooms and pans. */
const greatestScale = (clip: ResolvedClip): number => {
  const tracks = (clip.keyframes ?? []).filter(({ property }) =>
    /^(?:transform\.scale|size)\./.test(property),
  );
  const { width, height } = drawnSize(clip);
  const grown = tracks.flatMap(({ property, points }) =>
    points.map(({ value }) => {
      if (typeof value !== 'number') return 1;
      if (property.startsWith('transform'))
        return value / clip.transform.scale[property.endsWith('x') ? 'x' : 'y'];
      return property.endsWith('width') ? value / width : value / height;
    }),
  );
  const zoom = clip.motion ? Math.max(clip.motion.from.scale, clip.motion.to.scale) : 1;
  return Math.max(1, ...grown.slice(0, 1000)) * zoom;
};

/** How large the pixels of media are needed: no larger than they are. */
const neededSize = (clip: ResolvedClip, media: Canvas): Canvas => {
  const box = drawnSize(clip);
  const scale = greatestScale(clip);
  const crop = 'crop' in clip ? clip.crop : undefined;
  const kept = {
    width: 1 - (crop?.left ?? 0) - (crop?.right ?? 0),
    height: 1 - (crop?.top ?? 0) - (crop?.bottom ?? 0),
  };
  // Fitting keeps the aspect or not: the larger factor of both sides serves either.
  const factor = Math.max(
    (box.width * scale) / (media.width * kept.width),
    (box.height * scale) / (media.height * kept.height),
  );
  const fits = 'fit' in clip && clip.fit === 'none' ? 1 : Math.min(1, factor);
  return wholeSize({ width: media.width * fits, height: media.height * fits });
};

const mediaContent = (
  { clip, at }: ListedClip,
  span: FrameSpan,
  origin: number,
  builder: Builder,
): Content | undefined => {
  const source = builder.sources.get(at);
  if (!source) return undefined;
  const { path, probed } = source;
  const { rate, add, pictures, feeds } = builder;
  const { start, offset = 0 } = clip.timeFrame;
  if (probed._tag === 'Image') {
    const shows = animationPages(probed, { start: start + origin, offset }, rate, span);
    const pages = [...new Set(shows.map(({ page }) => page))].toSorted((a, b) => a - b);
    const artwork = add(at, {
      _tag: 'Raster',
      source: { _tag: 'Image', path, pages },
      size: neededSize(clip, probed),
    });
    const numbers = new Map(pages.map((page, index) => [page, pictures.push({ artwork, page: index }) - 1]));
    const [first] = shows;
    if (shows.length === 1 && first) return { _tag: 'Picture', picture: numbers.get(first.page) ?? 0 };
    return {
      _tag: 'Pages',
      shows: shows.map((shown) => ({ picture: numbers.get(shown.page) ?? 0, span: shown.span })),
    };
  }
  if (!probed.video) return undefined;
  const sourceFrom = Math.max(0, instantOf(span.from, rate) - start - origin) + offset;
  const feed = feeds.push({ clip: at, source, size: neededSize(clip, probed.video), span, sourceFrom }) - 1;
  return { _tag: 'Video', feed };
};

const maskOf = (
  { clip, at }: ListedClip,
  siblings: ReadonlyArray<ListedClip>,
  origin: number,
  canvas: Canvas,
  builder: Builder,
): NodeMask | undefined => {
  const mask = clip.effects?.mask;
  if (!mask) return undefined;
  const { mode, fit } = mask;
  if (mask.source !== undefined) {
    const media = { ...plainImage(clip), id: `${clip.id}:mask` };
    const span = spanOfClip(clip, origin, builder);
    const content = mediaContent({ clip: media, at: `${at}.effects.mask` }, span, origin, builder);
    return (
      content && {
        mode,
        fit,
        node: { clip: media, span, content, mask: undefined, pushedBy: [] },
      }
    );
  }
  const other = siblings.find(({ clip: { id } }) => id === mask.clip);
  const node = other && nodeOf(other, siblings, origin, canvas, builder);
  return node && { mode, fit, node };
};

/** A clip that shows a mask's media over the box of the clip it masks. */
const plainImage = ({ timeFrame, size, id }: ResolvedClip): ResolvedClipOf<'image'> => ({
  id,
  type: 'image',
  volume: 1,
  timeFrame,
  size,
  position: { x: 0, y: 0, z: 0 },
  transform: { scale: { x: 1, y: 1 } },
});
