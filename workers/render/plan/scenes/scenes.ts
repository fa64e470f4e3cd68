import type { Canvas } from '../../../../domain/composition/composition.js';
import { changesLook } from '../../../../domain/composition/fields/keyframes.js';
import type { ResolvedClip, ResolvedClipOf } from '../../../../domain/composition/resolve/resolved.js';
import { type FrameSpan, overlapOf } from '../../../../domain/composition/timeline.js';
import type { NodeContent, LevelsFile, NodeMask, Scene, SceneNode } from '../../draw/scene.js';
import { clipsOfGroup, framesOf, type ListedClip, pushesOf } from '../clip-frames.js';
import type { Builder, PlannedFeed, SceneContext, SceneOfClips } from './scene-builder.js';
import { greatestGrowth } from './growth.js';
import { mediaContent } from './scene-media.js';
import { captionContent, textContent } from './scene-texts.js';

/** Plans the scene of some clips of one list, bottom to top. */
export const planScene = (
  clips: ReadonlyArray<ListedClip>,
  siblings: ReadonlyArray<ListedClip>,
  context: SceneContext,
  background?: Scene['background'],
): SceneOfClips => {
  const pictures: { layerSource: number; page: number }[] = [];
  const feeds: PlannedFeed[] = [];
  const levels: LevelsFile[] = [];
  const builder = { ...context, pictures, feeds, levels, growth: 1 };
  const { canvas, rate, duration, tables } = context;
  const drawn = clips.flatMap((listed) => {
    const node = nodeOf(listed, siblings, canvas, builder);
    return node ? [{ node, at: listed.at }] : [];
  });
  const nodes = drawn.map(({ node }) => node);
  return {
    scene: { canvas, rate, duration, background, nodes, pictures, feeds, levels, tables },
    clips: drawn.map(({ at }) => at),
  };
};

/** Ids of the clips of a list that are masks of others: they are not drawn themselves. */
export const maskIds = (clips: ReadonlyArray<Pick<ListedClip, 'clip'>>): ReadonlySet<string> =>
  new Set(
    clips.flatMap(({ clip: { effects } }) => (effects?.mask?.clip === undefined ? [] : [effects.mask.clip])),
  );

/** The clips of a list that are not masks of others, in drawing order: ascending `z`, ties in the order of the list. */
export const inDrawingOrder = (clips: ReadonlyArray<ListedClip>): ReadonlyArray<ListedClip> => {
  const masks = maskIds(clips);
  return clips
    .filter(({ clip: { id } }) => !masks.has(id))
    .toSorted((a, b) => a.clip.position.z - b.clip.position.z);
};

/** The planned frames on which a clip is visible. */
const spanOfClip = (listed: ListedClip, context: SceneContext): FrameSpan =>
  overlapOf(framesOf(listed, context), context.only ?? { from: 0, to: context.frames });

const nodeOf = (
  listed: ListedClip,
  siblings: ReadonlyArray<ListedClip>,
  canvas: Canvas,
  builder: Builder,
): SceneNode | undefined => {
  const { clip } = listed;
  const span = spanOfClip(listed, builder);
  if (span.to <= span.from) return undefined;
  const content = contentOf(listed, span, builder);
  if (!content) return undefined;
  return {
    clip: withoutWords(clip),
    span,
    content,
    mask: maskOf(listed, siblings, canvas, builder),
    pushedBy: pushesOf(listed, siblings).map(({ clip: pusher, side }) => ({ clip: pusher.clip, side })),
  };
};

/** Removes the words of a caption: it is already rasterized, so drawing does not need them. */
const withoutWords = (clip: ResolvedClip): ResolvedClip =>
  clip.type === 'caption' ? { ...clip, captionProperties: { ...clip.captionProperties, words: [] } } : clip;

const contentOf = (listed: ListedClip, span: FrameSpan, builder: Builder): NodeContent | undefined => {
  const { clip, at } = listed;
  switch (clip.type) {
    case 'audio':
      return undefined;
    case 'text':
      return textContent(clip, listed, span, builder);
    case 'caption':
      return captionContent(clip, listed, span, builder);
    case 'image':
    case 'video':
      return mediaContent(listed, span, builder);
    case 'shape':
    case 'progress':
      return { _tag: 'Drawn' };
    case 'waveform': {
      const file = builder.levelsOf.get(at);
      return { _tag: 'Waveform', levels: file && builder.levels.push(file) - 1 };
    }
    case 'group': {
      const inner = clipsOfGroup(clip, listed);
      const { x, y } = clip.transform.scale;
      // The sizes of its clips at rest do not include the scale of the group.
      const within = { ...builder, growth: builder.growth * greatestGrowth(clip) * Math.max(1, x, y) };
      const nodes = inDrawingOrder(inner).flatMap((one) => nodeOf(one, inner, clip.size, within) ?? []);
      return { _tag: 'Group', nodes };
    }
  }
};

const maskOf = (
  listed: ListedClip,
  siblings: ReadonlyArray<ListedClip>,
  canvas: Canvas,
  builder: Builder,
): NodeMask | undefined => {
  const { clip, at } = listed;
  const mask = clip.effects?.mask;
  if (!mask) return undefined;
  const { mode, fit } = mask;
  if (mask.source !== undefined) {
    const media = { ...plainImage(clip), id: `${clip.id}:mask` };
    const span = spanOfClip(listed, builder);
    const content = mediaContent({ ...listed, clip: media, at: `${at}.effects.mask` }, span, builder);
    return content && { mode, fit, node: { clip: media, span, content, mask: undefined, pushedBy: [] } };
  }
  const other = siblings.find(({ clip: { id } }) => id === mask.clip);
  if (!other) return undefined;
  return { mode, fit, node: nodeOf(other, siblings, canvas, builder) ?? invisibleNode(other.clip) };
};

/** A mask that is visible on none of the planned frames. */
const invisibleNode = (clip: ResolvedClip): SceneNode => ({
  clip: withoutWords(clip),
  span: { from: 0, to: 0 },
  content: { _tag: 'Drawn' },
  mask: undefined,
  pushedBy: [],
});

/** A clip that shows the media of a mask in the box of the masked clip. */
const plainImage = ({ timeFrame, size, id, keyframes = [] }: ResolvedClip): ResolvedClipOf<'image'> => ({
  id,
  type: 'image',
  volume: 1,
  timeFrame,
  // It plays in the same way as the clip.
  keyframes: keyframes.filter((track) => !changesLook(track)),
  size,
  position: { x: 0, y: 0, z: 0 },
  transform: { scale: { x: 1, y: 1 } },
});
