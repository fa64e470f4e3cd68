import type { Context } from 'koa';
import { inSpan } from '../../platform/tracing/spans.js';
import type { Operation } from './operation.js';

/**
 * Handles a request in a span, which continues the trace that the client names in `traceparent`. Attributes follow the
 * semantic conventions of OpenTelemetry for HTTP.
 */
export const inRequestSpan = (
  { method, path }: Operation,
  ctx: Context,
  respond: () => Promise<void>,
): Promise<void> => {
  const sent = ctx.get('traceparent');
  const attributes = {
    'http.request.method': method,
    'http.route': path,
    'framewright.request_id': ctx.state['requestId'] as string,
  };
  const options = { kind: 'SERVER', attributes, ...(sent === '' ? {} : { parent: sent }) } as const;
  return inSpan(`${method} ${path}`, options, async (span) => {
    await respond();
    span.setAttributes({ 'http.response.status_code': ctx.status });
    if (ctx.status >= 500) span.fail(String(ctx.status));
  });
};
