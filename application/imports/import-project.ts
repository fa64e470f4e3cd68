import * as E from 'fp-ts/lib/Either.js';
import { isRecord } from '../../domain/codec/json.js';
import { LIMITS } from '../../domain/composition/limits.js';
import { CreateVideoBody } from '../../domain/composition/requests.js';
import { letOthersRun } from '../let-others-run.js';
import { creatomate } from './creatomate/script.js';
import { findProject, type Found, IMPORT_FORMATS, type ImportFormat, SIGNATURES } from './detect.js';
import type { Converter } from './draft.js';
import { editly } from './editly/spec.js';
import { json2video } from './json2video/movie.js';
import { openTimeline } from './otio/timeline.js';
import { built } from './reading/fields.js';
import { type Deviation, deviations, type Note } from './reading/deviations.js';
import { type JsonObject, present } from './reading/json-object.js';
import { reader } from './reading/reader.js';
import { shotstack } from './shotstack/edit.js';
import { vidapi } from './shotstack/vidapi.js';
import { type Keys, repaired, validClips } from './valid-clips.js';
import { zvid } from './zvid/project.js';

const CONVERTERS: Readonly<Record<ImportFormat, Converter>> = {
  shotstack,
  creatomate,
  json2video,
  zvid,
  editly,
  vidapi,
  otio: openTimeline,
};

/** A converted project, and the system it is from. */
export interface ImportedProject {
  readonly from: ImportFormat;
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
const dispensable = (keys: Keys): Keys | undefined => {
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

const endingWithMedia = (clip: JsonObject): JsonObject =>
  /^(video|audio)$/.test(String(clip['type'])) ? built(clip, { 'timeFrame.end': 'source' }) : clip;

/** Fields beside a project that say nothing about its picture. */
const HARMLESS =
  /(^|\.)(id|name|title|description|owner|created\w*|updated\w*|tags|version|remote|success|message|status|response|webhook\w*|callback)$/i;

const lastName = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** What a request has beside a project that is read as if it were in it: the path there, and the real one. Others are noted. */
const outerIn = (from: ImportFormat, { project, path, beside }: Found, note: Note) =>
  Object.keys(beside).flatMap((field): ReadonlyArray<readonly [inside: string, field: string]> => {
    const name = lastName(field);
    if (SIGNATURES[from].outer?.includes(name) && !Object.hasOwn(project, name))
      return [[`${path}.${name}`, field]];
    if (!HARMLESS.test(field)) note(field, `is beside the project in ${path} and was not read`, 'unseen');
    return [];
  });

/** Converts a project. @returns the problems if no valid video can be made of it */
const converted = async (
  from: ImportFormat,
  found: Found,
): Promise<E.Either<ReadonlyArray<string>, ImportedProject>> => {
  const { project, path, beside } = found;
  const { note: noteAt, list } = deviations();
  const outer = outerIn(from, found, noteAt);
  const note: Note = (at, ...what) => {
    const [inside, field = ''] = outer.find(([one]) => at === one || /^[.[]/.test(at.replace(one, ''))) ?? [];
    noteAt(inside === undefined ? at : at.replace(inside, field), ...what);
  };
  const given = Object.fromEntries(outer.map(([inside, field]) => [lastName(inside), beside[field]]));
  const root = reader({ ...given, ...project }, path, note);
  const { metadata, clips: drafts, variables = {} } = await CONVERTERS[from](root);
  root.finish();
  const valid = await validClips(drafts, note);
  await letOthersRun();
  const { duration } = metadata;
  const isKnown = typeof duration === 'number' && duration >= 1 && duration <= LIMITS.durationMs;
  if (!isKnown && duration !== 'auto')
    note(path, 'its length is not one of a video: it ends with its last clip');
  const isOpen = !isKnown && !valid.clips.some(hasEnd);
  const clips = isOpen ? valid.clips.map(endingWithMedia) : valid.clips;
  const unknown = isOpen && !clips.some(hasEnd);
  const assumed = `${UNKNOWN_MS / 1000} s are assumed`;
  if (unknown) note(path, `nothing states how long the video is: ${assumed}, change its duration`, 'toDo');
  else if (isOpen)
    note(path, 'nothing states how long the video is: it lasts as long as its media', 'unseen');
  const video = {
    metadata: present({
      ...metadata,
      duration: isKnown ? duration : unknown ? UNKNOWN_MS : 'auto',
      fonts: root.shared.fonts.used() ?? metadata['fonts'],
    }),
    clips,
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
  };
  const accepted = repaired(CreateVideoBody, video, dispensable, MAX_REPAIRS, (message) =>
    note(path, message),
  );
  return E.map((sent: JsonObject) => ({
    from,
    video: sent,
    // A project may become several clips at one path: the first one, which holds the others, is named.
    // If a clip had to be left out of the whole video, the clips behind it have moved: no place is sure.
    deviations: located(list(), new Map(sent['clips'] === clips ? valid.places.toReversed() : [])),
  }))(accepted);
};

/** Shotstack and VidAPI wrap their clips alike: one may be stated for the other. */
const isAlike = (a: ImportFormat, b: ImportFormat): boolean =>
  [a, b].every((format) => format === 'shotstack' || format === 'vidapi');

/**
 * Converts a project of another system, without storing it.
 * @param document untrusted JSON: the project, or what wraps it
 * @param from the system; found out if it is left out
 * @returns the problems if no valid video can be made of it
 */
export const importProject = async (
  document: JsonObject,
  from?: ImportFormat,
): Promise<E.Either<ReadonlyArray<string>, ImportedProject>> => {
  const found = findProject(document, from);
  if (!found)
    return E.left([
      from === undefined
        ? `is not a project that is known here: expected one of ${IMPORT_FORMATS.join(', ')}`
        : `is not a project of ${from}: expected ${SIGNATURES[from].wanted}`,
    ]);
  const { format } = found;
  if (from !== undefined && from !== format && !isAlike(from, format))
    return E.left([`is not a project of ${from}, but of ${format}: leave out from, or correct it`]);
  return converted(from ?? format, found);
};

export { IMPORT_FORMATS, type ImportFormat } from './detect.js';
