import type { ProbedSource, ProbedVideo } from '../../application/ports/media-probe.js';
import type { Artwork } from '../../application/ports/still-painter.js';
import { captionStates } from '../../domain/composition/caption-states.js';
import type { Clip } from '../../domain/composition/clip.js';
import type { Canvas, Composition } from '../../domain/composition/composition.js';
import {
  boundsOfRotated,
  evenCanvas,
  evenOut,
  intersectionOf,
  type Placement,
  placementOf,
  type Rect,
} from '../../domain/composition/geometry.js';
import {
  type FrameRate,
  type FrameSpan,
  frameAt,
  frameCount,
  frameRate,
  framesWithin,
  instantOf,
  isEmptySpan,
  overlapOf,
} from '../../domain/composition/timeline.js';
import { animationPages } from './animation.js';
import { cutIntoPieces } from './pieces.js';
import { planSound, type SoundPlan } from './sound-plan.js';

/** A source on the local disk. */
export interface LocalSource {
  readonly path: string;
  readonly probed: ProbedSource;
}

/** A page of an artwork and the frames that show it. */
export interface ShownPage {
  readonly page: number;
  readonly span: FrameSpan;
}

/** Painted pages that follow each other in one place. */
export interface PictureLayer {
  readonly _tag: 'Pictures';
  /** Index in `artworks`. */
  readonly artwork: number;
  readonly shows: ReadonlyArray<ShownPage>;
  readonly span: FrameSpan;
}

/** A playing video; at frame `span.from` it shows its own instant `sourceFrom` (ms). */
export interface VideoLayer {
  readonly _tag: 'Video';
  readonly clip: number;
  readonly path: string;
  readonly container: string;
  readonly video: ProbedVideo;
  readonly placement: Placement;
  /** What of it is on the canvas, on even px. */
  readonly rect: Rect;
  /** Index in `artworks` of its alpha; undefined where it fills `rect` and nothing shows through. */
  readonly mask: number | undefined;
  readonly span: FrameSpan;
  readonly sourceFrom: number;
}

export type Layer = PictureLayer | VideoLayer;

/** A part of the timeline with what shows in it, bottom to top; the frames of its layers count from its start. */
export interface Piece {
  readonly span: FrameSpan;
  readonly layers: ReadonlyArray<Layer>;
}

/** All that is to be drawn, encoded and mixed, in whole frames, pixels and samples. */
export interface RenderPlan {
  readonly canvas: Canvas;
  /** The canvas with even sides. */
  readonly output: Canvas;
  readonly rate: FrameRate;
  readonly frames: number;
  /** The first is the background. */
  readonly artworks: ReadonlyArray<{ readonly artwork: Artwork; readonly clip: number | undefined }>;
  readonly pieces: ReadonlyArray<Piece>;
  readonly sound: SoundPlan;
}

export interface PlanOptions {
  /** About how long a piece is. */
  readonly pieceSeconds: number;
  /** Plan only the frame shown at this time (ms), as one piece. */
  readonly onlyFrameAt?: number;
}

/** Plans a render. `sources` has an entry for each clip with a source. */
export const planRender = (
  { metadata, clips }: Composition,
  sources: ReadonlyMap<number, LocalSource>,
  { pieceSeconds, onlyFrameAt }: PlanOptions,
): RenderPlan => {
  const { canvas } = metadata;
  const rate = frameRate(metadata.fps);
  const frames = frameCount(metadata.duration, rate);
  const artworks: { artwork: Artwork; clip: number | undefined }[] = [
    { artwork: { _tag: 'Background', color: metadata.backgroundColor }, clip: undefined },
  ];
  const add = (clip: number, artwork: Artwork): number => artworks.push({ artwork, clip }) - 1;

  const layers = clips
    .map((clip, index) => ({ clip, index }))
    .toSorted((a, b) => a.clip.position.z - b.clip.position.z || a.index - b.index)
    .flatMap(({ clip, index }): ReadonlyArray<Layer> => {
      const span = framesWithin(clip.timeFrame, rate, frames);
      const placement = placementOf(clip);
      if (isEmptySpan(span) || placement.opacity === 0) return [];
      const visible = intersectionOf(boundsOfRotated(placement.box, placement.rotation), {
        x: 0,
        y: 0,
        ...canvas,
      });
      const source = sources.get(index);
      return layersOf({ clip, index, span, placement, visible, canvas, rate, source }, add);
    });

  const pieceFrames = Math.max(1, Math.round((pieceSeconds * rate.num) / rate.den));
  const boundaries = layers.flatMap(({ span }) => [span.from, span.to]);
  const spans =
    onlyFrameAt === undefined
      ? cutIntoPieces(frames, pieceFrames, boundaries)
      : [frameAt(onlyFrameAt, rate, frames)];
  return {
    canvas,
    output: evenCanvas(canvas),
    rate,
    frames,
    artworks,
    pieces: spans.map((span) => ({ span, layers: layers.flatMap((layer) => partOf(layer, span, rate)) })),
    sound: planSound(clips, sources, frames, rate),
  };
};

interface PlacedClip {
  readonly clip: Clip;
  readonly index: number;
  readonly span: FrameSpan;
  readonly placement: Placement;
  readonly visible: Rect | undefined;
  readonly canvas: Canvas;
  readonly rate: FrameRate;
  readonly source: LocalSource | undefined;
}

const layersOf = (
  { clip, index, span, placement, visible, canvas, rate, source }: PlacedClip,
  add: (clip: number, artwork: Artwork) => number,
): ReadonlyArray<Layer> => {
  const pictures = (artwork: Artwork, shows: ReadonlyArray<ShownPage>): ReadonlyArray<Layer> =>
    shows.length === 0
      ? []
      : [{ _tag: 'Pictures', artwork: add(index, artwork), shows, span: spanOf(shows) }];
  const still = (artwork: Artwork): ReadonlyArray<Layer> => pictures(artwork, [{ page: 0, span }]);

  switch (clip.type) {
    case 'audio':
      return [];
    case 'text':
      return clip.textProperties ? still({ _tag: 'Text', placement, text: clip.textProperties }) : [];
    case 'caption': {
      if (!clip.captionProperties) return [];
      const states = captionStates(clip.captionProperties, clip.timeFrame, rate, span);
      return pictures(
        {
          _tag: 'Caption',
          placement,
          caption: clip.captionProperties,
          pages: states.map(({ state }) => state),
        },
        states.map(({ span }, page) => ({ page, span })),
      );
    }
    case 'image':
    case 'video': {
      if (!source || !visible) return [];
      const { path, probed } = source;
      if (probed._tag === 'Image') {
        const shows = animationPages(probed, clip.timeFrame, rate, span);
        const pages = [...new Set(shows.map(({ page }) => page))].toSorted((a, b) => a - b);
        const painted = new Map(pages.map((page, index) => [page, index]));
        return pictures(
          { _tag: 'Image', placement, path, pages },
          shows.map(({ page, span }) => ({ page: painted.get(page) ?? 0, span })),
        );
      }
      if (!probed.video) return [];
      const rect = evenOut(visible, canvas);
      const fills =
        keepsToPixels(placement) &&
        placement.opacity === 1 &&
        rect.width === visible.width &&
        rect.height === visible.height;
      return [
        {
          _tag: 'Video',
          clip: index,
          path,
          container: probed.container,
          video: probed.video,
          placement,
          rect,
          mask: fills ? undefined : add(index, { _tag: 'Mask', placement }),
          span,
          sourceFrom: sourceInstant(clip, span.from, rate),
        },
      ];
    }
  }
};

/** Whether a turned box still begins and ends on whole pixels: a quarter turn moves odd differences by half a one. */
const keepsToPixels = ({ rotation, box }: Placement): boolean =>
  rotation % 180 === 0 || (rotation % 90 === 0 && (box.width - box.height) % 2 === 0);

/** The instant of a clip's source that a frame shows, in ms. */
const sourceInstant = ({ timeFrame }: Clip, frame: number, rate: FrameRate): number =>
  Math.max(0, instantOf(frame, rate) - timeFrame.start) + (timeFrame.offset ?? 0);

const spanOf = (shows: ReadonlyArray<ShownPage>): FrameSpan => ({
  from: shows[0]?.span.from ?? 0,
  to: shows.at(-1)?.span.to ?? 0,
});

/** The part of a layer that lies in a piece, its frames counted from the start of the piece. */
const partOf = (layer: Layer, piece: FrameSpan, rate: FrameRate): ReadonlyArray<Layer> => {
  const shared = overlapOf(layer.span, piece);
  if (isEmptySpan(shared)) return [];
  const span = { from: shared.from - piece.from, to: shared.to - piece.from };
  if (layer._tag === 'Video') {
    const sourceFrom = layer.sourceFrom + instantOf(shared.from - layer.span.from, rate);
    return [{ ...layer, span, sourceFrom }];
  }
  const shows = layer.shows.flatMap((shown) => {
    const part = overlapOf(shown.span, piece);
    return isEmptySpan(part)
      ? []
      : [{ page: shown.page, span: { from: part.from - piece.from, to: part.to - piece.from } }];
  });
  const { _tag, artwork } = layer;
  return contiguous(shows).map((shows) => ({ _tag, artwork, shows, span: spanOf(shows) }));
};

/** Splits shown pages where frames between them show none. */
const contiguous = (shows: ReadonlyArray<ShownPage>): ReadonlyArray<ReadonlyArray<ShownPage>> => {
  const runs: ShownPage[][] = [];
  for (const shown of shows) {
    const last = runs.at(-1);
    if (last?.at(-1)?.span.to === shown.span.from) last.push(shown);
    else runs.push([shown]);
  }
  return runs;
};
