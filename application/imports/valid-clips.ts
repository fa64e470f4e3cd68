import * as E from 'fp-ts/lib/Either.js';
import { type Codec, decode } from '../../domain/codec/codec.js';
import { template } from '../../domain/codec/containers.js';
import { isRecord } from '../../domain/codec/json.js';
import { ClipInput } from '../../domain/composition/clips/clip.js';
import { LIMITS } from '../../domain/composition/limits.js';
import { relinked } from '../../domain/template/copies.js';
import { letOthersRun } from '../let-others-run.js';
import type { DraftClip } from './draft.js';
import type { DeviationKind, Note } from './reading/deviations.js';
import { type JsonObject, present } from './reading/json-object.js';
import { noteExpressions } from './reading/variables.js';

export type Keys = ReadonlyArray<string>;

/** A problem that a codec reports, taken apart. */
const problemOf = (problem: string): { readonly keys: Keys; readonly what: string } => {
  const [, path = '', what = problem] = /^([A-Za-z0-9_.[\]-]*) (.*)$/s.exec(problem) ?? [];
  return { keys: path.split(/[.[\]]+/).filter((key) => key !== ''), what };
};

/** The value without the field at a path. */
const without = (value: unknown, [key, ...rest]: Keys): unknown => {
  if (key === undefined) return value;
  if (Array.isArray(value))
    return rest.length === 0
      ? value.filter((_, index) => String(index) !== key)
      : value.map((item: unknown, index) => (String(index) === key ? without(item, rest) : item));
  if (!isRecord(value)) return value;
  const { [key]: inner, ...others } = value;
  return rest.length === 0 ? others : { ...others, [key]: without(inner, rest) };
};

/**
 * The value without the fields that a codec refuses, of which each is noted.
 * @param dispensable the path of what may be left out because of a problem at a path; undefined if nothing may
 * @returns the problems if it cannot do without a field, or if there are more than `most`
 */
export const repaired = <A, O>(
  codec: Codec<A, O>,
  value: JsonObject,
  dispensable: (keys: Keys) => Keys | undefined,
  most: number,
  note: (message: string) => void,
): E.Either<ReadonlyArray<string>, JsonObject> => {
  let current = value;
  for (let repairs = 0; ; repairs += 1) {
    const decoded = decode(codec, current);
    if (E.isRight(decoded)) return E.right(current);
    const { keys, what } = problemOf(decoded.left[0] ?? '');
    const cut = repairs < most ? dispensable(keys) : undefined;
    const less = cut && without(current, cut);
    if (!isRecord(less) || JSON.stringify(less) === JSON.stringify(current))
      return E.left(decoded.left.slice(0, 3));
    note(`${keys.join('.')} was left out: it ${what}`);
    current = less;
  }
};

/** How many clips are validated before other work of the process has a turn. */
const AT_ONCE = 20;
/** How many fields of a clip may be left out before all of it is. */
const MAX_REPAIRS = 8;

const TemplateClip = template(ClipInput);

/** What a clip can do without: parts of its fields, and transitions. */
const dispensable = (keys: Keys): Keys | undefined =>
  keys.length > 1 || keys[0] === 'transition' ? keys : undefined;

/** Where a clip is: its path in the imported project, and in the video. */
type Place = readonly [from: string, clip: string];

/** The clips that the format can express. A clip that it cannot is left out and noted, so that the rest can be used. */
export const validClips = async (
  drafts: ReadonlyArray<DraftClip>,
  noteAt: Note,
  progress = { seen: 0 },
): Promise<{ readonly clips: ReadonlyArray<JsonObject>; readonly places: ReadonlyArray<Place> }> => {
  const valid: JsonObject[] = [];
  const places: Place[] = [];
  const dropped = new Map<unknown, unknown>();
  for (const { path, clip, inner } of drafts) {
    const note = (message: string, kind?: DeviationKind) => noteAt(path, message, kind);
    progress.seen += 1;
    if (progress.seen % AT_ONCE === 0) await letOthersRun();
    if (progress.seen > LIMITS.clips) {
      note(`was left out: a video has at most ${LIMITS.clips} clips`, 'leftOut');
      continue;
    }
    noteExpressions(clip, path, noteAt);
    const drawn = Array.isArray(clip['clips'])
      ? clip['clips'].filter(isRecord).map((each) => ({ path, clip: each }))
      : undefined;
    const held = inner ?? drawn;
    const within = held && (await validClips(held, noteAt, progress));
    const whole = { ...present(clip), ...(within && { clips: within.clips }) };
    const sent = repaired(TemplateClip, whole, dispensable, MAX_REPAIRS, note);
    if (E.isLeft(sent)) {
      note(`the clip was left out: ${sent.left[0] ?? ''}`, 'leftOut');
      dropped.set(clip['id'] ?? '', clip['timeFrame']);
      continue;
    }
    const at = `clips[${valid.length}]`;
    const inside = (within?.places ?? []).map(([from, place]) => [from, `${at}.${place}`] as const);
    places.push([path, at], ...inside);
    valid.push(sent.right);
  }
  return { clips: dropped.size === 0 ? valid : valid.map((clip) => relinked(clip, dropped)), places };
};
