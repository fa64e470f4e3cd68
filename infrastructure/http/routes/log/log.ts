import type * as t from 'io-ts';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type Fault, unavailable } from '../../../../application/ports/fault.js';
import type { MerkleLog, SignedCheckpoint } from '../../../../application/ports/merkle-log.js';
import {
  CheckpointRecord,
  checkpointRecord,
  LogProofRecord,
  logProofRecord,
} from '../../../../application/records/log-records.js';
import {
  type LogProof,
  proveConsistency,
  proveInclusion,
} from '../../../../application/transparency/log-proofs.js';
import { about } from '../../../../domain/codec/codec.js';
import { record } from '../../../../domain/codec/containers.js';
import { string } from '../../../../domain/codec/scalars.js';
import { renderStream } from '../../../../domain/render/render.js';
import { invalidRequest, type Problem } from '../../contract/problem.js';
import { wholeNumberFromText } from '../../contract/query-codecs.js';
import type { Caller } from '../../server/authenticate.js';
import { type Operation } from '../../server/operation.js';
import { recordOperation } from '../../server/record-operation.js';
import type { ApiDependencies } from '../../server/api-dependencies.js';
import { renderOfCaller, videoIdOfCaller } from '../../server/owned.js';
import { StreamOfVideo, streamOfVideo } from '../videos/versions.js';

const logOperation = { access: 'api-key-or-bearer', tag: 'Log' } as const;

/** The greatest size or revision that a query may name. */
export const MAX_LOG_SIZE = 999_999_999_999;

const readLog = <A>(read: () => Promise<A>): TE.TaskEither<Fault, A> =>
  TE.tryCatch(read, unavailable('the database'));

const newestCheckpoint = (log: MerkleLog): TE.TaskEither<Problem, SignedCheckpoint> =>
  pipe(
    readLog(log.latestCheckpoint),
    TE.flatMap(TE.fromNullable<Problem>({ _tag: 'NotFound', what: 'checkpoint' })),
  );

const ProofQuery = record(
  {},
  {
    videoId: about('The video with the event to prove.', string()),
    stream: StreamOfVideo,
    renderId: about('The render with the event to prove.', string()),
    revision: about('The revision of that event in its stream.', wholeNumberFromText(0, MAX_LOG_SIZE)),
    from: about('The size of an earlier checkpoint.', wholeNumberFromText(0, MAX_LOG_SIZE)),
    size: about(
      'The size of the log to prove against. Default: that of the newest checkpoint.',
      wholeNumberFromText(1, MAX_LOG_SIZE),
    ),
  },
);
type ProofQuery = t.TypeOf<typeof ProofQuery>;

/** The stream of the video or render in the query, which must belong to the caller. */
const streamOf = (
  { queries }: ApiDependencies,
  caller: Caller,
  { videoId, stream = 'video', renderId }: ProofQuery,
): TE.TaskEither<Problem, string> => {
  if ((videoId === undefined) === (renderId === undefined))
    return TE.left(invalidRequest('specify exactly one of videoId, renderId and from'));
  return renderId === undefined
    ? pipe(
        videoIdOfCaller(queries, caller, videoId),
        TE.map((id) => streamOfVideo(id, stream)),
      )
    : pipe(
        renderOfCaller(queries, caller, renderId),
        TE.map((render) => renderStream(render.renderId)),
      );
};

const inclusion = (
  dependencies: ApiDependencies,
  caller: Caller,
  query: ProofQuery,
  size: number,
): TE.TaskEither<Problem, LogProof> =>
  pipe(
    streamOf(dependencies, caller, query),
    TE.flatMap((stream) =>
      readLog(() => proveInclusion(dependencies.merkleLog, { stream, revision: query.revision ?? 0 }, size)),
    ),
    TE.flatMap(TE.fromNullable<Problem>({ _tag: 'NotFound', what: 'event in a log of this size' })),
  );

export const logOperations: ReadonlyArray<Operation> = [
  recordOperation('GET /v1/log/checkpoint', {
    ...logOperation,
    id: 'getLogCheckpoint',
    summary: 'Get the newest checkpoint of the log',
    description:
      'Every event of the service is a leaf of a Merkle tree. A checkpoint is the signed size and root of that tree. Keep one: together with a later export, it reveals any rewrite of earlier events.',
    data: CheckpointRecord,
    problems: [404],
    handle: ({ merkleLog }) => pipe(newestCheckpoint(merkleLog), TE.map(checkpointRecord)),
  }),

  recordOperation('GET /v1/log/proof', {
    ...logOperation,
    id: 'getLogProof',
    summary: 'Get a proof from the log',
    description:
      'With `videoId` or `renderId` and `revision`: proves that the event is in the log. With `from`: proves that the log starts with its first `from` events, unchanged.',
    query: ProofQuery,
    exampleQuery: { videoId: 'VIDEO_ID', revision: 0 },
    returns: 'The proof, for a log of `size` events.',
    data: LogProofRecord,
    problems: [403, 404],
    handle: (dependencies, { caller, query }) =>
      pipe(
        TE.Do,
        TE.bind('newest', () => newestCheckpoint(dependencies.merkleLog)),
        TE.let('size', ({ newest }) => query.size ?? newest.size),
        TE.filterOrElse(
          ({ newest, size }) => size <= newest.size,
          ({ newest }): Problem =>
            invalidRequest(`size must be at most ${newest.size}, the size of the newest checkpoint`),
        ),
        TE.flatMap(({ size }): TE.TaskEither<Problem, LogProof> => {
          const { from } = query;
          if (from === undefined) return inclusion(dependencies, caller, query, size);
          if (query.videoId !== undefined || query.renderId !== undefined)
            return TE.left(invalidRequest('specify exactly one of videoId, renderId and from'));
          if (from > size) return TE.left(invalidRequest('from must be at most size'));
          return readLog(() => proveConsistency(dependencies.merkleLog, from, size));
        }),
        TE.map(logProofRecord),
      ),
  }),
];
