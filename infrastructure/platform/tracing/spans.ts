import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

// Spans of OpenTelemetry. Without `startTracing`, these functions only run the work: the API package does nothing by
// itself. Attributes are ids, counts and names of our own, never anything else that a client sent.

/** The attributes of a span. */
export interface SpanOptions {
  /** Default: work inside this process. */
  readonly kind?: keyof typeof SpanKind;
  /** The `traceparent` (W3C Trace Context) of the parent; default: the span in progress. */
  readonly parent?: string | undefined;
  /** Default: now. */
  readonly startTime?: Date;
  /** Those that are undefined are left out. */
  readonly attributes?: Attributes;
}

/** A span in progress. */
export interface OpenSpan {
  readonly setAttributes: (attributes: Attributes) => void;
  /** Marks the span as failed; `reason` is a word of our own. */
  readonly fail: (reason: string) => void;
}

const tracer = trace.getTracer('framewright');

/** The context of a `traceparent`; if it is invalid, the span starts a trace of its own. */
const contextOf = (parent: string | undefined) =>
  parent === undefined ? context.active() : propagation.extract(ROOT_CONTEXT, { traceparent: parent });

const begin = (name: string, { kind = 'INTERNAL', parent, startTime, attributes = {} }: SpanOptions) => {
  const within = contextOf(parent);
  const options = { kind: SpanKind[kind], attributes, ...(startTime ? { startTime } : {}) };
  const span = tracer.startSpan(name, options, within);
  return { span, within: trace.setSpan(within, span) };
};

const opened = (span: Span): OpenSpan => ({
  setAttributes: (attributes) => void span.setAttributes(attributes),
  fail: (message) => void span.setStatus({ code: SpanStatusCode.ERROR, message }),
});

/** Runs work in a span: spans that begin meanwhile are its children. A rejection fails the span. */
export const inSpan = async <A>(
  name: string,
  options: SpanOptions,
  work: (span: OpenSpan) => Promise<A>,
): Promise<A> => {
  const { span, within } = begin(name, options);
  try {
    return await context.with(within, work, undefined, opened(span));
  } catch (error) {
    opened(span).fail(error instanceof Error ? error.name : 'Error');
    throw error;
  } finally {
    span.end();
  }
};

/** Begins a span that no other span belongs to. @returns ends it, as failed if there is a `failure` */
export const beginSpan = (name: string, options: SpanOptions): ((failure?: string) => void) => {
  const { span } = begin(name, options);
  return (failure) => {
    if (failure !== undefined) opened(span).fail(failure);
    span.end();
  };
};

/** The `traceparent` of the span in progress; undefined if there is none. */
export const currentTraceparent = (): string | undefined => {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
};
