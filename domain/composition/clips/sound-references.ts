import { isRecord } from '../../codec/json.js';
import { type ClipProblem, sentClips } from './clip-references.js';

// Sound belongs to the whole video: references to clips with sound may name clips of any list.

type Sent = Readonly<Record<string, unknown>>;

const SOUNDING = new Set<unknown>(['video', 'audio']);

const idsOf = (clips: unknown, isIncluded: (clip: Sent) => boolean): ReadonlySet<unknown> =>
  new Set(
    sentClips(clips).flatMap(({ clip }) =>
      isIncluded(clip) && typeof clip['id'] === 'string' ? [clip['id']] : [],
    ),
  );

/** `duck.when` must name video and audio clips of the video, except the clip itself. */
const duckProblems = ({ duck, id: own }: Sent, ids: ReadonlySet<unknown>): ReadonlyArray<ClipProblem> => {
  const when = isRecord(duck) ? duck['when'] : undefined;
  if (!Array.isArray(when)) return [];
  return when.flatMap((id: unknown, index) =>
    typeof id !== 'string' || (ids.has(id) && id !== own)
      ? []
      : [
          {
            path: ['duck', 'when', String(index)],
            message: 'must be the id of another video or audio clip',
          },
        ],
  );
};

/** `waveformProperties.clip` must name a video or audio clip of the video. */
const waveformProblems = (
  { waveformProperties }: Sent,
  ids: ReadonlySet<unknown>,
): ReadonlyArray<ClipProblem> => {
  const shown = isRecord(waveformProperties) ? waveformProperties['clip'] : undefined;
  return typeof shown !== 'string' || ids.has(shown)
    ? []
    : [{ path: ['waveformProperties', 'clip'], message: 'must be the id of a video or audio clip' }];
};

/** `captionProperties.words.from` must name an audio clip that speaks. */
const captionProblems = (
  { captionProperties }: Sent,
  speaking: ReadonlySet<unknown>,
): ReadonlyArray<ClipProblem> => {
  const words = isRecord(captionProperties) ? captionProperties['words'] : undefined;
  const from = isRecord(words) ? words['from'] : undefined;
  return typeof from !== 'string' || speaking.has(from)
    ? []
    : [
        {
          path: ['captionProperties', 'words', 'from'],
          message: 'must be the id of an audio clip with speech',
        },
      ];
};

/** The problems with references to the sound of clips. Paths start at the list. */
export const clipSoundProblems = (clips: unknown): ReadonlyArray<ClipProblem> => {
  const ids = idsOf(clips, ({ type }) => SOUNDING.has(type));
  const speaking = idsOf(clips, ({ type, speech }) => type === 'audio' && speech !== undefined);
  return sentClips(clips).flatMap(({ clip, path }) => {
    const { type } = clip;
    const problems = [
      ...(SOUNDING.has(type) ? duckProblems(clip, ids) : []),
      ...(type === 'waveform' ? waveformProblems(clip, ids) : []),
      ...(type === 'caption' ? captionProblems(clip, speaking) : []),
    ];
    return problems.map((problem) => ({ ...problem, path: [...path, ...problem.path] }));
  });
};
