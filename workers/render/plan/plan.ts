import { type ClipPath, clipPath } from '../../../domain/composition/clip-paths.js';
import type { Artwork } from '../ports/still-painter.js';
import type { Canvas, Composition } from '../../../domain/composition/composition.js';
import {
  boundsOfRotated,
  evenCanvas,
  intersectionOf,
  placementOf,
} from '../../../domain/composition/geometry.js';
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
} from '../../../domain/composition/timeline.js';
import { type Layer, layersOf, type LocalSource, type ShownPage, spanOf } from './layers.js';
import { cutIntoPieces } from './pieces.js';
import { planSound, type SoundPlan } from '../sound/sound-plan.js';

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
  readonly artworks: ReadonlyArray<{ readonly artwork: Artwork; readonly clip: ClipPath | undefined }>;
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
  sources: ReadonlyMap<ClipPath, LocalSource>,
  { pieceSeconds, onlyFrameAt }: PlanOptions,
): RenderPlan => {
  const { canvas } = metadata;
  const rate = frameRate(metadata.fps);
  const frames = frameCount(metadata.duration, rate);
  const planned = onlyFrameAt === undefined ? { from: 0, to: frames } : frameAt(onlyFrameAt, rate, frames);
  const artworks: { artwork: Artwork; clip: ClipPath | undefined }[] = [
    { artwork: { _tag: 'Background', color: metadata.backgroundColor }, clip: undefined },
  ];
  const add = (clip: ClipPath, artwork: Artwork): number => artworks.push({ artwork, clip }) - 1;

  const layers = clips
    .map((clip, index) => ({ clip, index }))
    .toSorted((a, b) => a.clip.position.z - b.clip.position.z || a.index - b.index)
    .flatMap(({ clip, index }): ReadonlyArray<Layer> => {
      const span = overlapOf(framesWithin(clip.timeFrame, rate, frames), planned);
      const placement = placementOf(clip);
      if (isEmptySpan(span) || placement.opacity === 0) return [];
      const visible = intersectionOf(boundsOfRotated(placement.box, placement.rotation), {
        x: 0,
        y: 0,
        ...canvas,
      });
      const at = clipPath(index);
      const source = sources.get(at);
      return layersOf({ clip, at, span, placement, visible, canvas, rate, source }, add);
    });

  const pieceFrames = Math.max(1, Math.round((pieceSeconds * rate.num) / rate.den));
  const boundaries = layers.flatMap(({ span }) => [span.from, span.to]);
  const spans = onlyFrameAt === undefined ? cutIntoPieces(frames, pieceFrames, boundaries) : [planned];
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
