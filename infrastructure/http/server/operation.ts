import type { Readable } from 'node:stream';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { CommandContext } from '../../../application/commands/handle-command.js';
import type { Queries } from '../../../application/ports/all-queries.js';
import type { ApiKeyScope } from '../../../domain/api-key/events.js';
import { type Codec, errorsOf, formatErrors, type JsonSchema } from '../../../domain/codec/codec.js';
import { record, withDefault } from '../../../domain/codec/containers.js';
import type { Access, Caller } from './authenticate.js';
import { invalidRequest, type Problem } from '../contract/problem.js';
import type { ReceivedFile } from './file-body.js';
import type { RequestResource } from './request-permits.js';
import type { ApiDependencies } from './api-dependencies.js';

export interface ApiRequest<Query = unknown, Body = unknown> {
  readonly caller: Caller;
  /** Parameters in the path, as text. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** The file that was sent, if the operation takes files and the body is one. */
  readonly file?: Omit<ReceivedFile, 'dispose'>;
  /** The media type that the client prefers among those that the operation offers. */
  readonly accepted: string;
  readonly header: (name: string) => string;
  readonly context: CommandContext;
  /** Aborts when the client has disconnected or the time for the response is over. */
  readonly signal: AbortSignal;
}

/** A success response. The body is JSON text, either whole or as a stream if it may be large; or other content. */
export interface OperationResponse {
  readonly status: 200 | 201 | 202 | 204 | 206;
  readonly json?: string;
  readonly stream?: Readable;
  readonly content?: { readonly type: string; readonly data: string | Buffer | NodeJS.ReadableStream };
  readonly headers?: Readonly<Record<string, string>>;
}

export type HandledRequest = TE.TaskEither<Problem, OperationResponse>;

/** A success response with a record. */
export const ok = (data: unknown): OperationResponse => ({ status: 200, json: JSON.stringify({ data }) });

/** The response to a request that created something. @param location the path of the created resource */
export const created = (data: unknown, location?: string): OperationResponse => ({
  status: 201,
  json: JSON.stringify({ data }),
  ...(location === undefined ? {} : { headers: { Location: location } }),
});

export const NO_CONTENT: OperationResponse = { status: 204 };

/** Looks up what `{id}` in a path names; refuses it if the caller may not see it. */
export type OfCaller<Found> = (
  queries: Queries,
  caller: Caller,
  id: string | undefined,
) => TE.TaskEither<Problem, Found>;

export interface Definition<Query, Body, Found, Result = OperationResponse> {
  /** The placeholder of `{id}` in examples; default: from the collection before it, such as `VIDEO_ID`. */
  readonly idExample?: string;
  /** The credentials that it accepts; default: an API key in `x-api-key`. */
  readonly access?: Access;
  /** The scope that an API key needs; default: by the method and the collection. */
  readonly scope?: ApiKeyScope;
  /** The `operationId` for generated clients. */
  readonly id: string;
  /** Its section in the reference; default: the collection that its path begins with. */
  readonly tag?: string;
  readonly summary: string;
  readonly description: string;
  /** Request headers that the operation reads, with their meaning. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Decodes the query parameters from text. */
  readonly query?: Codec<Query, unknown>;
  readonly body?: Codec<Body, unknown>;
  /**
   * Whether the body may also be a file: a `video`, of which `body` decodes `{ sha256 }`; or `any` kind, as it is or in a
   * form, without other body.
   */
  readonly takesFile?: 'video' | 'any';
  /** Refuses a file before it is received. `bytes`: the size of the body, if the client states it. */
  readonly admitsFile?: (
    dependencies: ApiDependencies,
    caller: Caller,
    bytes: number | undefined,
  ) => TE.TaskEither<Problem, void>;
  /** Whether the body may also be CSV, which `body` decodes as the field `csv`. */
  readonly takesCsv?: true;
  /** Whether a POST changes nothing: always, or with this undecoded query. It then needs no Idempotency-Key. */
  readonly isRead?: true | ((query: Readonly<Record<string, unknown>>) => boolean);
  /**
   * Whether it starts without waiting for earlier writes of the owner, because it uses no read models, or waits for the
   * writes itself.
   */
  readonly startsAtOnce?: true;
  /** The shared resource for which its requests need a permit; default: `requests`. */
  readonly uses?: RequestResource;
  /**
   * Whether it is about comments or decisions. Of the links for viewing, only those for review permit it; changes with
   * links have tighter rate limits.
   */
  readonly isReview?: true;
  /** Whether it reports who has a video open. Pages do that often, so it has its own rate limits. */
  readonly isPresence?: true;
  /** A request body that works as it is. */
  readonly example?: unknown;
  /** Query parameters for the example request. Capitals such as `VIDEO_ID` stand for an identifier. */
  readonly exampleQuery?: Readonly<Record<string, string | number>>;
  /** The status of the success response; default: 200. */
  readonly success?: 201 | 204;
  /** The description of the success response; default: the description of its schema. */
  readonly returns?: string;
  readonly schema?: JsonSchema;
  /** Whether the response carries the ETag of a video. */
  readonly versioned?: boolean;
  /** The media types of success responses, the default first; JSON if omitted. */
  readonly media?: ReadonlyArray<string>;
  /** Whether the response carries an ETag of its content. */
  readonly tagged?: boolean;
  /** When the response is a 202 instead; default: never. */
  readonly later?: string;
  /** When the response is a 204 instead; default: never. */
  readonly empty?: string;
  /** The error statuses of this operation, besides those that follow from its method and path. */
  readonly problems?: ReadonlyArray<number>;
  /** Looks up what `{id}` in the path names, before `handle`. */
  readonly of?: OfCaller<Found>;
  readonly handle: (
    dependencies: ApiDependencies,
    request: ApiRequest<Query, Body>,
    found: Found,
  ) => TE.TaskEither<Problem, Result>;
}

/** Whether a request changes nothing. */
export const changesNothing = (
  { isRead }: Pick<Operation, 'isRead'>,
  query: Readonly<Record<string, unknown>>,
): boolean => (typeof isRead === 'function' ? isRead(query) : isRead === true);

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** One endpoint: its name, input, output and handler. Routing and OpenAPI description both derive from it. */
export interface Operation extends Omit<
  Definition<unknown, unknown, unknown>,
  'access' | 'tag' | 'query' | 'body' | 'of' | 'handle'
> {
  readonly access: Access;
  readonly tag: string;
  readonly method: Method;
  /** Path parameters in braces: `/v1/videos/{id}`. */
  readonly path: string;
  readonly query?: { readonly jsonSchema: JsonSchema };
  readonly body?: { readonly jsonSchema: JsonSchema };
  /** Decodes query and body, reporting all problems at once, and handles the result. */
  readonly run: (dependencies: ApiDependencies, request: ApiRequest) => HandledRequest;
}

/** For operations without query or body: absent, or an object without fields. */
const NOTHING = withDefault(record({}), {});

/** `/v1/videos/{id}` → `Videos` */
const collectionOf = (path: string): string =>
  path.replace(/^\/v1\/(\w)(\w*).*$/, (_, first: string, rest: string) => first.toUpperCase() + rest);

/** @param endpoint method and path: `GET /v1/videos/{id}` */
export const operation = <Query = unknown, Body = unknown, Found = undefined>(
  endpoint: `${Method} /${string}`,
  { of, handle, ...definition }: Definition<Query, Body, Found>,
): Operation => {
  const [method, path = ''] = endpoint.split(' ');
  const queryCodec = definition.query ?? (NOTHING as unknown as Codec<Query, unknown>);
  const bodyCodec = definition.body ?? (NOTHING as unknown as Codec<Body, unknown>);
  return {
    access: 'api-key',
    tag: collectionOf(path),
    ...definition,
    method: method as Method,
    path,
    run: (dependencies, request) => {
      const query = queryCodec.decode(request.query);
      const body = bodyCodec.decode(request.body);
      if (E.isLeft(query) || E.isLeft(body))
        return TE.left(invalidRequest(...formatErrors([...errorsOf(query), ...errorsOf(body)])));
      const decoded = { ...request, query: query.right, body: body.right };
      return pipe(
        of ? of(dependencies.queries, request.caller, request.params['id']) : TE.right(undefined as Found),
        TE.flatMap((found) => handle(dependencies, decoded, found)),
      );
    },
  };
};
