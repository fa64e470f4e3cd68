import { got } from 'got';
import { type Check, failed, ok } from './check.js';

/** Timeout of the request, in ms. */
const TIMEOUT = 5000;

/** The OpenTelemetry collector accepts traces. */
export const tracesCheck = (endpoint: string): Check => ({
  name: 'traces',
  remedy: 'Start the collector, or correct OTEL_EXPORTER_OTLP_ENDPOINT.',
  run: async () => {
    const { statusCode } = await got.post(`${endpoint}/v1/traces`, {
      json: { resourceSpans: [] },
      timeout: { request: TIMEOUT },
      retry: { limit: 0 },
      followRedirect: false,
      throwHttpErrors: false,
    });
    return statusCode >= 200 && statusCode < 300
      ? ok('the collector answers')
      : failed(
          `the collector answers with status ${statusCode}`,
          'Correct OTEL_EXPORTER_OTLP_ENDPOINT: traces are sent to /v1/traces below it, by OTLP over HTTP.',
        );
  },
});
