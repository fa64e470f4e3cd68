import type { Canvas } from '../../../domain/composition/composition.js';
import { type FrameRate, type FrameSpan, instantOf } from '../../../domain/composition/timeline.js';
import { freeSpans } from './clip-frames.js';
import type { Layer, VideoLayer } from './layers.js';
import { isUntouched } from './untouched-video.js';

/** A video whose encoded frames can be copied into the output, as they have its format. */
export interface CopyableVideo {
  /** Only videos of the same format can be joined. */
  readonly format: string;
  /** When each frame is first shown, in ms from the start of its container; ascending. */
  readonly times: ReadonlyArray<number>;
  /** Groups of pictures (GOPs) that begin with a key frame and can be decoded without others; in order. */
  readonly groups: ReadonlyArray<FrameSpan>;
  /** Where a group may be cut: the number of the first frame that is left out; ascending. */
  readonly divisions: ReadonlyArray<number>;
}

/** Copyable videos by the path of their file. */
export type CopyableVideos = ReadonlyMap<string, CopyableVideo>;

/** Frames of a source that a piece shows unchanged. */
export interface CopiedFrames {
  readonly path: string;
  /** Counted from the first frame of the source. */
  readonly frames: FrameSpan;
}

export interface CopiedPart extends CopiedFrames {
  readonly format: string;
  readonly span: FrameSpan;
}

/**
 * The least fraction of all frames that is worth copying, because the other frames must then be encoded in the format
 * of the source.
 */
const LEAST_PART = 0.25;
/** The shortest stretch that is copied, in seconds. */
const LEAST_SECONDS = 1;
/** The least frames of a piece, so that no key frame directly follows another. */
const LEAST_FRAMES = 2;

/** How far an instant must be from the time of a frame, in ms, because containers and filters round times. */
const MARGIN = 0.1;

const shownAt = (frame: number, { span, sourceFrom }: VideoLayer, rate: FrameRate): number =>
  sourceFrom + instantOf(frame - span.from, rate);

/** The first frame of the timeline on which a layer shows the instant `time` of its source, in ms, or a later one. */
const firstFrameShowing = (time: number, { span, sourceFrom }: VideoLayer, { num, den }: FrameRate): number =>
  span.from + Math.ceil(((time - sourceFrom) * num) / (den * 1000));

/** Whether frames of a video are shown one after the other, each once. @param start the frame that shows the first */
const isShownInTurn = (
  { from, to }: FrameSpan,
  start: number,
  layer: VideoLayer,
  times: ReadonlyArray<number>,
  rate: FrameRate,
): boolean => {
  for (let index = from; index < to; index += 1) {
    const at = shownAt(start + index - from, layer, rate);
    const [begins = Infinity, ends = Infinity] = [times[index], times[index + 1]];
    if (begins + MARGIN > at || at + MARGIN > ends) return false;
  }
  return true;
};

/**
 * The first frames of a group, as many as fit into `room` frames. It is cut so that what is left of the group, and of the
 * room, is empty or long enough for a piece.
 */
const fittingPart = (
  { from, to }: FrameSpan,
  room: number,
  divisions: ReadonlyArray<number>,
): FrameSpan | undefined => {
  if (room >= to - from) return { from, to };
  const end = divisions.findLast((division) => {
    const left = from + room - division;
    return division <= to - LEAST_FRAMES && (left === 0 || left >= LEAST_FRAMES);
  });
  return end === undefined || end - from < LEAST_FRAMES ? undefined : { from, to: end };
};

/** The groups of a layer that can be copied, wholly or in part, in order. */
const groupsOf = (
  layer: VideoLayer,
  { format, times, groups, divisions }: CopyableVideo,
  free: ReadonlyArray<FrameSpan>,
  rate: FrameRate,
): ReadonlyArray<CopiedPart> =>
  groups.flatMap((group): ReadonlyArray<CopiedPart> => {
    const from = firstFrameShowing(times[group.from] ?? 0, layer, rate);
    const space = free.find((one) => one.from <= from && from < one.to);
    const frames = space && fittingPart(group, space.to - from, divisions);
    if (!frames || !isShownInTurn(frames, from, layer, times, rate)) return [];
    return [{ format, path: layer.path, span: { from, to: from + frames.to - frames.from }, frames }];
  });

const continues = (one: CopiedPart, next: CopiedPart): boolean =>
  one.path === next.path && one.span.to === next.span.from && one.frames.to === next.frames.from;

/** Runs of consecutive groups, without groups that would leave too few frames for another piece. */
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

export interface CopyingOptions {
  readonly planned: FrameSpan;
  readonly output: Canvas;
  readonly rate: FrameRate;
  /** The approximate number of frames of a piece. */
  readonly target: number;
  readonly copyable: CopyableVideos;
}

/**
 * The parts of the timeline that show a video unchanged from a key frame on, in order. They are about as long as pieces
 * and have the same format. There are none if they would be too small a fraction of the timeline.
 */
export const copiedParts = (
  layers: ReadonlyArray<Layer>,
  { planned, output, rate, target, copyable }: CopyingOptions,
): ReadonlyArray<CopiedPart> => {
  if (copyable.size === 0) return [];
  const groups = layers
    .flatMap((layer, order) => {
      const video = isUntouched(layer, output) ? copyable.get(layer.path) : undefined;
      if (!video || layer._tag !== 'Video') return [];
      const above = layers.slice(order + 1).map(({ span }) => span);
      return groupsOf(layer, video, freeSpans(layer.span, above), rate);
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
