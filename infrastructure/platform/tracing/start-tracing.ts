import { context, propagation, trace } from '@opentelemetry/api';
import { withTimeout } from '../with-timeout.js';

/** How long a stopping process waits for its last spans to be sent, in ms. */
const LAST_SPANS_MS = 3000;

/**
 * Sends the spans of this process to an OpenTelemetry collector (OTLP over HTTP). The packages for that are loaded only
 * if there is an endpoint; they read the other standard variables, such as OTEL_EXPORTER_OTLP_HEADERS and
 * OTEL_TRACES_SAMPLER.
 * @param service name of the process
 * @param endpoint base address of the collector; undefined: no spans are made
 * @param onProblem called when spans could not be sent
 * @returns sends the last spans
 */
export const startTracing = async (
  service: string,
  endpoint: string | undefined,
  onProblem: (message: string) => void,
): Promise<() => Promise<void>> => {
  if (endpoint === undefined) return () => Promise.resolve();
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, resources, core] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/core'),
    ]);
  const { W3CTraceContextPropagator, setGlobalErrorHandler } = core;
  setGlobalErrorHandler((error) => onProblem(typeof error === 'string' ? error : (error as Error).message));
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': `framewright-${service}` }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  // Trace context only: baggage could carry anything that a client sent.
  provider.register({ propagator: new W3CTraceContextPropagator() });
  return async () => {
    for (const api of [trace, context, propagation]) api.disable();
    await withTimeout(
      LAST_SPANS_MS,
      provider.shutdown().catch(() => undefined),
      undefined,
    );
  };
};
