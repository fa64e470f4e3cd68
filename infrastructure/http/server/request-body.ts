import * as E from 'fp-ts/lib/Either.js';
import type { Context } from 'koa';
import type { Problem } from '../contract/problem.js';
import type { Caller } from './authenticate.js';
import { type fileReceiver, isFileType, type ReceivedFile } from './file-body.js';
import { partyOf } from './request-permits.js';
import { isCsv, isJson, type JsonBody, readCsvBody, readJsonBody } from './json-body.js';
import type { Operation } from './operation.js';
import type { ApiDependencies } from './api-dependencies.js';

const NO_BODY: Body = { bytes: Buffer.alloc(0), json: undefined };

/** A body: JSON, or a file whose hash is in `json`. */
export interface Body extends JsonBody {
  readonly file?: ReceivedFile;
}

const bodyOfFile =
  ({ takesFile }: Operation) =>
  (file: ReceivedFile): Body => {
    const json = { sha256: file.sha256 };
    const bytes = Buffer.from(JSON.stringify(json));
    return { bytes, json: takesFile === 'any' ? undefined : json, file };
  };

/** Whether a body is a file that the operation takes. */
const isFileBody = ({ takesFile }: Operation, contentType: string): boolean =>
  takesFile === 'any'
    ? !isJson(contentType) && contentType !== ''
    : takesFile === 'video' && isFileType(contentType);

/** Reads the body that the operation takes; refuses a file before it is received if the operation does. */
export const readBody = async (
  dependencies: ApiDependencies & { readonly receiveFile: ReturnType<typeof fileReceiver> },
  operation: Operation,
  ctx: Context,
  caller: Caller,
  signal: AbortSignal,
): Promise<E.Either<Problem, Body>> => {
  if (operation.method !== 'POST' && operation.method !== 'PATCH') return E.right(NO_BODY);
  if (operation.takesCsv === true && isCsv(ctx.get('content-type'))) return readCsvBody(ctx.req);
  if (!isFileBody(operation, ctx.get('content-type'))) return readJsonBody(ctx.req);
  const admitted = await operation.admitsFile?.(dependencies, caller, ctx.request.length)();
  if (admitted && E.isLeft(admitted)) {
    ctx.req.resume();
    return admitted;
  }
  if (ctx.get('expect') !== '') ctx.res.writeContinue();
  const { receiveFile, assetLimits, fileReceiving } = dependencies;
  const maxBytes = operation.takesFile === 'any' ? assetLimits.fileBytes : fileReceiving.maxBytes;
  return E.map(bodyOfFile(operation))(await receiveFile(ctx.req, maxBytes, partyOf(caller), signal));
};
