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

  constructor(status: number, problems: ReadonlyArray<string>, requestId?: string) {
    super(problems.join('\n') || `HTTP status ${status}`);
    this.status = status;
    this.problems = problems;
    this.requestId = requestId;
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

const messagesIn = (body: unknown): ReadonlyArray<string> => {
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined;
  return Array.isArray(message) ? message.map(String) : [];
};

/**
 * The error of a response.
 * @param body its decoded body, whatever it is
 */
export const errorOf = (response: Response, body: unknown): ApiError =>
  new ApiError(response.status, messagesIn(body), response.headers.get('x-request-id') ?? undefined);
