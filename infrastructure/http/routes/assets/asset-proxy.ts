import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { proxyKey } from '../../../../application/assets/asset-proxies.js';
import type { Problem } from '../../contract/problem.js';
import { whileReading } from '../../server/finish-upload.js';
import { partyOf } from '../../server/held-places.js';
import { operation, type OperationResponse } from '../../server/operation.js';
import { assetOfCaller } from '../../server/owned.js';
import { objectResponse, ready } from './asset-content.js';
import { assetOperation } from './asset-response.js';

/** When to ask again, in s. */
const LATER: OperationResponse = { status: 202, headers: { 'Retry-After': '5' } };

export const assetProxyOperation = operation('GET /v1/assets/{id}/proxy', {
  ...assetOperation,
  id: 'getAssetProxy',
  summary: 'Get a small version of a video',
  description:
    'Returns the video in H.264, with at most 540 lines and 60 frames per second, and a key frame every half second, for smooth editing. A worker makes it when it is first asked for, and it is kept as long as the asset.',
  headers: { Range: 'The part to return: `bytes=0-1023`.' },
  uses: 'downloads',
  returns: 'The small version, or with status 206 the requested part of it.',
  later: 'It is being made: ask again after `Retry-After`.',
  schema: { type: 'string' },
  media: ['video/mp4'],
  tagged: true,
  problems: [409, 416, 422],
  handle: (services, { caller, params, header }) => {
    const { assetStorage, proxies, queries } = services;
    return pipe(
      assetOfCaller(queries, caller, params['id']),
      TE.flatMap(ready),
      TE.filterOrElse(
        ({ media }) => media.kind === 'video',
        (): Problem => ({ _tag: 'NotFound', what: 'proxy of this kind of asset' }),
      ),
      TE.flatMap((asset): TE.TaskEither<Problem, OperationResponse> => async () => {
        const find = assetStorage.find(proxyKey(asset.key));
        let found = await find();
        if (E.isRight(found) && O.isNone(found.right)) {
          const made = await whileReading(proxies.make(asset, partyOf(caller)));
          if (!made) return E.right(LATER);
          if (E.isLeft(made)) return made;
          found = await find();
        }
        if (E.isLeft(found)) return found;
        if (O.isNone(found.right)) return E.right(LATER);
        const { sha256, name } = asset;
        return objectResponse(found.right.value, { type: 'video/mp4', tag: `proxy-${sha256}`, name }, header);
      }),
    );
  },
});
