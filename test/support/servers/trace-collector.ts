/** An OpenTelemetry collector on 127.0.0.1 that keeps all spans (OTLP over HTTP, JSON). */
import { startReceiver } from '../webhooks/receiver.js';

export interface CollectedSpan {
  /** Name of the process that made it. */
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: ReadonlyArray<{ readonly key: string; readonly value: unknown }>;
  readonly status: { readonly code?: number };
}

interface ExportRequest {
  readonly resourceSpans: ReadonlyArray<{
    readonly resource: {
      readonly attributes: ReadonlyArray<{ readonly key: string; readonly value: { stringValue?: string } }>;
    };
    readonly scopeSpans: ReadonlyArray<{ readonly spans: ReadonlyArray<Omit<CollectedSpan, 'service'>> }>;
  }>;
}

export const startTraceCollector = async () => {
  const receiver = await startReceiver();
  return {
    endpoint: new URL(receiver.url).origin,
    /** All spans of a trace so far. */
    spansOf: (traceId: string): ReadonlyArray<CollectedSpan> =>
      receiver.received
        .filter(({ path }) => path === '/v1/traces')
        .flatMap(({ body }) => (JSON.parse(body.toString()) as ExportRequest).resourceSpans)
        .flatMap(({ resource, scopeSpans }) => {
          const service =
            resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
          return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, service })));
        })
        .filter((span) => span.traceId === traceId),
    close: receiver.close,
  };
};

export type TraceCollector = Awaited<ReturnType<typeof startTraceCollector>>;
