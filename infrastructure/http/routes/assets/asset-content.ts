import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as O from 'fp-ts/lib/Option.js';
import type { AssetRow } from '../../../../application/ports/assets.js';
import type { StoredObject } from '../../../../application/ports/object-storage.js';
import type { Problem } from '../../contract/problem.js';
import { requestedRange } from '../../server/conditional-requests.js';
import { contentDisposition } from '../../server/content-disposition.js';
import { operation, type OperationResponse } from '../../server/operation.js';
import type { ApiDependencies } from '../../server/api-dependencies.js';
import { assetOfCaller } from '../../server/owned.js';
import { assetOperation } from './asset-response.js';
import { proxyKey } from '../../../../application/assets/asset-proxies.js';
import { withReadingTimeout } from '../../server/finish-upload.js';
import { partyOf } from '../../server/request-permits.js';

/** Headers for files of users: a page may read the file, but a browser that opens its address neither shows nor runs it. */
export const SANDBOX = {
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
};
export const CONTENT_HEADERS = { ...SANDBOX, 'Cache-Control': 'private, max-age=3600' };

type ReadyAsset = AssetRow & Required<Pick<AssetRow, 'key' | 'sha256' | 'media' | 'mediaType'>>;

/** The asset with its content; refuses an asset that has none. */
export const withContent = (asset: AssetRow): TE.TaskEither<Problem, ReadyAsset> => {
  const { key, sha256, media, mediaType, status, reason } = asset;
  return key === undefined || sha256 === undefined || media === undefined || mediaType === undefined
    ? TE.left({ _tag: 'AssetIsNotReady', status, ...(reason === undefined ? {} : { reason }) })
    : TE.right({ ...asset, key, sha256, media, mediaType });
};

/** Sends an object as a file, or the range of it that the client requests. */
export const objectResponse = (
  { bytes, read }: StoredObject,
  { type, tag, name }: { readonly type: string; readonly tag: string; readonly name: string },
  header: (name: string) => string,
): E.Either<Problem, OperationResponse> => {
  const etag = `"${tag}"`;
  const requested = { range: header('range'), ifRange: header('if-range') };
  const range = requestedRange(requested, { bytes, etag });
  if (range === 'unsatisfiable') return E.left({ _tag: 'RangeNotSatisfiable', bytes });
  return E.right({
    status: range ? 206 : 200,
    content: { type, data: read(range) },
    headers: {
      ...CONTENT_HEADERS,
      ETag: etag,
      'Accept-Ranges': 'bytes',
      'Content-Disposition': contentDisposition('attachment', name),
      'Content-Length': String(range ? range.end - range.start + 1 : bytes),
      ...(range ? { 'Content-Range': `bytes ${range.start}-${range.end}/${bytes}` } : {}),
    },
  });
};

/** Sends the content of an asset, or the range of it that the client requests. */
export const contentResponse = (
  { assetStorage }: Pick<ApiDependencies, 'assetStorage'>,
  asset: AssetRow,
  header: (name: string) => string,
): TE.TaskEither<Problem, OperationResponse> =>
  pipe(
    withContent(asset),
    TE.bindTo('found'),
    TE.bindW('object', ({ found }) =>
      pipe(
        assetStorage.find(found.key),
        TE.flatMapOption(
          (object) => object,
          (): Problem => ({ _tag: 'NotFound', what: 'content' }),
        ),
      ),
    ),
    TE.flatMapEither(({ found: { mediaType: type, sha256: tag, name }, object }) =>
      objectResponse(object, { type, tag, name }, header),
    ),
  );

const downloadOperation = {
  ...assetOperation,
  headers: { Range: 'The part to return: `bytes=0-1023`.' },
  uses: 'downloads',
  schema: { type: 'string' },
  tagged: true,
  of: assetOfCaller,
} as const;

export const assetContentOperation = operation('GET /v1/assets/{id}/content', {
  ...downloadOperation,
  id: 'getAssetContent',
  summary: 'Read the file of an asset',
  description: 'Returns the file as it was uploaded, or a single byte range of it.',
  returns: 'The file, or with status 206 the requested part of it.',
  media: ['application/octet-stream', '*/*'],
  problems: [409, 416],
  handle: (dependencies, { header }, asset) => contentResponse(dependencies, asset, header),
});

/** The proxy is not ready; the client retries after 5 s. */
const RETRY_LATER: OperationResponse = { status: 202, headers: { 'Retry-After': '5' } };

export const assetProxyOperation = operation('GET /v1/assets/{id}/proxy', {
  ...downloadOperation,
  id: 'getAssetProxy',
  summary: 'Get a small version of a video',
  description:
    'Returns the video in H.264, with at most 540 lines and 60 frames per second, and a key frame every half second, for smooth editing. A worker makes it when it is first asked for, and it is kept as long as the asset.',
  returns: 'The small version, or with status 206 the requested part of it.',
  later: 'It is being made: ask again after `Retry-After`.',
  media: ['video/mp4'],
  problems: [409, 416, 422],
  handle: ({ assetStorage, proxies }, { caller, header }, video) =>
    pipe(
      withContent(video),
      TE.filterOrElse(
        ({ media }) => media.kind === 'video',
        (): Problem => ({ _tag: 'NotFound', what: 'proxy of this kind of asset' }),
      ),
      TE.flatMap((asset): TE.TaskEither<Problem, OperationResponse> => async () => {
        const find = assetStorage.find(proxyKey(asset.key));
        let found = await find();
        if (E.isRight(found) && O.isNone(found.right)) {
          const made = await withReadingTimeout(proxies.make(asset, partyOf(caller)));
          if (!made) return E.right(RETRY_LATER);
          if (E.isLeft(made)) return made;
          found = await find();
        }
        if (E.isLeft(found)) return found;
        if (O.isNone(found.right)) return E.right(RETRY_LATER);
        const { sha256, name } = asset;
        return objectResponse(found.right.value, { type: 'video/mp4', tag: `proxy-${sha256}`, name }, header);
      }),
    ),
});
