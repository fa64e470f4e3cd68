import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { codec, type Codec, errorsOf } from '../../codec/codec.js';
import { array } from '../../codec/containers.js';
import { isRecord } from '../../codec/json.js';
import { ClipInput } from './clip.js';
import { type ClipProblem, referenceProblems, sentClips } from './clip-references.js';
import { cropProblems } from '../crop-limits.js';
import { LIMITS } from '../limits.js';
import { clipSoundProblems } from './sound-references.js';
import { speedProblems } from '../speed-limits.js';
import { readSubtitles } from '../subtitles/read-subtitles.js';

// Rules for all clips of a list together. They are checked on the raw input, so that their problems are reported together
// with the problems of single clips.

type Sent = ReturnType<typeof sentClips>;

const repeatedIds = (clips: Sent): ReadonlyArray<ClipProblem> => {
  const seen = new Set<unknown>();
  return clips.flatMap(({ clip: { id }, path }) => {
    if (typeof id !== 'string' || !seen.has(id)) {
      seen.add(id);
      return [];
    }
    return [{ path: [...path, 'id'], message: 'must be unique within the video' }];
  });
};

const captionWordsIn = ({ type, captionProperties }: Readonly<Record<string, unknown>>): number =>
  type === 'caption' && isRecord(captionProperties)
    ? sentWords(captionProperties) + subtitleWords(captionProperties['subtitles'])
    : 0;

const sentWords = ({ words }: Readonly<Record<string, unknown>>): number =>
  Array.isArray(words) ? words.length : 0;

/** The number of words of subtitles in the document. The render counts the words of files. */
const subtitleWords = (subtitles: unknown): number => {
  if (!isRecord(subtitles)) return 0;
  const { content, format } = subtitles;
  if (typeof content !== 'string' || (format !== undefined && format !== 'srt' && format !== 'vtt')) return 0;
  const words = readSubtitles(content, format);
  return E.isRight(words) ? words.right.length : 0;
};

/** `sent`: the number of clips directly in the list, whose own codec reports too many of them. */
const limitProblems = (clips: Sent, sent: number): ReadonlyArray<ClipProblem> => {
  const words = clips.reduce((sum, { clip }) => sum + captionWordsIn(clip), 0);
  return [
    ...(words > LIMITS.captionWords
      ? [{ path: [], message: `must contain at most ${LIMITS.captionWords} caption words in total` }]
      : []),
    ...(clips.length > LIMITS.clips && sent <= LIMITS.clips
      ? [{ path: [], message: `must contain at most ${LIMITS.clips} clips, including those in groups` }]
      : []),
    ...clips.flatMap(({ depth, path }) =>
      depth > LIMITS.groupDepth
        ? [{ path, message: `must not be nested in more than ${LIMITS.groupDepth} groups` }]
        : [],
    ),
  ];
};

const listProblems = (u: unknown): ReadonlyArray<ClipProblem> => {
  const clips = sentClips(u);
  return [
    ...repeatedIds(clips),
    ...limitProblems(clips, Array.isArray(u) ? u.length : 0),
    ...referenceProblems(u),
    ...clipSoundProblems(u),
    ...speedProblems(u),
    ...cropProblems(u),
  ];
};

const asError =
  (u: unknown, context: t.Context) =>
  ({ path, message }: ClipProblem): t.ValidationError => ({
    value: u,
    context: path.reduce((at, key) => t.appendContext(at, key, t.unknown), context),
    message,
  });

/** The codec of a list of clips, with the rules for all of them together. */
export const clipsOf = (clip: Codec<ClipInput>): Codec<ReadonlyArray<ClipInput>> => {
  const list = array(clip, LIMITS.clips);
  return codec('clips', list.jsonSchema, (u, context) => {
    const clips = list.validate(u, context);
    const problems = listProblems(u).map(asError(u, context));
    return problems.length === 0 ? clips : t.failures([...errorsOf(clips), ...problems]);
  });
};

/**
 * The clips of a video as a client sends them: ids are unique, references are valid, and the limits for all clips together
 * hold.
 */
export const ClipInputs = clipsOf(ClipInput);
