import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { checkSpace, registerAsset } from '../../../../application/assets/assets.js';
import { storeContent, readAsset } from '../../../../application/assets/read-asset.js';
import { AssetRecord } from '../../../../application/records/asset-record.js';
import { about } from '../../../../domain/codec/codec.js';
import { record, withDefault } from '../../../../domain/codec/containers.js';
import { number, string } from '../../../../domain/codec/scalars.js';
import { fileNameOf, webUrl } from '../../../../domain/codec/web-url.js';
import { LIMITS } from '../../../../domain/composition/limits.js';
import type { AssetId } from '../../../../domain/ids.js';
import type { Fault } from '../../../../application/ports/fault.js';
import { booleanFromText } from '../../contract/query-codecs.js';
import { invalidRequest, type Problem } from '../../contract/problem.js';
import { refuseUpload } from '../../server/finish-upload.js';
import { type ReceivedFile, receiveStream } from '../../server/file-body.js';
import { type ApiRequest } from '../../server/operation.js';
import { recordOperation } from '../../server/record-operation.js';
import type { ApiDependencies } from '../../server/api-dependencies.js';
import { assetOperation, createdAsset } from './asset-response.js';
import { beginDirectUpload } from './direct-upload.js';

export const AssetName = string({ minLength: 1, maxLength: LIMITS.nameLength });

const Body = withDefault(
  about(
    'A file that the service downloads and keeps, or that you send to the object storage.',
    record(
      {},
      {
        url: about('Its publicly reachable http: or https: URL.', webUrl(LIMITS.urlLength)),
        bytes: about('Its size, with `direct=true`.', number({ minimum: 1, integer: true })),
      },
    ),
    { title: 'CreateAsset' },
  ),
  {},
);

const Query = record(
  {},
  {
    name: about('Its name. Default: that of the file.', AssetName),
    direct: about(
      'Whether to send the file to the object storage, which must be S3. Default: false.',
      booleanFromText,
    ),
  },
);

type Request = Pick<
  ApiRequest<{ readonly name?: string }, { readonly url?: string }>,
  'caller' | 'query' | 'body' | 'file' | 'context' | 'signal'
>;

const isFull = (fault: Fault): boolean =>
  fault._tag === 'Unavailable' && /^(?:ENOSPC|EDQUOT)\b/.test(fault.cause);

/** Registers and stores a received file as an asset, and reads its media. */
const storeFile = (
  dependencies: ApiDependencies,
  { caller, context, signal }: Pick<Request, 'caller' | 'context' | 'signal'>,
  name: string,
  { path, sha256, bytes }: Pick<ReceivedFile, 'path' | 'sha256' | 'bytes'>,
) => {
  const { ownerId } = caller;
  return pipe(
    registerAsset(dependencies)(
      caller,
      { assetId: dependencies.ids.uuid() as AssetId, name, bytes },
      context,
    ),
    TE.map((assetId) => ({ assetId, ownerId, sha256, bytes })),
    TE.tap((upload) =>
      pipe(
        storeContent(dependencies)(upload, (key) => dependencies.assetStorage.put(key, path)),
        TE.tapError(() => refuseUpload(dependencies, upload, 'it could not be stored', context)),
        TE.mapLeft((fault): Problem => (isFull(fault) ? { _tag: 'StorageIsFull' } : fault)),
      ),
    ),
    TE.tap((upload) => readAsset(dependencies)(upload, context, signal)),
    TE.flatMap(({ assetId }) => createdAsset(dependencies, caller, assetId)),
  );
};

/** Downloads a file and stores it as an asset. */
const downloadFile = (
  dependencies: ApiDependencies,
  request: Request,
  url: string,
): TE.TaskEither<Problem, AssetRecord> => {
  const { query, signal } = request;
  const { folder } = dependencies.fileReceiving;
  return pipe(
    dependencies.sourceProxy.open(url, undefined, signal),
    TE.flatMap(
      ({ body }): TE.TaskEither<Problem, ReceivedFile> =>
        () =>
          receiveStream(body, folder, dependencies.assetLimits.fileBytes, signal),
    ),
    TE.flatMap((file) => async () => {
      try {
        return await storeFile(dependencies, request, query.name ?? fileNameOf(url), file)();
      } finally {
        await file.dispose();
      }
    }),
  );
};

export const createAssetOperation = recordOperation('POST /v1/assets', {
  ...assetOperation,
  id: 'createAsset',
  summary: 'Upload a file',
  description:
    'Keeps a file, at most `ASSET_MAX_BYTES`: send it as the body, as the file of a form (`curl -F file=@a.mp4`), or have it downloaded from a `url`. What it is, is found by its content; what no clip can use gets the status `refused` and a `reason`. A file stays `uploading` until a worker has read it. With the header `Tus-Resumable`, this is a tus 1.0 server: large files can be sent in parts and resumed (`Upload-Metadata` with `filename`). With `direct=true` and the size as `bytes`, the answer has addresses to which you send the parts of the file yourself, if the object storage is S3. Equal files of an owner are stored once.',
  query: Query,
  body: Body,
  takesFile: 'any',
  admitsFile: (dependencies, caller, bytes) => checkSpace(dependencies)(caller.ownerId, bytes ?? 0),
  example: { url: 'https://media.example.org/video.mp4' },
  success: 201,
  data: AssetRecord,
  location: ({ _id }) => `/v1/assets/${_id}`,
  problems: [422, 507],
  handle: (dependencies, request) => {
    const { file, body, query } = request;
    if (query.direct === true) return beginDirectUpload(dependencies, request);
    if (file) return storeFile(dependencies, request, query.name ?? file.name ?? '', file);
    return body.url === undefined
      ? TE.left(invalidRequest('body must be a file, or have a url'))
      : downloadFile(dependencies, request, body.url);
  },
});
