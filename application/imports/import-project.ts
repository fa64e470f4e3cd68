import * as E from 'fp-ts/lib/Either.js';
import { convert, type Imported } from './convert.js';
import { creatomate } from './creatomate/script.js';
import { findProject, IMPORT_FORMATS, type ImportFormat, SIGNATURES } from './detect.js';
import type { Converter } from './draft.js';
import { editly } from './editly/spec.js';
import { json2video } from './json2video/movie.js';
import { openTimeline } from './otio/timeline.js';
import type { JsonObject } from './reading/json-object.js';
import { shotstack } from './shotstack/edit.js';
import { vidapi } from './shotstack/vidapi.js';
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
export interface ImportedProject extends Imported {
  readonly from: ImportFormat;
}

/** Fields beside a project that say nothing about its picture. */
const HARMLESS =
  /(^|\.)(id|name|title|description|owner|created\w*|updated\w*|tags|version|success|message|status|response|webhook\w*|callback)$/i;

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
  const { format, project, path, beside } = found;
  if (from !== undefined && from !== format && !isAlike(from, format))
    return E.left([`is not a project of ${from}, but of ${format}: leave out from, or correct it`]);
  const before = beside
    .filter((field) => !HARMLESS.test(field))
    .map((field) => ({ path: field, message: `is beside the project in ${path} and was not read` }));
  const result = await convert(CONVERTERS[from ?? format], project, path, before);
  return E.map((imported: Imported) => ({ ...imported, from: from ?? format }))(result);
};

export { IMPORT_FORMATS, type ImportFormat } from './detect.js';
