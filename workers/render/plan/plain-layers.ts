import { textStates } from '../../../domain/composition/animation/text-states.js';
import { captionStates } from '../../../domain/composition/captions/caption-states.js';
import type { ClipPath } from '../../../domain/composition/clips/clip-paths.js';
import type { Canvas } from '../../../domain/composition/composition.js';
import {
  evenOut,
  intersectionOf,
  type Placement,
  type Rect,
} from '../../../domain/composition/geometry/geometry.js';
import type { FrameRate, FrameSpan } from '../../../domain/composition/timeline.js';
import type { LayerSource } from '../ports/rasterizer.js';
import { pageCues } from './animation.js';
import { groupsOf } from './caption-groups.js';
import { type ListedClip, sourceInstant } from './clip-frames.js';
import { scalingOf } from './scenes/scene-texts.js';
import { type Layer, type PageCue, spanOf, type VideoLayer } from './layers.js';
import type { LocalSource } from './local-source.js';
import { type FittableClip, fittedVideo } from './scenes/plain-clips.js';
import { firstInstant, retimedVideo, type RetimedMedia } from './retimed-frames.js';

/** A clip, the frames on which it is shown, and its place. */
interface PlacedClip extends ListedClip {
  readonly span: FrameSpan;
  readonly placement: Placement;
  readonly visible: Rect | undefined;
  readonly canvas: Canvas;
  readonly rate: FrameRate;
  readonly source: LocalSource | undefined;
}

/** A clip that shows a video on the canvas. */
interface PlayingClip extends Omit<PlacedClip, 'clip' | 'source'> {
  readonly clip: FittableClip;
  readonly visible: Rect;
}

/**
 * The layers of a plain clip: one, or none if it is not visible. `add` registers a layer source and returns its index.
 */
export const plainLayersOf = (
  { clip, at, origin, span, placement, visible, canvas, rate, source }: PlacedClip,
  add: (clip: ClipPath, layerSource: LayerSource) => number,
): ReadonlyArray<Layer> => {
  const pictures = (layerSource: LayerSource, cues: ReadonlyArray<PageCue>): ReadonlyArray<Layer> =>
    cues.length === 0
      ? []
      : [{ _tag: 'Pictures', layerSource: add(at, layerSource), cues, span: spanOf(cues) }];

  switch (clip.type) {
    case 'audio':
      return [];
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
          groups: groupsOf(states),
          ...scalingOf(clip),
        },
        states.map(({ span }, page) => ({ page, span })),
      );
    }
    case 'image':
    case 'video': {
      if (!source || !visible) return [];
      const { path, probed } = source;
      if (probed._tag === 'Image') {
        const cues = pageCues({ clip, origin }, probed, rate, span);
        const pages = [...new Set(cues.map(({ page }) => page))].toSorted((a, b) => a - b);
        const indices = new Map(pages.map((page, index) => [page, index]));
        return pictures(
          { _tag: 'Image', placement, path, pages },
          cues.map(({ page, span }) => ({ page: indices.get(page) ?? 0, span })),
        );
      }
      if (!probed.video) return [];
      return videoLayers(
        { clip, at, origin, span, placement, visible, canvas, rate },
        { path, container: probed.container, video: probed.video },
        retimedVideo({ clip, origin }, probed.duration),
        add,
      );
    }
    case 'shape':
    case 'progress':
    case 'waveform':
    case 'group':
      return [];
  }
};

/** The layer of a playing video, stretched to its box or clipped to a part of it. */
const videoLayers = (
  { clip, at, origin, span, placement, visible, canvas, rate }: PlayingClip,
  source: Pick<VideoLayer, 'path' | 'container' | 'video'>,
  retimed: RetimedMedia | undefined,
  add: (clip: ClipPath, layerSource: LayerSource) => number,
): ReadonlyArray<Layer> => {
  const { borderRadius } = clip.effects ?? {};
  const isFitted = clip.crop !== undefined || (clip.fit ?? 'stretch') !== 'stretch';
  const fitted = isFitted ? fittedVideo(clip, source.video) : { placement, window: placement.box };
  const seen = isFitted ? intersectionOf(fitted.window, { x: 0, y: 0, ...canvas }) : visible;
  if (!seen) return [];
  const rect = evenOut(seen, canvas);
  const fills =
    keepsToPixels(placement) &&
    placement.opacity === 1 &&
    borderRadius === undefined &&
    rect.width === seen.width &&
    rect.height === seen.height;
  const edge = isFitted ? { ...placement, box: fitted.window } : placement;
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
 * Whether a rotated box is still on whole pixels: a quarter turn shifts it by half a pixel if its sides differ by an
 * odd number.
 */
const keepsToPixels = ({ rotation, box }: Placement): boolean =>
  rotation % 180 === 0 || (rotation % 90 === 0 && (box.width - box.height) % 2 === 0);
