import * as E from 'fp-ts/lib/Either.js';
import { isRecord } from '../../domain/codec/json.js';
import { LIMITS } from '../../domain/composition/limits.js';
import { CreateVideoBody } from '../../domain/composition/requests.js';
import { letOthersRun } from '../let-others-run.js';
import type { Converter } from './draft.js';
import { type Deviation, deviations } from './reading/deviations.js';
import { type JsonObject, present } from './reading/json-object.js';
import { reader } from './reading/reader.js';
import { repaired } from './repair.js';
import { validClips } from './valid-clips.js';

/** A project that was converted. */
export interface Imported {
  /** The body of `POST /v1/videos`. */
  readonly video: JsonObject;
  readonly deviations: ReadonlyArray<Deviation>;
}

/** The longest path that is looked up, in characters: names of fields are as long as a client likes. */
const MAX_PATH = 1000;

/** The deviations with the innermost clip that each is about. @param clips by their path in the project */
const located = (deviations: ReadonlyArray<Deviation>, clips: ReadonlyMap<string, string>) =>
  deviations.map((deviation) => {
    if (deviation.path.length > MAX_PATH) return deviation;
    for (let { path } = deviation; path !== ''; path = path.replace(/(^|[.[])[^.[]*$/, '')) {
      const clip = clips.get(path);
      if (clip !== undefined) return { ...deviation, clip };
    }
    return deviation;
  });

/** What a video can do without: a field of its metadata, a clip, a variable. */
const dispensable = (keys: ReadonlyArray<string>): ReadonlyArray<string> | undefined => {
  const [part, field] = keys;
  if (part === 'variables') return keys;
  const isSpare = (part === 'metadata' && field !== 'name' && field !== 'duration') || part === 'clips';
  return isSpare && field !== undefined ? [part, field] : undefined;
};

const MAX_REPAIRS = 50;

/** How long a video is whose length nothing states, ms. */
const UNKNOWN_MS = 5000;

/** Whether a clip has an end of its own, so that the video can end with it. */
const hasEnd = ({ timeFrame }: JsonObject): boolean => !isRecord(timeFrame) || timeFrame['end'] !== 'video';

/**
 * Converts a project.
 * @param path of the project in the document
 * @returns the problems if no valid video can be made of it
 */
export const convert = async (
  converter: Converter,
  project: JsonObject,
  path: string,
  before: ReadonlyArray<Deviation>,
): Promise<E.Either<ReadonlyArray<string>, Imported>> => {
  const { note, list } = deviations();
  for (const { path, message } of before) note(path, message);
  const root = reader(project, path, note);
  const { metadata, clips, variables = {} } = await converter(root);
  root.finish();
  const valid = await validClips(clips, note);
  await letOthersRun();
  const { duration } = metadata;
  const isKnown = typeof duration === 'number' && duration >= 1 && duration <= LIMITS.durationMs;
  if (!isKnown && duration !== 'auto')
    note(path, 'its length is not one of a video: it ends with its last clip');
  const unknown = !isKnown && !valid.clips.some(hasEnd);
  if (unknown) note(path, `nothing states how long the video is: ${UNKNOWN_MS / 1000} s are assumed`);
  const video = {
    metadata: present({ ...metadata, duration: isKnown ? duration : unknown ? UNKNOWN_MS : 'auto' }),
    clips: valid.clips,
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
  };
  const accepted = repaired(CreateVideoBody, video, dispensable, MAX_REPAIRS, (message) =>
    note(path, message),
  );
  return E.map((sent: JsonObject) => ({
    video: sent,
    // A project may become several clips at one path: the first one, which holds the others, is named.
    // If a clip had to be left out of the whole video, the clips behind it have moved: no place is sure.
    deviations: located(list(), new Map(sent['clips'] === valid.clips ? valid.places.toReversed() : [])),
  }))(accepted);
};
