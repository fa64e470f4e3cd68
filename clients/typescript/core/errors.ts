import type { Render } from './types.js';

/** A response with an error status. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status. */
  readonly status: number;
  /** What went wrong: for a 400, one line per problem, each starting with the path of the field. */
  readonly problems: ReadonlyArray<string>;
  /** The id of the request, for support. */
  readonly requestId: string | undefined;
  /** The part of the video that cannot be drawn, such as `clips[3]`, if the problem is about one. */
  readonly path: string | undefined;

  constructor(status: number, problems: ReadonlyArray<string>, requestId?: string, path?: string) {
    super(problems.join('\n') || `HTTP status ${status}`);
    this.status = status;
    this.problems = problems;
    this.requestId = requestId;
    this.path = path;
  }
}

/** The render that was waited for failed or was cancelled. */
export class RenderNotCompleted extends Error {
  override readonly name = 'RenderNotCompleted';
  readonly render: Render;

  constructor(render: Render) {
    super(
      `the render ${render.status === 'failed' ? 'failed' : 'was cancelled'}${render.error ? `: ${render.error}` : ''}`,
    );
    this.render = render;
  }
}

/** A webhook that is not genuine, or too old. */
export class WebhookRejected extends Error {
  override readonly name = 'WebhookRejected';
}

/**
 * The error of a response.
 * @param body its decoded body, whatever it is
 */
export const errorOf = ({ status, headers }: Response, body: unknown): ApiError => {
  const { message, path } = (typeof body === 'object' && body !== null ? body : {}) as Readonly<
    Record<string, unknown>
  >;
  return new ApiError(
    status,
    Array.isArray(message) ? message.map(String) : [],
    headers.get('x-request-id') ?? undefined,
    typeof path === 'string' ? path : undefined,
  );
};
