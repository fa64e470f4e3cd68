import { isRecord } from '../codec/json.js';
import { type ClipProblem, sentClips } from './clip-references.js';

// Sound belongs to the whole video: what refers to sounding clips may name those of any list.

type Sent = Readonly<Record<string, unknown>>;

const SOUNDING = new Set<unknown>(['video', 'audio']);

const soundingIds = (clips: unknown): ReadonlySet<unknown> =>
  new Set(
    sentClips(clips).flatMap(({ clip: { type, id } }) =>
      SOUNDING.has(type) && typeof id === 'string' ? [id] : [],
    ),
  );

/** What `duck.when` names: video and audio clips of the video, not the clip itself. */
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

/** What `waveformProperties.clip` names: a video or audio clip of the video. */
const waveformProblems = (
  { waveformProperties }: Sent,
  ids: ReadonlySet<unknown>,
): ReadonlyArray<ClipProblem> => {
  const shown = isRecord(waveformProperties) ? waveformProperties['clip'] : undefined;
  return typeof shown !== 'string' || ids.has(shown)
    ? []
    : [{ path: ['waveformProperties', 'clip'], message: 'must be the id of a video or audio clip' }];
};

/** What is wrong with the clips that sounds of clips refer to; paths lead from the list. */
export const clipSoundProblems = (clips: unknown): ReadonlyArray<ClipProblem> => {
  const ids = soundingIds(clips);
  return sentClips(clips).flatMap(({ clip, path }) => {
    const { type } = clip;
    const problems = [
      ...(SOUNDING.has(type) ? duckProblems(clip, ids) : []),
      ...(type === 'waveform' ? waveformProblems(clip, ids) : []),
    ];
    return problems.map((problem) => ({ ...problem, path: [...path, ...problem.path] }));
  });
};
