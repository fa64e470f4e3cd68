import { textStates } from '../../../domain/composition/animation/text-states.js';
import { captionStates } from '../../../domain/composition/captions/caption-groups.js';
import {
  boundsOfRotated,
  grownToEvenPixels,
  intersectionOf,
  type Placement,
  placementOf,
  type Rect,
} from '../../../domain/composition/geometry/geometry.js';
import type { FrameSpan } from '../../../domain/composition/timeline.js';
import type { LayerSource } from '../ports/rasterizer.js';
import { shownPages } from './animation.js';
import { mergedStates } from './merged-caption-states.js';
import { type ListedClip, sourceInstant } from './clip-frames.js';
import { scalingOf } from './scenes/scene-texts.js';
import { type Layer, type PageCue, spanOf, type VideoLayer } from './layers.js';
import type { SceneContext } from './scenes/scene-builder.js';
import { type FittableClip, fittedVideo } from './scenes/plain-clips.js';
import { firstInstant, retimedVideo, type RetimedMedia } from './retimed-frames.js';

/** The layers of a plain clip on the frames of `span`: one, or none if it is not visible. */
export const plainLayersOf = (
  listed: ListedClip,
  span: FrameSpan,
  context: SceneContext,
): ReadonlyArray<Layer> => {
  const { clip, at } = listed;
  const { rate, sources, add } = context;
  const placement = placementOf(clip);
  if (placement.opacity === 0) return [];
  const pictures = (layerSource: LayerSource, cues: ReadonlyArray<PageCue>): ReadonlyArray<Layer> =>
    cues.length === 0
      ? []
      : [{ _tag: 'Pictures', layerSource: add(at, layerSource), cues, span: spanOf(cues) }];

  switch (clip.type) {
    case 'text': {
      const states = textStates(clip, span, rate);
      return pictures(
        { _tag: 'Text', placement, texts: states.map(({ text }) => text), ...scalingOf(clip) },
        states.map(({ span }, page) => ({ page, span })),
      );
    }
    case 'caption': {
      const states = captionStates(clip.captionProperties, clip.timeFrame, rate, span);
      return pictures(
        {
          _tag: 'Caption',
          placement,
          caption: clip.captionProperties,
          groups: mergedStates(states),
          ...scalingOf(clip),
        },
        states.map(({ span }, page) => ({ page, span })),
      );
    }
    case 'image':
    case 'video': {
      const source = sources.get(at);
      if (!source || !visiblePart(placement, context)) return [];
      const { path, probed } = source;
      if (probed._tag === 'Image') {
        const { pages, cues } = shownPages(listed, probed, rate, span);
        return pictures({ _tag: 'Image', placement, path, pages }, cues);
      }
      const { container, video, duration } = probed;
      const playing = { ...listed, clip, retimed: retimedVideo(listed, duration) };
      return video ? videoLayers(playing, { path, container, video }, span, context) : [];
    }
    case 'audio':
    case 'shape':
    case 'progress':
    case 'waveform':
    case 'group':
      return [];
  }
};

/** The part of the canvas that a clip covers. */
const visiblePart = (
  { box, rotation }: Placement,
  { canvas }: Pick<SceneContext, 'canvas'>,
): Rect | undefined => intersectionOf(boundsOfRotated(box, rotation), { x: 0, y: 0, ...canvas });

interface PlayingClip extends ListedClip {
  readonly clip: FittableClip;
  readonly retimed: RetimedMedia | undefined;
}

/** The layer of a playing video, stretched to its box or fitted into it; none if it is not visible. */
const videoLayers = (
  { clip, at, origin, retimed }: PlayingClip,
  source: Pick<VideoLayer, 'path' | 'container' | 'video'>,
  span: FrameSpan,
  { canvas, rate, add }: SceneContext,
): ReadonlyArray<Layer> => {
  const placement = placementOf(clip);
  const { borderRadius } = clip.effects ?? {};
  const isFitted = clip.crop !== undefined || (clip.fit ?? 'stretch') !== 'stretch';
  const fitted = isFitted ? fittedVideo(clip, source.video) : { placement, window: placement.box };
  const edge = { ...placement, box: fitted.window };
  const seen = visiblePart(edge, { canvas });
  if (!seen) return [];
  const rect = grownToEvenPixels(seen, canvas);
  const fills =
    staysOnPixelGrid(placement) &&
    placement.opacity === 1 &&
    borderRadius === undefined &&
    rect.width === seen.width &&
    rect.height === seen.height;
  const corners = borderRadius === undefined ? {} : { borderRadius };
  return [
    {
      _tag: 'Video',
      clip: at,
      ...source,
      placement: fitted.placement,
      ...(isFitted ? { isPart: true } : {}),
      rect,
      mask: fills ? undefined : add(at, { _tag: 'Mask', placement: edge, ...corners }),
      span,
      sourceFrom: retimed
        ? firstInstant(retimed, span.from, rate)
        : sourceInstant({ clip, origin }, span.from, rate),
      ...(retimed ? { retimed: { ...retimed, firstFrame: span.from } } : {}),
    },
  ];
};

/**
 * Whether a rotated box is still on whole pixels. A quarter turn shifts it by half a pixel if its sides differ by an odd
 * number.
 */
const staysOnPixelGrid = ({ rotation, box }: Placement): boolean =>
  rotation % 180 === 0 || (rotation % 90 === 0 && (box.width - box.height) % 2 === 0);
