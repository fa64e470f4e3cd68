import { optional, setting } from './setting.js';
import { accountName, baseAddress, hostList, oneWordOf, wholeNumber } from './setting-codecs.js';

/** How every process runs. */
export const processSettings = {
  runAs: optional(
    'RUN_AS',
    accountName,
    'Account that npm start switches to if root starts it; root keeps root. Unset: the owner of DATA_DIR, or framewright.',
  ),
  allowedPrivateHosts: setting(
    'ALLOWED_PRIVATE_HOSTS',
    hostList,
    '',
    'Comma-separated private hosts and CIDR ranges that sources and webhooks may use.',
  ),
  metricsPort: optional(
    'METRICS_PORT',
    wholeNumber(0, 65_535),
    'Port of /metrics and /healthz of a projector, worker or webhook process that runs by itself. Unset: none.',
  ),
  tracesEndpoint: optional(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    baseAddress,
    'Base address of an OpenTelemetry collector (OTLP over HTTP) for traces. Unset: none.',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    oneWordOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'info',
    'Lowest level that is logged.',
  ),
};
