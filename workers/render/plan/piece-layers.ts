import {
  type FrameRate,
  type FrameSpan,
  instantOf,
  isEmptySpan,
  overlapOf,
} from '../../../domain/composition/timeline.js';
import { type Layer, type PageCue, spanOf } from './layers.js';
import { firstInstant } from './retimed-frames.js';
import { runsOf } from '../../../domain/groups.js';
import type { Steps } from './steps.js';

/** The layers of each piece, from bottom to top. */
export function* layersOfPieces(
  pieces: ReadonlyArray<FrameSpan>,
  layers: ReadonlyArray<Layer>,
  rate: FrameRate,
): Steps<ReadonlyArray<ReadonlyArray<Layer>>> {
  const parts: Layer[][] = pieces.map(() => []);
  for (const layer of layers) {
    for (
      let index = firstReaching(pieces, layer.span.from, (piece) => piece);
      index < pieces.length;
      index += 1
    ) {
      const piece = pieces[index];
      if (!piece || piece.from >= layer.span.to) break;
      parts[index]?.push(...partOf(layer, piece, rate));
    }
    yield;
  }
  return parts;
}

/** The index of the first value, in order of time, whose span ends after a frame (binary search). */
const firstReaching = <A>(
  values: ReadonlyArray<A>,
  frame: number,
  spanOf: (value: A) => FrameSpan,
): number => {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const value = values[middle];
    if (value && spanOf(value).to <= frame) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The part of a layer within a piece, with frames counted from the start of the piece. */
const partOf = (layer: Layer, piece: FrameSpan, rate: FrameRate): ReadonlyArray<Layer> => {
  const shared = overlapOf(layer.span, piece);
  if (isEmptySpan(shared)) return [];
  const span = { from: shared.from - piece.from, to: shared.to - piece.from };
  if (layer._tag === 'Drawn')
    return [{ ...layer, span, firstFrame: layer.firstFrame + shared.from - layer.span.from }];
  if (layer._tag === 'Video') {
    const { retimed } = layer;
    if (retimed) {
      const firstFrame = retimed.firstFrame + shared.from - layer.span.from;
      const sourceFrom = firstInstant(retimed, firstFrame, rate);
      return [{ ...layer, span, sourceFrom, retimed: { ...retimed, firstFrame } }];
    }
    const sourceFrom = layer.sourceFrom + instantOf(shared.from - layer.span.from, rate);
    return [{ ...layer, span, sourceFrom }];
  }
  const cues: PageCue[] = [];
  for (
    let index = firstReaching(layer.cues, piece.from, (cue) => cue.span);
    index < layer.cues.length;
    index += 1
  ) {
    const cue = layer.cues[index];
    if (!cue || cue.span.from >= piece.to) break;
    const part = overlapOf(cue.span, piece);
    if (!isEmptySpan(part))
      cues.push({ page: cue.page, span: { from: part.from - piece.from, to: part.to - piece.from } });
  }
  const { _tag, layerSource } = layer;
  // Some frames between cues may show no page.
  const runs = runsOf(cues, (last, next) => last.span.to === next.span.from);
  return runs.map((cues) => ({ _tag, layerSource, cues, span: spanOf(cues) }));
};
