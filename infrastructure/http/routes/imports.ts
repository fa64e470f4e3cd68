import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { importProject } from '../../../application/imports/import-project.js';
import { exportOpenTimeline } from '../../../application/imports/otio/export-timeline.js';
import { IMPORT_FORMATS } from '../../../application/imports/detect.js';
import { ImportRecord, TimelineRecord } from '../../../application/records/import-record.js';
import { compositionOfVideo } from '../../../application/videos/composition-of-video.js';
import { about } from '../../../domain/codec/codec.js';
import { record } from '../../../domain/codec/containers.js';
import { jsonObject } from '../../../domain/codec/json.js';
import { oneOf } from '../../../domain/codec/scalars.js';
import { wrapped } from '../contract/pages.js';
import { invalidRequest, type Problem } from '../contract/problem.js';
import { booleanFromText } from '../contract/query-codecs.js';
import { ok, type Operation, operation } from '../server/operation.js';
import { recordOperation } from '../server/record-operation.js';
import { videoOfCaller } from '../server/owned.js';
import { contactSheet } from './import-preview.js';

const PROJECT_BYTES = 1024 * 1024;

/** The importers are loaded when the first project comes: their layout engine takes a tenth of a second. */
const imported: typeof importProject = async (...project) =>
  (await import('../../../application/imports/import-project.js')).importProject(...project);

export const importOperations: ReadonlyArray<Operation> = [
  operation('POST /v1/import', {
    access: 'api-key-or-any-editor',
    id: 'importProject',
    scope: 'read',
    tag: 'Videos',
    summary: 'Convert a project of another system',
    description:
      'Converts a project of Shotstack, Creatomate, JSON2Video, Zvid, editly or VidAPI, or a timeline of OpenTimelineIO, and lists what could not be carried over exactly. Nothing is stored: send the result to `POST /v1/videos`.',
    query: record(
      {},
      {
        from: about(
          'The system that the project is from. Found out if it is left out.',
          oneOf(...IMPORT_FORMATS),
        ),
        preview: about('Whether to draw a contact sheet of the video.', booleanFromText),
      },
    ),
    body: about('The project, as it is sent to that system or exported from it.', jsonObject(PROJECT_BYTES)),
    example: {
      timeline: {
        tracks: [{ clips: [{ asset: { type: 'text', text: 'Hello' }, start: 0, length: 3 }] }],
      },
      output: { resolution: 'hd' },
    },
    returns: 'The video, and what differs.',
    schema: wrapped(ImportRecord),
    problems: [413, 422],
    handle: (dependencies, request) =>
      pipe(
        () => imported(request.body, request.query.from),
        TE.mapLeft((problems): Problem => invalidRequest(...problems)),
        TE.flatMap((converted) =>
          request.query.preview === true
            ? pipe(
                contactSheet(dependencies, request, converted.video),
                TE.map((sheet) => ({
                  ...converted,
                  ...sheet,
                  deviations: [...converted.deviations, ...sheet.deviations],
                })),
              )
            : TE.right(converted),
        ),
        TE.map(ok),
      ),
  }),

  recordOperation('GET /v1/videos/{id}/timeline', {
    access: 'api-key-or-bearer',
    id: 'exportTimeline',
    summary: 'Export a video to OpenTimelineIO',
    description:
      'Returns the current version as a timeline that editing programs can open: cuts, gaps and tracks. Each clip carries its full definition in its metadata, so that `POST /v1/import?from=otio` gives the same clips again.',
    returns: 'The timeline, and what other programs will not show.',
    data: TimelineRecord,
    of: videoOfCaller,
    handle: (_, __, video) => TE.right(exportOpenTimeline(compositionOfVideo(video))),
  }),
];
