import type { TaskEither } from 'fp-ts/lib/TaskEither.js';

/** The content of a source, or a part of it, as its server sends it. */
export interface ProxiedSource {
  readonly isPart: boolean;
  /** Length of the body in bytes, if it is known. */
  readonly bytes?: number;
  /** `Content-Range` of a part. */
  readonly contentRange?: string;
  readonly body: NodeJS.ReadableStream;
}

/** Why a source could not be read. The message is for the client. */
export interface SourceNotRead {
  readonly _tag: 'SourceNotRead';
  readonly message: string;
  readonly retryable: boolean;
}

/** Reads sources for web pages, which must not read them directly, with the same checks as downloads of renders. */
export interface SourceProxy {
  /** @param range `Range` of the request (RFC 9110, 14.2), with one range at most */
  readonly open: (
    url: string,
    range: string | undefined,
    signal: AbortSignal,
  ) => TaskEither<SourceNotRead, ProxiedSource>;
}
