import {
  EncodedPacketSink,
  type Input,
  type InputVideoTrack,
  type VideoSample,
  VideoSampleSink,
} from 'mediabunny';
import { type FrameRate, instantOf } from '../../../domain/composition/timeline.js';
import type { PackedFeed } from '../../../workers/render/plan/packed-playback.js';
import { instantsOf } from '../../../workers/render/plan/retimed-frames.js';
import type { Detail } from './draw-until-exact.js';
import { paintPlanes } from './video-planes.js';
import { canvasSurface, type CanvasSurface } from './canvas-tools.js';
import { t } from '../words/words.js';

/** A source frame counts as begun this much early, in seconds, as it does in renders. */
const EARLY = 0.0006;

/** How many frames may be skipped one by one; beyond, decoding starts again at the next key frame. */
const SKIPPED = 60;

/** The frames of a source that a project shows. */
export interface DecodedFeed {
  /** The picture of the last frame that was prepared. */
  readonly surface: CanvasSurface;
  /**
   * Decodes what is shown on a frame of the video; quick if frames follow each other.
   * @param detail if rough, the key frame before it is enough where decoding begins there
   * @returns whether it was decoded: not if it was stopped meanwhile
   */
  readonly prepare: (frame: number, detail?: Detail) => Promise<boolean>;
  /** Ends decoding, also what is being prepared: the picture stays as it is. */
  readonly stop: () => Promise<void>;
}

/** The times in the media, in seconds, that frames of the video show, from a frame on. */
const timesFrom = (feed: PackedFeed, rate: FrameRate, first: number): ReadonlyArray<number> => {
  const { span, sourceFrom, retimed, lastFrame } = feed;
  const ms = retimed
    ? instantsOf(retimed, { from: first, to: span.to }, rate)
    : Array.from(
        { length: span.to - first },
        (_, index) => sourceFrom + instantOf(first + index - span.from, rate),
      );
  const tolerance = retimed?.retiming.isReversed === true ? -EARLY : EARLY;
  return ms.map((instant) => Math.min(instant, lastFrame) / 1000 + tolerance);
};

/** Makes the decoder assume the same colours as renders where the source does not state them. */
const assumeColors = async (track: InputVideoTrack, matrix: PackedFeed['assumedMatrix']): Promise<void> => {
  const stated = await track.getColorSpace();
  if (typeof stated.matrix === 'string') return;
  const own = await track.getDecoderConfig();
  const colorSpace = { primaries: 'bt709', transfer: 'bt709', ...definite(stated), matrix } as const;
  track.getDecoderConfig = () => Promise.resolve(own && { ...own, colorSpace });
};

/** The fields that are stated. */
const definite = (stated: VideoColorSpaceInit): VideoColorSpaceInit =>
  Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== null && value !== undefined));

const paint = (
  { context, width, height }: CanvasSurface,
  draw: (context: OffscreenCanvasRenderingContext2D) => void,
): void => {
  context.clearRect(0, 0, width, height);
  draw(context as unknown as OffscreenCanvasRenderingContext2D);
};

const paintSample = (surface: CanvasSurface, sample: VideoSample): void => {
  surface.context.imageSmoothingQuality = 'high'; // about the kernel that renders scale with
  paint(surface, (context) => sample.draw(context, 0, 0, surface.width, surface.height));
};

/**
 * Gives the key frame from which the picture at a time is decoded: one frame instead of up to hundreds. The last one is
 * kept: who looks for a picture stays near.
 */
const keyFrames = (track: InputVideoTrack, sink: VideoSampleSink, { width, height }: PackedFeed) => {
  let kept: { readonly timestamp: number; readonly surface: CanvasSurface } | undefined;
  return async (seconds: number): Promise<CanvasSurface | undefined> => {
    const key = await new EncodedPacketSink(track).getKeyPacket(seconds);
    if (!key || key.timestamp === kept?.timestamp) return kept?.surface;
    const sample = await sink.getSample(key.timestamp);
    if (!sample) return undefined;
    const surface = kept?.surface ?? canvasSurface(width, height);
    paintSample(surface, sample);
    sample.close();
    kept = { timestamp: key.timestamp, surface };
    return surface;
  };
};

/** Shows frames on a surface. The last one is held while its picture is not exact. */
const heldFrame = (surface: CanvasSurface, { assumedMatrix }: PackedFeed) => {
  let held: VideoSample | undefined;
  /** @returns whether a frame was held */
  const release = (): boolean => {
    const isHeld = held !== undefined;
    held?.close();
    held = undefined;
    return isHeld;
  };
  return {
    release,
    show: (sample: VideoSample): void => {
      release();
      paintSample(surface, sample);
      held = sample;
    },
    /** Gives the picture the pixels that renders have. */
    refine: async (): Promise<void> => {
      if (held) await paintPlanes(surface, held, assumedMatrix);
      release();
    },
  };
};

/** Opens a feed. @throws if this browser cannot decode the source */
export const openFeed = async (packed: PackedFeed, input: Input, rate: FrameRate): Promise<DecodedFeed> => {
  const track = await input.getPrimaryVideoTrack();
  if (!track || !(await track.canDecode()))
    throw new Error(t('This browser cannot decode the video of clip {clip}.', { clip: packed.clip }));
  await assumeColors(track, packed.assumedMatrix);
  const sink = new VideoSampleSink(track);
  const surface = canvasSurface(packed.width, packed.height);
  let samples: AsyncGenerator<VideoSample | null, void> | undefined;
  let next = packed.span.from;
  /** The frame whose picture is on the surface. */
  let shown: number | undefined;
  const { show, refine, release } = heldFrame(surface, packed);
  const keyFrameAt = keyFrames(track, sink, packed);
  const stop = async (): Promise<void> => {
    const decoding = samples;
    samples = undefined;
    if (release()) shown = undefined;
    await decoding?.return();
  };
  return {
    surface,
    prepare: async (frame, detail) => {
      if (frame < packed.span.from || frame >= packed.span.to) return true;
      if (frame === shown) {
        if (detail === 'exact') await refine();
        return true;
      }
      if (!samples || frame < next || frame > next + SKIPPED) {
        await stop();
        const times = timesFrom(packed, rate, frame);
        if (detail === 'rough') {
          shown = undefined;
          const key = await keyFrameAt(times[0] ?? 0);
          if (key) paint(surface, (context) => context.drawImage(key.canvas, 0, 0));
          return true;
        }
        samples = sink.samplesAtTimestamps(times);
        next = frame;
      }
      const decoding = samples;
      while (next <= frame) {
        const { value: sample } = await decoding.next().catch((error: unknown) => {
          // It gives nothing more.
          if (samples === decoding) samples = undefined;
          throw error;
        });
        if (samples !== decoding) {
          sample?.close();
          return false;
        }
        if (sample && next === frame) show(sample);
        else sample?.close();
        next += 1;
      }
      shown = frame;
      if (detail === 'exact') await refine();
      return true;
    },
    stop,
  };
};
