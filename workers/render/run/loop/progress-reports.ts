import type { ClipPath } from '../../../../domain/composition/clips/clip-paths.js';
import type { ProgressFeed } from '../../../../application/ports/render-queue.js';
import type { Render } from '../../../../domain/render/state.js';
import type { ProgressStage } from '../../../../domain/render/progress.js';
import type { RenderHooks } from '../../ports/renderer.js';

/** The time over which the frame rate is measured, in ms. */
const RATE_WINDOW = 5000;

/** Measures how many frames are encoded per second. @param now a clock in ms */
export const frameRateMeter = (now: () => number): ((frames: number) => number | undefined) => {
  let samples: ReadonlyArray<{ readonly at: number; readonly frames: number }> = [];
  return (frames) => {
    const at = now();
    samples = [...samples.filter((sample) => at - sample.at <= RATE_WINDOW), { at, frames }];
    const [first] = samples;
    if (!first || at === first.at || frames <= first.frames) return undefined;
    return Math.round(((frames - first.frames) * 10_000) / (at - first.at)) / 10;
  };
};

/** The most clips that are reported as being rendered. */
const MOST_CLIPS = 8;

export interface ProgressReports extends Required<Pick<RenderHooks, 'onProgress' | 'onPlanned' | 'onClip'>> {
  readonly storing: () => void;
}

/** Publishes the progress of an attempt, with the number of frames as soon as it is known. */
export const progressReports = (
  feed: ProgressFeed,
  { renderId, attempt }: Pick<Render, 'renderId' | 'attempt'>,
): ProgressReports => {
  const inWork: ClipPath[] = [];
  const measure = frameRateMeter(() => performance.now());
  let totalFrames: number | undefined;
  let last: Parameters<typeof publish> = [0, 'download', 0];
  const publish = (fraction: number, stage: ProgressStage, encoded: number): void => {
    last = [fraction, stage, encoded];
    const frames = totalFrames === undefined ? undefined : Math.round(encoded * totalFrames);
    const fps = frames === undefined ? undefined : measure(frames);
    feed.publish({
      renderId,
      attempt,
      fraction,
      stage,
      ...(frames === undefined || totalFrames === undefined ? {} : { frames, totalFrames }),
      ...(fps === undefined ? {} : { fps }),
      ...(inWork.length === 0 ? {} : { clips: inWork.slice(0, MOST_CLIPS) }),
    });
  };
  return {
    onProgress: (fraction, { stage, encoded }) => publish(fraction, stage, encoded),
    onPlanned: ({ frames }) => (totalFrames = frames),
    onClip: (clip, isBegun) => {
      if (isBegun) inWork.push(clip);
      else inWork.splice(inWork.indexOf(clip), 1);
      publish(...last);
    },
    storing: () => publish(last[0], 'store', 1),
  };
};
