import * as E from 'fp-ts/lib/Either.js';
import { decode } from '../../domain/codec/codec.js';
import { template } from '../../domain/codec/containers.js';
import { isTemplateText } from '../../domain/codec/placeholders.js';
import { ClipInput } from '../../domain/composition/clips/clip.js';
import { CreateVideoBody } from '../../domain/composition/requests.js';
import { letOthersRun } from '../let-others-run.js';
import { type Deviation, deviations, type Note } from './deviations.js';
import { type JsonObject, present } from './json-object.js';
import { reader, type Reader } from './reader.js';
import { noteExpressions } from './template-variables.js';

/** A clip in the wire format, and where it comes from. */
export interface DraftClip {
  readonly path: string;
  readonly clip: JsonObject;
}

/** A video in the wire format, before it is validated. */
export interface Draft {
  readonly metadata: JsonObject;
  readonly clips: ReadonlyArray<DraftClip>;
  /** Variables of a template, by name. */
  readonly variables?: JsonObject;
}

/** A project that was converted. */
export interface Imported {
  /** The body of `POST /v1/videos`. */
  readonly video: JsonObject;
  readonly deviations: ReadonlyArray<Deviation>;
}

/** Reads a project of another system. It notes what differs. */
export type Converter = (project: Reader, note: Note) => Draft;

/** The URL of a source. Where a project has none that can be fetched, it gets a placeholder, which is noted. */
export const sourceOf = (clip: Reader, name: string): string => {
  const source = clip.text(name) ?? '';
  if (isTemplateText(source)) return source;
  if (URL.canParse(source) && /^https?:/.test(source)) return source;
  clip.differs(name, 'is not a URL that the service can fetch: replace it');
  return `https://replace.invalid/${encodeURIComponent(source.slice(0, 500))}`;
};

/** How many clips are validated before other work of the process has a turn. */
const AT_ONCE = 50;

const TemplateClip = template(ClipInput);

/** A clip that the format cannot express is left out and noted, so that the rest can be used. */
const validClips = async (
  clips: ReadonlyArray<DraftClip>,
  note: Note,
): Promise<ReadonlyArray<JsonObject>> => {
  const valid: JsonObject[] = [];
  for (const [index, { path, clip }] of clips.entries()) {
    if (index % AT_ONCE === 0) await letOthersRun();
    noteExpressions(clip, path, note);
    const sent = present(clip);
    const decoded = decode(TemplateClip, sent);
    if (E.isRight(decoded)) valid.push(sent);
    else note(path, `was left out: ${decoded.left.slice(0, 3).join('; ')}`);
  }
  await letOthersRun();
  return valid;
};

/**
 * Converts a project.
 * @returns the problems if no valid video can be made of it
 */
export const convert = async (
  converter: Converter,
  project: JsonObject,
): Promise<E.Either<ReadonlyArray<string>, Imported>> => {
  const { note, list } = deviations();
  const root = reader(project, '', note);
  const { metadata, clips, variables = {} } = converter(root, note);
  root.finish();
  const video = {
    metadata: present(metadata),
    clips: await validClips(clips, note),
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
  };
  return E.map(() => ({ video, deviations: list() }))(decode(CreateVideoBody, video));
};
