import { isRecord } from '../../domain/codec/json.js';
import type { JsonObject } from './reading/json-object.js';

/** The systems whose projects can be imported. */
export const IMPORT_FORMATS = [
  'shotstack',
  'creatomate',
  'json2video',
  'zvid',
  'editly',
  'vidapi',
  'otio',
] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

const objectOf = (value: unknown): JsonObject => (isRecord(value) ? value : {});
const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : []);
const some = (value: unknown, holds: (item: JsonObject) => boolean): boolean =>
  listOf(value).some((item) => isRecord(item) && holds(item));
const hasAny = (value: JsonObject, ...names: ReadonlyArray<string>): boolean =>
  names.some((name) => Object.hasOwn(value, name));

const clipsIn = ({ timeline }: JsonObject): ReadonlyArray<JsonObject> =>
  listOf(objectOf(timeline)['tracks']).flatMap((track) => listOf(objectOf(track)['clips']).filter(isRecord));

const hasTracks = ({ timeline }: JsonObject): boolean => Array.isArray(objectOf(timeline)['tracks']);

/** The assets that Shotstack and VidAPI both have. */
const IN_BOTH = /^(video|audio|image|text|html)$/;

/** What only VidAPI has: flat fields of text, colours as assets, named transitions. */
const isVidapi = (project: JsonObject): boolean =>
  hasAny(project, 'renderer', 'captions', 'template_id') ||
  (hasAny(objectOf(project['output']), 'width', 'height', 'aspect_ratio', 'preset') &&
    clipsIn(project).every(({ asset }) => IN_BOTH.test(String(objectOf(asset)['type'])))) ||
  clipsIn(project).some(
    ({ asset, transition }) =>
      objectOf(asset)['type'] === 'color' ||
      hasAny(objectOf(asset), 'font_size', 'font_family', 'line_height') ||
      hasAny(objectOf(transition), 'name'),
  );

const isOfJson2video = (type: unknown): boolean =>
  typeof type === 'string' && /^(component|voice|subtitles|audiogram|html|template)$/.test(type);

/** How the projects of a system are known. */
interface Signature {
  readonly is: (project: JsonObject) => boolean;
  /** What a document must have, for error messages. */
  readonly wanted: string;
  /** Fields of a project that may be beside it in a request. */
  readonly outer?: ReadonlyArray<string>;
}

const OF_EDITS = ['output', 'merge'];

/** The signatures of the systems, the most distinctive first. */
export const SIGNATURES: Readonly<Record<ImportFormat, Signature>> = {
  otio: {
    is: ({ OTIO_SCHEMA }) => typeof OTIO_SCHEMA === 'string' && OTIO_SCHEMA.startsWith('Timeline.'),
    wanted: 'an object with an OTIO_SCHEMA of Timeline',
  },
  vidapi: {
    is: (project) => hasTracks(project) && isVidapi(project),
    wanted: 'a composition with timeline.tracks',
    outer: OF_EDITS,
  },
  shotstack: { is: hasTracks, wanted: 'an edit with timeline.tracks', outer: OF_EDITS },
  zvid: {
    is: (project) =>
      hasAny(project, 'visuals', 'audios', 'subtitle') ||
      some(project['scenes'], (scene) => hasAny(scene, 'visuals', 'audios')),
    wanted: 'a project with visuals or scenes',
  },
  editly: {
    is: ({ clips, outPath }) =>
      Array.isArray(clips) &&
      (outPath !== undefined || clips.length === 0 || some(clips, (clip) => hasAny(clip, 'layers'))),
    wanted: 'a specification with clips that have layers',
  },
  json2video: {
    is: ({ scenes, elements, ...others }) =>
      Array.isArray(scenes) ||
      (Array.isArray(elements) &&
        (hasAny(others, 'resolution', 'quality', 'draft') ||
          some(elements, ({ type, src }) => src !== undefined || isOfJson2video(type)))),
    wanted: 'a movie with scenes or elements',
  },
  creatomate: {
    is: ({ elements }) => Array.isArray(elements),
    wanted: 'a RenderScript with elements',
    outer: ['output_format', 'frame_rate', 'snapshot_time'],
  },
};

/** A project found in a document. */
export interface Found {
  readonly format: ImportFormat;
  readonly project: JsonObject;
  /** Where the project is in the document; empty for the document itself. */
  readonly path: string;
  /** Fields beside the project: their values by their paths. */
  readonly beside: JsonObject;
}

/** How deep a project is looked for: requests wrap it, such as in `payload` or `data.template`. */
const DEEPEST = 4;
/** How many values are looked at in each level. */
const MOST = 200;

/** An object of a document, and the objects around it, each with the name of what is inside. */
interface Candidate extends Pick<Found, 'project' | 'path'> {
  readonly around: ReadonlyArray<{
    readonly outer: JsonObject;
    readonly path: string;
    readonly name: string;
  }>;
}

const pathIn = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** The objects in an object; of a list, its first item. */
const inside = ({ project, path, around }: Candidate): ReadonlyArray<Candidate> =>
  Object.entries(project).flatMap(([name, inner]) => {
    const at = pathIn(path, name);
    const [item, where] = Array.isArray(inner) ? [inner[0] as unknown, `${at}[0]`] : [inner, at];
    if (!isRecord(item)) return [];
    return [{ project: item, path: where, around: [...around, { outer: project, path, name }] }];
  });

const besideOf = ({ around }: Candidate): JsonObject =>
  Object.fromEntries(
    around.flatMap(({ outer, path, name }) =>
      Object.entries(outer)
        .filter(([other]) => other !== name)
        .map(([other, value]) => [pathIn(path, other), value]),
    ),
  );

/**
 * Finds the project in a document: the document itself, or what a request or a record wraps.
 * @param from the system, if the client states it
 */
export const findProject = (document: JsonObject, from?: ImportFormat): Found | undefined => {
  const formats = Object.keys(SIGNATURES) as ReadonlyArray<ImportFormat>;
  let level: ReadonlyArray<Candidate> = [{ project: document, path: '', around: [] }];
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    for (const candidate of level) {
      const is = (format: ImportFormat) => SIGNATURES[format].is(candidate.project);
      const format = from !== undefined && is(from) ? from : formats.find(is);
      const { project, path } = candidate;
      if (format !== undefined) return { format, project, path, beside: besideOf(candidate) };
    }
    level = level.flatMap(inside).slice(0, MOST);
  }
  return undefined;
};
