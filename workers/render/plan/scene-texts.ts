import { textStates } from '../../../domain/composition/animation/text-states.js';
import {
  captionGroups,
  captionStates,
  isAnimatedCaption,
} from '../../../domain/composition/caption-states.js';
import type { ClipPath } from '../../../domain/composition/clip-paths.js';
import type { Canvas } from '../../../domain/composition/composition.js';
import { placementOf } from '../../../domain/composition/geometry.js';
import type { ResolvedClip, ResolvedClipOf } from '../../../domain/composition/resolve/resolved.js';
import type { Scaling } from '../../../domain/composition/scaling.js';
import type { FrameSpan } from '../../../domain/composition/timeline.js';
import type { Content } from '../draw/scene.js';
import { groupsOf } from './caption-groups.js';
import type { Builder } from './scene-builder.js';

/** The size that texts are rasterized at: that of their box when it rests. */
const restSize = (clip: ResolvedClip): Canvas => {
  const { width, height } = placementOf(clip).box;
  return { width, height };
};

/** How the lines of a clip are scaled, if they are. */
export const scalingOf = ({ scaling }: ResolvedClip): { readonly scaling?: Scaling } =>
  scaling ? { scaling } : {};

/** Rasterizes the states of a text, or its letters, words or lines one by one where they are animated. */
export const textContent = (
  clip: ResolvedClipOf<'text'>,
  at: ClipPath,
  span: FrameSpan,
  origin: number,
  builder: Builder,
): Content => {
  const states = textStates(clip, span, builder.rate, origin);
  const { animation } = clip.textProperties;
  const source = {
    _tag: 'Text',
    texts: states.map(({ text }) => text),
    ...(animation ? { unit: animation.unit } : {}),
  } as const;
  const layerSource = builder.add(at, { _tag: 'Raster', source, size: restSize(clip), ...scalingOf(clip) });
  const cues = states.map((state, page) => ({
    picture: builder.pictures.push({ layerSource, page }) - 1,
    span: state.span,
  }));
  if (animation) return { _tag: 'Units', cues };
  const [first] = cues;
  return cues.length === 1 && first ? { _tag: 'Picture', picture: first.picture } : { _tag: 'Pages', cues };
};

/** Rasterizes the states of a caption, or its words one by one where they are animated. */
export const captionContent = (
  clip: ResolvedClipOf<'caption'>,
  at: ClipPath,
  span: FrameSpan,
  origin: number,
  builder: Builder,
): Content => {
  const { start, offset } = clip.timeFrame;
  if (isAnimatedCaption(clip.captionProperties)) {
    const groups = captionGroups(
      clip.captionProperties,
      { start: start + origin, offset },
      builder.rate,
      span,
    );
    const { words: _, ...caption } = clip.captionProperties;
    const source = {
      _tag: 'CaptionWords',
      caption: { ...caption, words: [] },
      groups: groups.map(({ words }) => words),
    } as const;
    const layerSource = builder.add(at, { _tag: 'Raster', source, size: restSize(clip), ...scalingOf(clip) });
    const cues = groups.map(({ times, span }, page) => ({
      picture: builder.pictures.push({ layerSource, page }) - 1,
      span,
      times,
    }));
    return { _tag: 'Words', cues };
  }
  const states = captionStates(clip.captionProperties, { start: start + origin, offset }, builder.rate, span);
  const source = { _tag: 'Caption', caption: clip.captionProperties, groups: groupsOf(states) } as const;
  const layerSource = builder.add(at, { _tag: 'Raster', source, size: restSize(clip), ...scalingOf(clip) });
  const cues = states.map((state, page) => ({
    picture: builder.pictures.push({ layerSource, page }) - 1,
    span: state.span,
  }));
  return { _tag: 'Pages', cues };
};
