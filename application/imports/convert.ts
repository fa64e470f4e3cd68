import * as E from 'fp-ts/lib/Either.js';
import { decode } from '../../domain/codec/codec.js';
import { template } from '../../domain/codec/containers.js';
import { isRecord } from '../../domain/codec/json.js';
import { ClipInput } from '../../domain/composition/clips/clip.js';
import { LIMITS } from '../../domain/composition/limits.js';
import { CreateVideoBody } from '../../domain/composition/requests.js';
import { letOthersRun } from '../let-others-run.js';
import type { Converter, DraftClip } from './draft.js';
import { type Deviation, deviations, type Note } from './reading/deviations.js';
import { type JsonObject, present } from './reading/json-object.js';
import { reader } from './reading/reader.js';
import { noteExpressions } from './reading/variables.js';

/** A project that was converted. */
export interface Imported {
  /** The body of `POST /v1/videos`. */
  readonly video: JsonObject;
  readonly deviations: ReadonlyArray<Deviation>;
}

/** How many clips are validated before other work of the process has a turn. */
const AT_ONCE = 20;

const TemplateClip = template(ClipInput);

/** A problem that a codec reports, taken apart. */
const problemOf = (problem: string): { readonly keys: ReadonlyArray<string>; readonly what: string } => {
  const [, path = '', what = problem] = /^([A-Za-z0-9_.[\]-]*) (.*)$/s.exec(problem) ?? [];
  return { keys: path.split(/[.[\]]+/).filter((key) => key !== ''), what };
};

/** The value without the field at a path. */
const without = (value: unknown, [key, ...rest]: ReadonlyArray<string>): unknown => {
  if (key === undefined) return value;
  if (Array.isArray(value))
    return rest.length === 0
      ? value.filter((_, index) => String(index) !== key)
      : value.map((item: unknown, index) => (String(index) === key ? without(item, rest) : item));
  if (!isRecord(value)) return value;
  const { [key]: inner, ...others } = value;
  return rest.length === 0 ? others : { ...others, [key]: without(inner, rest) };
};

/** How many fields of a clip may be left out before all of it is. */
const MAX_REPAIRS = 8;

/** The clip without the fields that the format cannot express, which are noted; undefined if it cannot do without. */
const expressible = (clip: JsonObject, path: string, note: Note): JsonObject | undefined => {
  let repaired = clip;
  for (let repairs = 0; repairs <= MAX_REPAIRS; repairs += 1) {
    const decoded = decode(TemplateClip, repaired);
    if (E.isRight(decoded)) return repaired;
    const { keys, what } = problemOf(decoded.left[0] ?? '');
    const less = without(repaired, keys);
    const isLess = keys.length > 0 && JSON.stringify(less) !== JSON.stringify(repaired);
    if (!isLess || repairs === MAX_REPAIRS || (keys.length === 1 && keys[0] !== 'transition')) {
      note(path, `the clip was left out: ${keys.join('.')} ${what}`);
      return undefined;
    }
    note(path, `${keys.join('.')} was left out: it ${what}`);
    repaired = isRecord(less) ? less : repaired;
  }
  return undefined;
};

interface Progress {
  readonly note: Note;
  seen: number;
}

/** Where a clip is: its path in the imported project, and in the video. */
interface Place {
  readonly from: string;
  readonly clip: string;
}

interface Valid {
  readonly clips: ReadonlyArray<JsonObject>;
  readonly places: ReadonlyArray<Place>;
}

/** A clip that follows one that was left out follows the one before that. */
const relinked = (
  clips: ReadonlyArray<JsonObject>,
  dropped: ReadonlyMap<string, JsonObject>,
): ReadonlyArray<JsonObject> =>
  clips.map((clip) => {
    let time = clip['timeFrame'];
    while (isRecord(time) && typeof time['after'] === 'string' && dropped.has(time['after'])) {
      const before = dropped.get(time['after']);
      const { after: _after, gap: _gap, ...rest } = time;
      const { start, after, gap } = isRecord(before?.['timeFrame']) ? before['timeFrame'] : {};
      time = present({ ...rest, start, after, gap });
    }
    return { ...clip, timeFrame: time };
  });

/** The clips that the format can express. A clip that it cannot is left out and noted, so that the rest can be used. */
const validClips = async (drafts: ReadonlyArray<DraftClip>, progress: Progress): Promise<Valid> => {
  const valid: JsonObject[] = [];
  const places: Place[] = [];
  const dropped = new Map<string, JsonObject>();
  for (const { path, clip, inner } of drafts) {
    progress.seen += 1;
    if (progress.seen % AT_ONCE === 0) await letOthersRun();
    if (progress.seen > LIMITS.clips) {
      progress.note(path, `was left out: a video has at most ${LIMITS.clips} clips`);
      continue;
    }
    noteExpressions(clip, path, progress.note);
    const drawn = Array.isArray(clip['clips'])
      ? clip['clips'].filter(isRecord).map((each) => ({ path, clip: each }))
      : undefined;
    const held = inner ?? drawn;
    const within = held && (await validClips(held, progress));
    const clips = within ? { clips: within.clips } : {};
    const sent = expressible({ ...present(clip), ...clips }, path, progress.note);
    if (sent) {
      const at = `clips[${valid.length}]`;
      const inside = (within?.places ?? []).map((place) => ({ ...place, clip: `${at}.${place.clip}` }));
      places.push({ from: path, clip: at }, ...inside);
      valid.push(sent);
    } else if (typeof clip['id'] === 'string') dropped.set(clip['id'], clip);
  }
  return { clips: dropped.size === 0 ? valid : relinked(valid, dropped), places };
};

/** The longest path that is looked up, in characters: names of fields are as long as a client likes. */
const MAX_PATH = 1000;

/** The deviations with the innermost clip that each is about. */
const located = (
  deviations: ReadonlyArray<Deviation>,
  places: ReadonlyArray<Place>,
): ReadonlyArray<Deviation> => {
  const clips = new Map<string, string>();
  // A project may become several clips at one path: the first one, which holds the others, is named.
  for (const { from, clip } of places) if (!clips.has(from)) clips.set(from, clip);
  return deviations.map((deviation) => {
    if (deviation.path.length > MAX_PATH) return deviation;
    for (let { path } = deviation; path !== ''; path = path.replace(/(^|[.[])[^.[]*$/, '')) {
      const clip = clips.get(path);
      if (clip !== undefined) return { ...deviation, clip };
    }
    return deviation;
  });
};

/** The video without what its codec refuses as a whole, which is noted. */
const acceptable = (
  video: JsonObject,
  places: Readonly<Record<string, string>>,
  note: Note,
): E.Either<ReadonlyArray<string>, JsonObject> => {
  let current = video;
  for (let repairs = 0; ; repairs += 1) {
    const decoded = decode(CreateVideoBody, current);
    if (E.isRight(decoded)) return E.right(current);
    const { keys, what } = problemOf(decoded.left[0] ?? '');
    const [part, field = ''] = keys;
    const isMetadata = part === 'metadata' && field !== '' && field !== 'name';
    if (repairs === 50 || !(isMetadata || (part === 'clips' && keys.length > 1) || part === 'variables'))
      return E.left(decoded.left.slice(0, 3));
    const cut = part === 'metadata' ? keys.slice(0, 2) : part === 'clips' ? keys.slice(0, 2) : keys;
    note(
      places[isMetadata ? field : (part ?? '')] ?? '',
      `${keys.slice(1).join('.')} was left out: it ${what}`,
    );
    const less = without(current, cut);
    if (!isRecord(less)) return E.left(decoded.left.slice(0, 3));
    const metadata = isRecord(less['metadata']) ? less['metadata'] : {};
    current =
      metadata['duration'] === undefined ? { ...less, metadata: { ...metadata, duration: 'auto' } } : less;
  }
};

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
  const { metadata, clips, variables = {}, places } = await converter(root, note);
  root.finish();
  const valid = await validClips(clips, { note, seen: 0 });
  await letOthersRun();
  const unknown = metadata['duration'] === 'auto' && !valid.clips.some(hasEnd);
  if (unknown)
    note(
      places['duration'] ?? path,
      `nothing states how long the video is: ${UNKNOWN_MS / 1000} s are assumed`,
    );
  const video = {
    metadata: present({ ...metadata, ...(unknown ? { duration: UNKNOWN_MS } : {}) }),
    clips: valid.clips,
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
  };
  return E.map((accepted: JsonObject) => ({
    video: accepted,
    // If a clip had to be left out of the whole video, the clips behind it have moved: no place is sure.
    deviations: located(list(), accepted['clips'] === valid.clips ? valid.places : []),
  }))(acceptable(video, places, note));
};
