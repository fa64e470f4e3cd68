import type { Router } from '@koa/router';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Context } from 'koa';
import { outputsExpireAt } from '../../../../application/outputs/retention.js';
import type { Clock } from '../../../../application/ports/clock.js';
import type { Fault } from '../../../../application/ports/fault.js';
import type { ObjectStorage, StoredObject } from '../../../../application/ports/object-storage.js';
import type { Queries } from '../../../../application/ports/all-queries.js';
import type { OwnerId, RenderId } from '../../../../domain/ids.js';
import { mediaTypeOf } from '../../../../domain/composition/fields/output-formats.js';
import { fileNameOfOutputKey, renderOfOutputKey } from '../../../../domain/render/output-key.js';
import type { HttpProblem, Problem } from '../../contract/problem.js';
import { sendProblem } from '../../server/responding.js';
import { type ApiResources, acquirePermit } from '../../server/request-permits.js';
import { isCopyCurrent, requestedRange } from '../../server/conditional-requests.js';
import { contentDisposition } from '../../server/content-disposition.js';

/** An entity tag that changes whenever the file is replaced. */
const etagOf = ({ bytes, modifiedAt }: StoredObject): string =>
  `"${bytes.toString(36)}-${modifiedAt.getTime().toString(36)}"`;

const typeOfKey = (key: string): string | undefined => mediaTypeOf(key.split('.').at(-1) ?? '');

/**
 * `Content-Disposition`: browsers play the file in place, or save it with `?download`, also from pages of other origins.
 * The file is named after the video, without the secret part of the address.
 */
const dispositionOf = ({ query }: Context, key: string, title: string): string | undefined => {
  const name = fileNameOfOutputKey(key, title);
  return name && contentDisposition(query['download'] === undefined ? 'inline' : 'attachment', name);
};

const sendObject = (ctx: Context, key: string, { object, title }: OwnedObject): void => {
  ctx.set({
    'Content-Type': typeOfKey(key) ?? 'application/octet-stream',
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, max-age=3600',
    'Last-Modified': object.modifiedAt.toUTCString(),
    ETag: etagOf(object),
  });
  const disposition = dispositionOf(ctx, key, title);
  if (disposition !== undefined) ctx.set('Content-Disposition', disposition);
  if (isCopyCurrent(ctx.get('if-none-match'), etagOf(object))) {
    ctx.status = 304;
    return;
  }
  const requested = { range: ctx.method === 'HEAD' ? '' : ctx.get('range'), ifRange: ctx.get('if-range') };
  const range = requestedRange(requested, { ...object, etag: etagOf(object) });
  if (range === 'unsatisfiable')
    return sendProblem(ctx, { _tag: 'RangeNotSatisfiable', bytes: object.bytes });
  ctx.status = range ? 206 : 200;
  if (range) ctx.set('Content-Range', `bytes ${range.start}-${range.end}/${object.bytes}`);
  ctx.length = range ? range.end - range.start + 1 : object.bytes;
  if (ctx.method !== 'HEAD') ctx.body = object.read(range);
};

export interface OutputDependencies {
  readonly objectStorage: Pick<ObjectStorage, 'find' | 'signedUrl'>;
  /** `presigned`: clients are redirected to the object storage, if it serves them. */
  readonly outputUrls: 'proxy' | 'presigned';
  /** Number of days after which outputs are deleted; 0 keeps them. */
  readonly retentionDays: number;
  readonly clock: Clock;
  readonly queries: Pick<Queries, 'renders'>;
  readonly permits: Pick<ApiResources, 'downloads'>;
}

/** How long a client may start to read from a signed URL, in seconds. */
const SIGNED_SECONDS = 3600;

const notFound: HttpProblem = { _tag: 'NotFound', what: 'output' };

/** Why a file that a completed render recorded is not in the storage. */
const goneOutput = ({ queries, retentionDays, clock }: OutputDependencies, renderId: RenderId) =>
  pipe(
    queries.renders.byId(renderId),
    TE.flatMap((found) => {
      const at = O.isSome(found) ? outputsExpireAt(found.value, retentionDays) : undefined;
      const isOver = at !== undefined && Date.parse(at) <= clock.now().getTime();
      return TE.left<Problem>({
        _tag: 'OutputIsGone',
        renderId,
        ...(isOver ? { expired: { retentionDays, at } } : {}),
      });
    }),
  );

/** A stored file, its owner, and the title of the video that it shows. */
interface OwnedObject {
  readonly owner: OwnerId;
  readonly title: string;
  readonly object: StoredObject;
}

/** The file with a key, if a completed render has recorded that key. Other files in the storage are not served. */
const recordedObject = (
  dependencies: OutputDependencies,
  key: string,
): TE.TaskEither<Problem, OwnedObject> => {
  const renderId = renderOfOutputKey(key);
  if (renderId === undefined) return TE.left(notFound);
  return pipe(
    dependencies.queries.renders.ofOutput(renderId, key),
    TE.flatMapOption(
      (found) => found,
      (): Problem => notFound,
    ),
    TE.flatMap((of) =>
      pipe(
        dependencies.objectStorage.find(key),
        TE.flatMap(O.match(() => goneOutput(dependencies, renderId), TE.of<Problem, StoredObject>)),
        TE.map((object) => ({ ...of, object })),
      ),
    ),
  );
};

/**
 * The URL in the object storage to which a client is redirected, if at all. A signed URL allows only GET, and the
 * segments of a playlist are addressed relative to it.
 */
const redirection = (
  { objectStorage, outputUrls }: OutputDependencies,
  ctx: Context,
  key: string,
  title: string,
): TE.TaskEither<Fault, O.Option<string>> =>
  outputUrls === 'presigned' && ctx.method === 'GET' && !key.endsWith('.m3u8')
    ? objectStorage.signedUrl(key, SIGNED_SECONDS, {
        disposition: dispositionOf(ctx, key, title),
        type: typeOfKey(key),
      })
    : TE.right(O.none);

/**
 * `GET /outputs/{key}`: the outputs of completed renders, whole or in ranges. No API key is required, because players
 * and download tools cannot send one; the key cannot be guessed.
 */
export const outputRoutes = (router: Router, dependencies: OutputDependencies): void => {
  router.get('/outputs/:key', async (ctx) => {
    const key = ctx.params['key'] ?? '';
    const found = await recordedObject(dependencies, key)();
    if (E.isLeft(found)) return sendProblem(ctx, found.left);
    const url = await redirection(dependencies, ctx, key, found.right.title)();
    if (E.isLeft(url)) return sendProblem(ctx, url.left);
    if (O.isNone(url.right)) {
      const { owner } = found.right;
      const permit = await acquirePermit(dependencies.permits.downloads, { owner, linkTo: key }, ctx.res);
      return E.isLeft(permit) ? sendProblem(ctx, permit.left) : sendObject(ctx, key, found.right);
    }
    ctx.set('Cache-Control', 'private, no-store'); // the signed URL expires
    ctx.redirect(url.right.value);
  });
};
