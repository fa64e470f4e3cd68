import type { Canvas } from '../../../domain/composition/composition.js';
import {
  type FrameRate,
  type FrameSpan,
  instantOf,
  isEmptySpan,
  overlapOf,
} from '../../../domain/composition/timeline.js';
import type { Layer, VideoLayer } from './layers.js';

/** A video whose frames have the form of those of the output, so that they can be copied. */
export interface CopyableVideo {
  /** Only videos of the same format can be joined. */
  readonly format: string;
  /** From when on each frame is shown: ms from the start of its container, ascending. */
  readonly times: ReadonlyArray<number>;
  /** Frames that can be decoded without others, from a key frame on; in order. */
  readonly groups: ReadonlyArray<FrameSpan>;
}

/** Copyable videos by the path of their file. */
export type CopyableVideos = ReadonlyMap<string, CopyableVideo>;

/** Frames of a source that a piece shows as they are. */
export interface CopiedFrames {
  readonly path: string;
  /** From the first frame of the source. */
  readonly frames: FrameSpan;
}

/** A part of the timeline that is copied. */
export interface CopiedPart extends CopiedFrames {
  readonly format: string;
  readonly span: FrameSpan;
}

/** Copying is worth while from this part of all frames on: all others are encoded in the format of the source then. */
const LEAST_PART = 0.25;
/** The shortest stretch that is copied, in seconds. */
const LEAST_SECONDS = 1;
/** Each piece has at least as many frames, so that no key frame follows another. */
const LEAST_FRAMES = 2;

/** Whether a layer shows its video as it is, on all of the canvas. */
const isUntouched = (layer: Layer, output: Canvas): layer is VideoLayer => {
  if (layer._tag !== 'Video') return false;
  const { placement, rect, video, mask, isPart, retimed } = layer;
  const { box } = placement;
  return [
    mask === undefined && !isPart && !retimed && !video.hasAlpha,
    placement.rotation === 0 && placement.opacity === 1,
    [box, rect].every(
      ({ x, y, width, height }) => x === 0 && y === 0 && width === output.width && height === output.height,
    ),
    video.width === output.width && video.height === output.height,
  ].every(Boolean);
};

/** The parts of the frames of a layer that no layer above it touches. */
const freeSpans = (span: FrameSpan, above: ReadonlyArray<Layer>): ReadonlyArray<FrameSpan> => {
  const taken = above
    .map((layer) => overlapOf(layer.span, span))
    .filter((shared) => !isEmptySpan(shared))
    .toSorted((a, b) => a.from - b.from);
  const free: FrameSpan[] = [];
  let { from } = span;
  for (const { from: begin, to } of taken) {
    if (begin > from) free.push({ from, to: begin });
    from = Math.max(from, to);
  }
  if (from < span.to) free.push({ from, to: span.to });
  return free;
};

/** How surely an instant must lie before or after the time of a frame, in ms: containers and filters round. */
const MARGIN = 0.1;

/** The frame of the video at which a group begins, if all its frames are shown in turn, each once. */
const startOfGroup = (
  group: FrameSpan,
  { span, sourceFrom }: VideoLayer,
  times: ReadonlyArray<number>,
  rate: FrameRate,
): number | undefined => {
  const shownAt = (frame: number): number => sourceFrom + instantOf(frame - span.from, rate);
  const sinceStart = (times[group.from] ?? 0) - sourceFrom;
  const start = span.from + Math.ceil((sinceStart * rate.num) / (rate.den * 1000));
  for (let index = group.from; index < group.to; index += 1) {
    const at = shownAt(start + index - group.from);
    const [begins = Infinity, ends = Infinity] = [times[index], times[index + 1]];
    if (begins + MARGIN > at || at + MARGIN > ends) return undefined;
  }
  return start;
};

/** The groups of a layer that can be copied, in order. */
const groupsOf = (
  layer: VideoLayer,
  { format, times, groups }: CopyableVideo,
  free: ReadonlyArray<FrameSpan>,
  rate: FrameRate,
): ReadonlyArray<CopiedPart> =>
  groups.flatMap((frames): ReadonlyArray<CopiedPart> => {
    const from = startOfGroup(frames, layer, times, rate);
    if (from === undefined) return [];
    const span = { from, to: from + frames.to - frames.from };
    const isFree = free.some((one) => one.from <= span.from && span.to <= one.to);
    return isFree ? [{ format, path: layer.path, span, frames }] : [];
  });

const continues = (one: CopiedPart, next: CopiedPart): boolean =>
  one.path === next.path && one.span.to === next.span.from && one.frames.to === next.frames.from;

/** Groups that follow one another, without those that leave a piece too few frames. */
const stretchesOf = (
  groups: ReadonlyArray<CopiedPart>,
  planned: FrameSpan,
  rate: FrameRate,
): ReadonlyArray<ReadonlyArray<CopiedPart>> => {
  const stretches: CopiedPart[][] = [];
  let end = planned.from;
  for (const group of groups) {
    const current = stretches.at(-1);
    const last = current?.at(-1);
    const gap = group.span.from - end;
    if (group.span.to - group.span.from < LEAST_FRAMES || (gap > 0 && gap < LEAST_FRAMES)) continue;
    if (current && last && continues(last, group)) current.push(group);
    else stretches.push([group]);
    end = group.span.to;
  }
  const rest = planned.to - end;
  if (rest > 0 && rest < LEAST_FRAMES) stretches.at(-1)?.pop();
  return stretches.filter((stretch) => framesOf(stretch) >= (LEAST_SECONDS * rate.num) / rate.den);
};

const framesOf = (parts: ReadonlyArray<CopiedPart>): number =>
  parts.reduce((sum, { span }) => sum + span.to - span.from, 0);

/** Joins the groups of a stretch to parts of about `target` frames. */
const partsOf = (stretch: ReadonlyArray<CopiedPart>, target: number): ReadonlyArray<CopiedPart> => {
  const parts: CopiedPart[] = [];
  for (const group of stretch) {
    const last = parts.at(-1);
    if (last && last.span.to - last.span.from < target)
      parts[parts.length - 1] = {
        ...last,
        span: { from: last.span.from, to: group.span.to },
        frames: { from: last.frames.from, to: group.frames.to },
      };
    else parts.push(group);
  }
  return parts;
};

/** What is looked at to find copied parts. */
export interface CopyingOptions {
  readonly planned: FrameSpan;
  readonly output: Canvas;
  readonly rate: FrameRate;
  /** About how many frames a piece has. */
  readonly target: number;
  readonly copyable: CopyableVideos;
}

/**
 * The parts of the timeline that show a video as it is from key frame to key frame, in order, about as long as pieces.
 * All have the same format. None, if they are too little of the whole.
 */
export const copiedParts = (
  layers: ReadonlyArray<Layer>,
  { planned, output, rate, target, copyable }: CopyingOptions,
): ReadonlyArray<CopiedPart> => {
  if (copyable.size === 0) return [];
  const groups = layers
    .flatMap((layer, order) => {
      const video = isUntouched(layer, output) ? copyable.get(layer.path) : undefined;
      return video && layer._tag === 'Video'
        ? groupsOf(layer, video, freeSpans(layer.span, layers.slice(order + 1)), rate)
        : [];
    })
    .toSorted((a, b) => a.span.from - b.span.from);
  const formats = [...new Set(groups.map(({ format }) => format))].map((format) =>
    stretchesOf(
      groups.filter((group) => group.format === format),
      planned,
      rate,
    ),
  );
  const [most = []] = formats.toSorted((a, b) => framesOf(b.flat()) - framesOf(a.flat()));
  if (framesOf(most.flat()) < LEAST_PART * (planned.to - planned.from)) return [];
  return most.flatMap((stretch) => partsOf(stretch, target));
};
