import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { comparisonOf, patchBetween } from '../../../../application/comparison/compare-versions.js';
import type { VideoVersionRow } from '../../../../application/ports/queries.js';
import { ComparisonRecord } from '../../../../application/records/comparison-record.js';
import { PatchRecord } from '../../../../application/records/version-record.js';
import { type VideoRecord, videoRecord } from '../../../../application/records/video-record.js';
import { compositionOfVersion, versionOf } from '../../../../application/videos/video-history.js';
import { about } from '../../../../domain/codec/codec.js';
import { record } from '../../../../domain/codec/containers.js';
import { oneOf } from '../../../../domain/codec/scalars.js';
import type { Composition } from '../../../../domain/composition/composition.js';
import { wrapped } from '../../contract/pages.js';
import type { Problem } from '../../contract/problem.js';
import { problemResponse } from '../../contract/problem-responses.js';
import { wholeNumberFromText } from '../../contract/query-codecs.js';
import { ok, operation, type OperationResponse } from '../../server/operation.js';
import type { ApiDependencies } from '../../server/api-dependencies.js';
import type { Caller } from '../../server/authenticate.js';
import { visibleTo } from '../../server/editor-rights.js';
import { type Requester, withPreviewPermit } from '../../server/preview-permit.js';
import {
  COMPARISON_POLICY,
  comparisonPage,
  type ContactPicture,
  type ContactRow,
} from './comparison-page.js';
import { HIGHEST_VERSION, versionOfCaller, versionOperation } from './versions.js';

type Version = VideoVersionRow & { readonly composition: Composition };

const withContent =
  ({ eventArchive }: ApiDependencies, caller: Caller) =>
  (row: VideoVersionRow): TE.TaskEither<Problem, Version> =>
    pipe(
      compositionOfVersion(eventArchive)(row),
      TE.map((composition) => ({ ...row, composition: visibleTo(caller, composition) })),
    );

/** Two versions of one video. */
interface Compared {
  readonly before: Version;
  readonly after: Version;
}

const patchResponse = (dependencies: ApiDependencies, { before, after }: Compared) =>
  pipe(
    versionOf(dependencies.queries.videos, after.videoId, 1),
    TE.map(({ createdAt }) => {
      const shown = (version: Version): VideoRecord =>
        videoRecord({ ...version, createdAt, updatedAt: version.createdAt });
      return ok(patchBetween(shown(before), shown(after)));
    }),
  );

const compare = ({ publicBaseUrl }: ApiDependencies, { before, after }: Compared) =>
  TE.fromTask(() =>
    comparisonOf(
      after.videoId,
      before,
      after,
      (version, ms) => `${publicBaseUrl}/v1/videos/${after.videoId}/versions/${version}/frame?t=${ms}`,
    ),
  );

const HTML = 'text/html';

/** How many ranges have pictures, and their width in px. */
const SHEET = { rows: 12, width: 320 };

const ENDED: ContactPicture = { _tag: 'NotDrawn', reason: 'The video has ended.' };

/** The frame of a composition, or the reason why it cannot be drawn: a lost source must not prevent the whole comparison. */
const pictureAt = (
  dependencies: ApiDependencies,
  composition: Composition,
  ms: number,
  requester: Requester,
): TE.TaskEither<Problem, ContactPicture> =>
  pipe(
    withPreviewPermit(dependencies, requester, composition, (signal, by) =>
      dependencies.previews.frame({ composition, ms, format: 'webp', width: SHEET.width }, signal, by),
    ),
    TE.map((webp): ContactPicture => ({ _tag: 'Drawn', webp })),
    TE.orElse((problem): TE.TaskEither<Problem, ContactPicture> =>
      problem._tag === 'NoWorkerAvailable' || problem._tag === 'NoPlace' || problem._tag === 'Abandoned'
        ? TE.left(problem)
        : TE.right({ _tag: 'NotDrawn', reason: problemResponse(problem).message.join(' ') }),
    ),
  );

const contactRow = (
  dependencies: ApiDependencies,
  { before, after }: Compared,
  range: ComparisonRecord['ranges'][number],
  requester: Requester,
): TE.TaskEither<Problem, ContactRow> => {
  const picture = ({ composition }: Version, url: string | undefined) =>
    url === undefined ? TE.right(ENDED) : pictureAt(dependencies, composition, range.t, requester);
  return pipe(
    TE.Do,
    TE.bind('before', () => picture(before, range.beforeFrameUrl)),
    TE.bind('after', () => picture(after, range.afterFrameUrl)),
    TE.map((pictures) => ({ range, ...pictures })),
  );
};

/** The page with pictures, drawn one after the other. */
const page = (
  dependencies: ApiDependencies,
  versions: Compared,
  comparison: ComparisonRecord,
  requester: Requester,
): TE.TaskEither<Problem, OperationResponse> =>
  pipe(
    comparison.ranges.slice(0, SHEET.rows),
    TE.traverseSeqArray((range) => contactRow(dependencies, versions, range, requester)),
    TE.map((rows) => ({
      status: 200,
      content: {
        type: 'text/html; charset=utf-8',
        data: comparisonPage(comparison, versions.after.composition.metadata.name, rows),
      },
      headers: { 'Content-Security-Policy': COMPARISON_POLICY, 'Referrer-Policy': 'no-referrer' },
    })),
  );

export const versionDiffOperation = operation('GET /v1/videos/{id}/versions/{version}/diff', {
  ...versionOperation,
  id: 'diffVersions',
  summary: 'Compare two versions of a video',
  description: `Compares this version of the video with version \`against\`, by default the previous version (for the first version: itself). \`format\` is \`patch\`: a JSON Patch (RFC 6902) that turns \`against\`, in its response form, into this version; \`json\`: the fields that differ, and the ranges of the timeline that may look different; or \`html\`: the same as a page with pictures of both versions in the middle of the first ${SHEET.rows} ranges. The default is \`patch\`, or \`html\` for a client that prefers \`text/html\`.`,
  exampleQuery: { against: 1, format: 'json' },
  query: record(
    {},
    {
      against: about('The version to compare with.', wholeNumberFromText(1, HIGHEST_VERSION)),
      format: about('The form of the comparison.', oneOf('patch', 'json', 'html')),
    },
  ),
  returns: 'The comparison. A patch is empty if the versions are equal.',
  schema: { anyOf: [wrapped(PatchRecord), wrapped(ComparisonRecord)] },
  media: ['application/json', HTML],
  handle: (dependencies, { caller, params, query: { against, format }, accepted, signal }) =>
    pipe(
      versionOfCaller(dependencies, caller, params),
      TE.flatMap(withContent(dependencies, caller)),
      TE.bindTo('after'),
      TE.bind('before', ({ after: { videoId, version } }) =>
        pipe(
          versionOf(dependencies.queries.videos, videoId, against ?? Math.max(1, version - 1)),
          TE.flatMap(withContent(dependencies, caller)),
        ),
      ),
      TE.flatMap((versions): TE.TaskEither<Problem, OperationResponse> => {
        switch (format ?? (accepted === HTML ? 'html' : 'patch')) {
          case 'patch':
            return patchResponse(dependencies, versions);
          case 'json':
            return pipe(compare(dependencies, versions), TE.map(ok));
          case 'html':
            return pipe(
              compare(dependencies, versions),
              TE.flatMap((comparison) => page(dependencies, versions, comparison, { caller, signal })),
            );
        }
      }),
    ),
});
