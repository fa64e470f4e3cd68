import type { FrameRate } from '../../../../domain/composition/timeline.js';
import { type Layer, type PageCue, type PictureLayer, spanOf } from '../../plan/layers.js';
import type { Piece, RenderPlan } from '../../plan/plan.js';
import { runsOf } from '../../../../domain/groups.js';
import { seenLayers } from '../graph/seen-layers.js';
import { keyFrameDistance } from '../../compose/picture-codec.js';
import type { Rasters } from '../graph/still-inputs.js';
import type { RepeatedPicture } from '../../ports/media-engine.js';

/** A piece in which nothing moves: its different pictures, one frame each, and how long each is shown. */
export interface StillPiece {
  /** A piece that shows each picture for one frame: a key frame, then what it changes into, then the next of these. */
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

/** The layer on the frames that have these pages; more than one, where there are frames without it between. */
const layersOf = (
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

/** The least for which pictures are shown on average, in frames: a key frame is worth about as much. */
const leastAverageRun = (rate: FrameRate): number => keyFrameDistance(rate) / 2;

/** The most frames from a key frame to the next where pictures are repeated. */
export const longestRun = (rate: FrameRate): number => 2 * keyFrameDistance(rate);

/** Pages of each layer of one picture. */
type Pages = ReadonlyArray<number | undefined>;

/**
 * The pictures to encode, and which of them is shown when. A picture that follows a new one is encoded as a change of
 * it. One that was a key frame already comes again as that.
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
 * A piece as its different pictures, where nothing that is seen moves and each picture stays for about as long as a key
 * frame is worth.
 */
export const stillPiece = (plan: RenderPlan, piece: Piece, rasters: Rasters): StillPiece | undefined => {
  const frames = piece.span.to - piece.span.from;
  const { base, above } = seenLayers(plan, piece, rasters);
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
        layersOf(
          layer,
          pictures.map((pages) => pages[index]),
        ),
      ),
    },
    shown,
  };
};
