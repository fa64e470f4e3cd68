import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { checkVideo } from '../../../../application/previews/check-video.js';
import { CheckRecord, checkRecord } from '../../../../application/records/check-record.js';
import { filledComposition } from '../../../../application/renders/request-render.js';
import { compositionOfVideo } from '../../../../application/videos/composition-of-video.js';
import type { Composition } from '../../../../domain/composition/composition.js';
import {
  CheckProjectBody,
  CheckVideoBody,
  type CreateRenderByVideoBody,
} from '../../../../domain/composition/requests.js';
import { EXAMPLE_TITLE } from '../../contract/examples.js';
import { type Operation } from '../../server/operation.js';
import { recordOperation } from '../../server/record-operation.js';
import type { Problem } from '../../contract/problem.js';
import type { ApiDependencies } from '../../server/api-dependencies.js';
import { type Requester, withPreviewPermit } from '../../server/preview-permit.js';
import { videoOfCaller } from '../../server/owned.js';
import { unstoredComposition } from '../frames/frames.js';
import type { VideoRow } from '../../../../application/ports/queries.js';

/** Checks a composition for the caller. @param output what a render writes, if not what the composition says */
const checked = (
  dependencies: ApiDependencies,
  requester: Requester,
  { metadata, ...rest }: Composition,
  output = metadata.output,
): TE.TaskEither<Problem, CheckRecord> => {
  const composition = { ...rest, metadata: { ...metadata, ...(output ? { output } : {}) } };
  return pipe(
    checkVideo(dependencies)(
      requester.caller.ownerId,
      withPreviewPermit(dependencies, requester, composition, (signal, by) =>
        dependencies.previews.check(composition, signal, by),
      ),
    ),
    TE.map(checkRecord),
  );
};

/** Checks a video that is not stored, filled with the values if it is a template. */
export const checkBody = (
  dependencies: ApiDependencies,
  { body, ...request }: Requester & { readonly body: CheckProjectBody },
): TE.TaskEither<Problem, CheckRecord> => {
  const { merge, output, ...video } = body;
  return pipe(
    TE.fromEither(filledComposition(unstoredComposition(video), merge)),
    TE.flatMap((composition) => checked(dependencies, request, composition, output)),
  );
};

/** Checks the current version of a video. */
export const checkStored = (
  dependencies: ApiDependencies,
  { body, ...request }: Requester & { readonly body: Pick<CreateRenderByVideoBody, 'merge' | 'output'> },
  video: VideoRow,
): TE.TaskEither<Problem, CheckRecord> =>
  pipe(
    TE.fromEither(filledComposition(compositionOfVideo(video), body.merge)),
    TE.flatMap((composition) => checked(dependencies, request, composition, body.output)),
  );

export const checkOperations: ReadonlyArray<Operation> = [
  recordOperation('POST /v1/check', {
    id: 'checkProject',
    tag: 'Videos',
    isRead: true,
    summary: 'Check a video that is not stored',
    description:
      'Like the check of a stored video. The project may be a template: `merge` has its values. Nothing is stored.',
    body: CheckProjectBody,
    example: EXAMPLE_TITLE,
    returns: 'The check, also if the video has problems.',
    data: CheckRecord,
    problems: [403],
    handle: checkBody,
  }),

  recordOperation('POST /v1/videos/{id}/check', {
    access: 'api-key-or-editor',
    id: 'checkVideo',
    isRead: true,
    summary: 'Check a video',
    description:
      'Reads every source of the current version and lays out its texts, as a render would, and lists what is wrong. Also estimates how long a render takes and how large it is. Sources that do not arrive within 20 s are not checked, nor are those after the first 100. `POST /v1/check` checks a video that is not stored.',
    body: CheckVideoBody,
    example: {},
    returns: 'The check, also if the video has problems.',
    data: CheckRecord,
    problems: [413, 422],
    of: videoOfCaller,
    handle: checkStored,
  }),
];
