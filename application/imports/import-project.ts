import type * as E from 'fp-ts/lib/Either.js';
import { creatomate } from './creatomate.js';
import { editly } from './editly.js';
import { type Converter, convert, type Imported } from './imported.js';
import { json2video } from './json2video.js';
import type { JsonObject } from './json-object.js';
import { openTimeline } from './open-timeline.js';
import { shotstack } from './shotstack.js';
import { zvid } from './zvid.js';

/** The systems whose projects can be imported. */
export const IMPORT_FORMATS = ['shotstack', 'creatomate', 'json2video', 'zvid', 'editly', 'otio'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

const CONVERTERS: Readonly<Record<ImportFormat, Converter>> = {
  shotstack,
  creatomate,
  json2video,
  zvid,
  editly,
  otio: openTimeline,
};

/**
 * Converts a project of another system, without storing it.
 * @param project untrusted JSON
 * @returns the problems if no valid video can be made of it
 */
export const importProject = (
  format: ImportFormat,
  project: JsonObject,
): Promise<E.Either<ReadonlyArray<string>, Imported>> => convert(CONVERTERS[format], project);
