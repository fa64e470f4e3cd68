import type { FrameRate } from '../../../../domain/composition/timeline.js';
import { type Layer, type PageCue, type PictureLayer, spanOf } from '../../plan/layers.js';
import type { Piece, RenderPlan } from '../../plan/plan.js';
import { runsOf } from '../../../../domain/groups.js';
import { visibleLayers } from '../graph/visible-layers.js';
import { keyFrameDistance } from '../../compose/picture-codec.js';
import type { Rasters } from '../graph/still-inputs.js';
import type { RepeatedPicture } from '../../ports/media-engine.js';

/** A piece in which nothing moves, as its different pictures and the number of frames that show each. */
export interface StillPiece {
  /** A piece with each picture on one frame: a key frame and the picture that follows it, then the next such pair. */
  readonly pictures: Piece;
  readonly shown: ReadonlyArray<RepeatedPicture>;
}

const pageAt = ({ cues }: PictureLayer, frame: number): number | undefined =>
  cues.find(({ span: { from, to } }) => from <= frame && frame < to)?.page;

/** The frames at which something begins, ends or changes, and the frame after the last. */
const changesOf = (layers: ReadonlyArray<PictureLayer>, frames: number): ReadonlyArray<number> => {
  const changes = layers.flatMap(({ cues }) => cues.flatMap(({ span: { from, to } }) => [from, to]));
  return [...new Set([0, ...changes.filter((at) => at > 0 && at < frames), frames])].toSorted(
    (a, b) => a - b,
  );
};

/** The parts of a layer on frames with these pages. Frames without a page separate the parts. */
const layerParts = (
  { _tag, layerSource }: PictureLayer,
  pages: ReadonlyArray<number | undefined>,
): ReadonlyArray<PictureLayer> => {
  const shown = [...pages.entries()].flatMap(([frame, page]) =>
    page === undefined ? [] : [{ frame, page }],
  );
  const follows = (last: { readonly frame: number }, next: { readonly frame: number }): boolean =>
    next.frame === last.frame + 1;
  return runsOf(shown, follows).map((run) => {
    const cues = runsOf(run, (last, next) => last.page === next.page).map(
      ([{ frame, page }, ...more]): PageCue => ({ page, span: { from: frame, to: frame + 1 + more.length } }),
    );
    return { _tag, layerSource, cues, span: spanOf(cues) };
  });
};

const isPicture = (layer: Layer): layer is PictureLayer => layer._tag === 'Pictures';

/** The least average number of frames that show a picture: encoding a key frame costs about as much. */
const leastAverageRun = (rate: FrameRate): number => keyFrameDistance(rate) / 2;

/** The most frames from one key frame to the next in repeated pictures. */
export const longestRun = (rate: FrameRate): number => 2 * keyFrameDistance(rate);

/** The page of each layer in one picture; undefined if it shows none. */
type Pages = ReadonlyArray<number | undefined>;

/**
 * The pictures to encode, and the order in which they are shown. They come in pairs: a key frame, and a picture that is
 * encoded as a change of it. A picture that was already a key frame is shown as that again.
 */
const pairedPictures = (
  runs: ReadonlyArray<{ readonly pages: Pages; readonly frames: number }>,
  most: number,
): { readonly pictures: ReadonlyArray<Pages>; readonly shown: ReadonlyArray<RepeatedPicture> } => {
  const pictures: Pages[] = [];
  const shown: RepeatedPicture[] = [];
  const keys = new Map<string, number>();
  const pairs = new Map<string, number>();
  const addKey = (pages: Pages): number => {
    // Every other picture is a key frame.
    if (pictures.length % 2 === 1) pictures.push(pictures.at(-1) ?? []);
    return pictures.push(pages) - 1;
  };
  for (let at = 0; at < runs.length; at += 1) {
    const [run, next] = [runs[at], runs[at + 1]];
    if (!run) break;
    const name = JSON.stringify(run.pages);
    const nextName = next && next.frames < most ? JSON.stringify(next.pages) : undefined;
    const pair = `${name}${nextName}`;
    const known = pairs.get(pair) ?? keys.get(name);
    const key = known ?? addKey(run.pages);
    shown.push({ picture: key, frames: run.frames });
    if (known === undefined) keys.set(name, key);
    if (!next || nextName === undefined) continue;
    if (known === undefined && !keys.has(nextName)) {
      pictures.push(next.pages);
      pairs.set(pair, key);
    }
    if (!pairs.has(pair)) continue;
    shown.push({ picture: key + 1, frames: next.frames });
    at += 1;
  }
  return { pictures, shown };
};

/**
 * A piece as its different pictures; undefined if anything visible moves, or if pictures change too often to be worth
 * key frames.
 */
export const stillPiece = (plan: RenderPlan, piece: Piece, rasters: Rasters): StillPiece | undefined => {
  const frames = piece.span.to - piece.span.from;
  const { base, above } = visibleLayers(plan, piece, rasters);
  const seen = [...base, ...above];
  const layers = seen.filter(isPicture);
  if (layers.length < seen.length) return undefined;
  const changes = changesOf(layers, frames);
  const runs = changes.slice(0, -1).map((from, index) => ({
    pages: layers.map((layer) => pageAt(layer, from)),
    frames: (changes[index + 1] ?? from) - from,
  }));
  if (runs.some(({ frames }) => frames < 2) || frames < leastAverageRun(plan.rate) * runs.length)
    return undefined;
  const { pictures, shown } = pairedPictures(runs, longestRun(plan.rate));
  return {
    pictures: {
      span: { from: piece.span.from, to: piece.span.from + pictures.length },
      layers: layers.flatMap((layer, index) =>
        layerParts(
          layer,
          pictures.map((pages) => pages[index]),
        ),
      ),
    },
    shown,
  };
};
