import * as t from 'io-ts';
import { codec, type Codec, errorsOf } from '../codec/codec.js';
import { array } from '../codec/containers.js';
import { isRecord } from '../codec/json.js';
import { ClipInput } from './clip.js';
import { LIMITS } from './limits.js';

// What clips must be together. It is looked for in what was sent, so that it is told beside what is wrong with single clips.

const repeatedIds = (clips: ReadonlyArray<unknown>, context: t.Context): t.Errors => {
  const seen = new Set<unknown>();
  return clips.flatMap((clip, index) => {
    const id = isRecord(clip) ? clip['id'] : undefined;
    if (typeof id !== 'string' || !seen.has(id)) {
      seen.add(id);
      return [];
    }
    const at = t.appendContext(t.appendContext(context, String(index), ClipInput, clip), 'id', t.string, id);
    return [{ value: id, context: at, message: 'must be unique within the video' }];
  });
};

const captionWordsIn = (clip: unknown): number => {
  if (!isRecord(clip) || clip['type'] !== 'caption') return 0;
  const { captionProperties } = clip;
  return isRecord(captionProperties) && Array.isArray(captionProperties['words'])
    ? captionProperties['words'].length
    : 0;
};

const tooManyWords = (clips: ReadonlyArray<unknown>, context: t.Context): t.Errors =>
  clips.reduce<number>((sum, clip) => sum + captionWordsIn(clip), 0) > LIMITS.captionWords
    ? [{ value: clips, context, message: `must hold at most ${LIMITS.captionWords} caption words together` }]
    : [];

const list = array(ClipInput, LIMITS.clips);

/** The clips of a video as a client sends them: ids are unique, caption words not too many over all. */
export const ClipInputs: Codec<ReadonlyArray<ClipInput>> = codec(
  'clips',
  list.jsonSchema,
  (u, context) => {
    const clips = list.validate(u, context);
    const together = Array.isArray(u) ? [...repeatedIds(u, context), ...tooManyWords(u, context)] : [];
    if (together.length === 0) return clips;
    return t.failures([...errorsOf(clips), ...together]);
  },
  (clips) => clips,
);
