import type { CheckProblem } from '../../../../application/ports/previews.js';
import { retimingOf } from '../../../../domain/composition/animation/retiming.js';
import { playedMedia } from '../../../../domain/composition/animation/time-map.js';
import type { ResolvedClip } from '../../../../domain/composition/resolve/resolved.js';
import { isHdr } from '../../compose/color-conversion.js';
import type { ProbedMedia } from '../../ports/media-probe.js';
import { warning } from './check-problems.js';

/** A difference in duration that nobody notices, in ms: two frames at 25 per second. */
const SLACK = 80;

const whole = (ms: number): string => `${Math.round(ms)} ms`;

const pictureProblems = ({ video }: ProbedMedia, field: string): ReadonlyArray<CheckProblem> => [
  ...(video && isHdr(video)
    ? [
        warning(
          field,
          `the video is HDR (${video.color.transfer}); its colours are mapped to the standard range`,
          'Use a version in BT.709 (SDR) if its colours must be exact.',
        ),
      ]
    : []),
  ...(video?.variableFrameRate === true
    ? [
        warning(
          field,
          'the video has a variable frame rate; frames are repeated or left out to fit the frame rate of the output',
          'Convert it to a constant frame rate if its motion must be smooth.',
        ),
      ]
    : []),
];

/** How much media a clip plays, and how much its source has from there, in ms of the media. */
const mediaUse = (clip: ResolvedClip, media: number) => {
  const { start, end } = clip.timeFrame;
  const retiming = retimingOf(clip, media, end - start);
  const used = playedMedia(retiming);
  const available = Math.max(0, media - retiming.offset);
  return { used, available: retiming.plays === 'endless' ? used : available * retiming.plays };
};

/** The warning about media that is too short for its clip; undefined if it is long enough. */
const shortageOf = (clip: ResolvedClip, media: number, what: string, instead: string): string | undefined => {
  const { used, available } = mediaUse(clip, media);
  if (used - available <= SLACK) return undefined;
  return `the clip plays ${whole(used)} of ${what}, but its source has ${whole(available)} from there; ${instead}`;
};

const LOOP_OR_END = 'Set `timeFrame.end` to "source", or `timeFrame.loop` to true.';

/** Warnings about the media of a clip. @param field path of the source @param at path of the clip */
export const mediaProblems = (
  clip: ResolvedClip,
  probed: ProbedMedia,
  field: string,
  at: string,
): ReadonlyArray<CheckProblem> => {
  const { video, audio, duration } = probed;
  const isHeard = (clip.volume ?? 1) > 0;
  const soundEnd = Math.min(duration, audio?.end ?? duration);
  const sound = audio && isHeard ? shortageOf(clip, soundEnd, 'sound', 'the rest is silent') : undefined;
  const path = `${at}.timeFrame`;
  const ofSound = (at: string, remedy: string) => (sound === undefined ? [] : [warning(at, sound, remedy)]);
  if (clip.type === 'audio') return ofSound(path, LOOP_OR_END);
  if (clip.type !== 'video') return [];
  const picture = video ? shortageOf(clip, duration, 'the video', 'its last frame stays') : undefined;
  return [
    ...pictureProblems(probed, field),
    ...(picture === undefined
      ? ofSound(field, 'Use a file whose sound is as long as its picture.')
      : [warning(path, picture, LOOP_OR_END)]),
  ];
};
