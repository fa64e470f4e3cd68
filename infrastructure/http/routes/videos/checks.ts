import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { checkVideo } from '../../../../application/previews/check-video.js';
import { CheckRecord, checkRecord } from '../../../../application/records/check-record.js';
import { filledComposition } from '../../../../application/renders/request-render.js';
import { compositionOfVideo } from '../../../../application/videos/composition-of-video.js';
import { about } from '../../../../domain/codec/codec.js';
import { record } from '../../../../domain/codec/containers.js';
import { withClipIds } from '../../../../domain/composition/clips/clip-ids.js';
import type { Composition } from '../../../../domain/composition/composition.js';
import {
  CheckVideoBody,
  type CreateRenderBody,
  type CreateRenderByVideoBody,
} from '../../../../domain/composition/requests.js';
import { templateFieldProblems } from '../../../../domain/template/merge.js';
import { wrapped } from '../../contract/pages.js';
import type { Problem } from '../../contract/problem.js';
import { booleanFromText } from '../../contract/query-codecs.js';
import { availableOutputs } from '../../server/available-outputs.js';
import { type ApiRequest, type Handled, operation, type Services } from '../../server/operation.js';
import { videoOfCaller } from '../../server/owned.js';
import { placeholderIds } from '../frames/frames.js';

type Asking = Pick<ApiRequest, 'caller' | 'context'>;

const never = new AbortController().signal;

/** Checks a composition for the caller. */
const checked = (
  services: Services,
  { caller, context }: Asking,
  composition: Composition,
): TE.TaskEither<Problem, { readonly status: 200; readonly json: string }> =>
  pipe(
    checkVideo(services)(caller.ownerId, composition, context.signal ?? never),
    TE.map((check) => ({ status: 200, json: JSON.stringify({ data: checkRecord(check) }) })),
  );

/** Checks a video that is not stored. */
export const checkBody = (
  services: Services,
  { body, ...request }: Asking & { readonly body: CreateRenderBody },
): Handled => {
  const { autoGenerateCaptionWords: _, output, ...video } = body;
  const problems = templateFieldProblems(video.clips);
  if (problems.length > 0) return TE.left({ _tag: 'MergeIsInvalid', problems });
  const { version, metadata, renderOptionsInUI, clips } = video;
  return pipe(
    TE.fromEither(availableOutputs(services, output ?? metadata.output)),
    TE.flatMap(() =>
      checked(services, request, {
        version,
        metadata,
        renderOptionsInUI,
        clips: withClipIds(clips, [], placeholderIds(clips)),
      }),
    ),
  );
};

/** Checks the current version of the video with this id. */
export const checkStored = (
  services: Services,
  { body, ...request }: Asking & { readonly body: Pick<CreateRenderByVideoBody, 'merge' | 'output'> },
  id: string | undefined,
): Handled =>
  pipe(
    TE.fromEither<Problem, void>(availableOutputs(services, body.output)),
    TE.flatMap(() => videoOfCaller(services.queries, request.caller, id)),
    TE.flatMapEither((video) => filledComposition(compositionOfVideo(video), body.merge)),
    TE.flatMap((composition) => checked(services, request, composition)),
  );

/** The query of operations that can be tried without an effect. */
export const DryRunQuery = record(
  {},
  {
    dryRun: about(
      'With `true`, nothing is rendered or stored: the response is a check with status 200, and an Idempotency-Key is ignored.',
      booleanFromText,
    ),
  },
);

/** What those operations have in common. */
export const dryRun = {
  query: DryRunQuery,
  isRead: (query: Readonly<Record<string, unknown>>): boolean => query['dryRun'] === 'true',
  instead: { meaning: 'With `dryRun`: the check.', schema: wrapped(CheckRecord) },
};

/** `POST /v1/videos/{id}/check` */
export const checkVideoOperation = operation({
  method: 'POST',
  path: '/v1/videos/{id}/check',
  access: 'api-key-or-editor',
  id: 'checkVideo',
  tag: 'Videos',
  isRead: true,
  summary: 'Check a video',
  description:
    'Reads every source of the current version and lays out its texts, as a render would, and lists what is wrong. Also estimates how long a render takes and how large it is. Sources that do not arrive within 20 s are not checked, nor are those after the first 100. `POST /v1/renders?dryRun=true` checks a video that is not stored.',
  body: CheckVideoBody,
  example: {},
  answers: {
    success: 200,
    meaning: 'The check, also if the video has problems.',
    schema: wrapped(CheckRecord),
    problems: [403, 404, 413, 422],
  },
  handle: (services) => (request) => checkStored(services, request, request.params['id']),
});
