import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../../application/ports/fault.js';
import type { Queries, RenderRow, VideoRow, WebhookEndpointRow } from '../../application/ports/queries.js';
import { RenderId, VideoId, WebhookEndpointId } from '../../domain/ids.js';
import type { Caller } from './authenticate.js';
import type { HttpProblem, Problem } from './problem.js';

// What does not exist is not found; what belongs to somebody else may not be seen. Ids that can't be ids don't exist.

const idFrom =
  <Id extends string>(brand: { readonly is: (u: unknown) => u is Id }, what: string) =>
  (text: string | undefined): E.Either<HttpProblem, Id> =>
    brand.is(text) ? E.right(text) : E.left({ _tag: 'NotFound', what });

export const videoIdFrom = idFrom<VideoId>(VideoId, 'video');
export const renderIdFrom = idFrom<RenderId>(RenderId, 'render');
export const webhookEndpointIdFrom = idFrom<WebhookEndpointId>(WebhookEndpointId, 'webhook');

const ownedBy =
  <Row extends { readonly ownerId: string }>(caller: Caller, missing: Problem, foreign: Problem) =>
  (found: O.Option<Row>): E.Either<Problem, Row> => {
    if (O.isNone(found)) return E.left(missing);
    return found.value.ownerId === caller.ownerId ? E.right(found.value) : E.left(foreign);
  };

type Found<Row> = TE.TaskEither<Problem | Fault, Row>;

/** The caller's video with this id. */
export const videoOfCaller = ({ videos }: Queries, caller: Caller, id: string | undefined): Found<VideoRow> =>
  pipe(
    TE.fromEither<Problem, VideoId>(videoIdFrom(id)),
    TE.flatMap((videoId) =>
      pipe(
        videos.byId(videoId),
        TE.flatMapEither(
          ownedBy(
            caller,
            { _tag: 'VideoDoesNotExist', videoId },
            { _tag: 'VideoBelongsToAnotherOwner', videoId },
          ),
        ),
      ),
    ),
  );

/** The id, if it is that of a video of the caller. */
export const videoIdOfCaller = (
  { videos }: Queries,
  caller: Caller,
  id: string | undefined,
): Found<VideoId> =>
  pipe(
    TE.fromEither<Problem, VideoId>(videoIdFrom(id)),
    TE.tap((videoId) =>
      pipe(
        videos.ownerOf(videoId),
        TE.map(O.map((ownerId) => ({ ownerId }))),
        TE.flatMapEither(
          ownedBy(
            caller,
            { _tag: 'VideoDoesNotExist', videoId },
            { _tag: 'VideoBelongsToAnotherOwner', videoId },
          ),
        ),
      ),
    ),
  );

/** The caller's render with this id. */
export const renderOfCaller = (
  { renders }: Queries,
  caller: Caller,
  id: string | undefined,
): Found<RenderRow> =>
  pipe(
    TE.fromEither<Problem, RenderId>(renderIdFrom(id)),
    TE.flatMap((renderId) =>
      pipe(
        renders.byId(renderId),
        TE.flatMapEither(
          ownedBy(
            caller,
            { _tag: 'RenderDoesNotExist', renderId },
            { _tag: 'RenderBelongsToAnotherOwner', renderId },
          ),
        ),
      ),
    ),
  );

/** The caller's webhook endpoint with this id. */
export const webhookOfCaller = (
  { webhookEndpoints }: Queries,
  caller: Caller,
  id: string | undefined,
): Found<WebhookEndpointRow> =>
  pipe(
    TE.fromEither<Problem, WebhookEndpointId>(webhookEndpointIdFrom(id)),
    TE.flatMap((endpointId) =>
      pipe(
        webhookEndpoints.byId(endpointId),
        TE.flatMapEither(
          ownedBy(
            caller,
            { _tag: 'WebhookEndpointDoesNotExist', endpointId },
            { _tag: 'WebhookEndpointBelongsToAnotherOwner', endpointId },
          ),
        ),
      ),
    ),
  );
