import { optional, setting } from './setting.js';
import { accountName, baseAddress, hostList, oneOf, wholeNumber } from './setting-codecs.js';

/** How every process runs. */
export const processSettings = {
  runAs: optional(
    'RUN_AS',
    accountName,
    'Account that npm start switches to when started by root; root keeps root. Unset: the owner of DATA_DIR, or framewright.',
  ),
  allowedPrivateHosts: setting(
    'ALLOWED_PRIVATE_HOSTS',
    hostList,
    '',
    'Comma-separated hosts and CIDR ranges that sources and webhooks may use although they are not publicly routable.',
  ),
  metricsPort: optional(
    'METRICS_PORT',
    wholeNumber(0, 65_535),
    'Port on which a projector, worker or webhook process that runs by itself serves /metrics and /healthz. Unset: none.',
  ),
  tracesEndpoint: optional(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    baseAddress,
    'Base address of an OpenTelemetry collector (OTLP over HTTP) that gets the traces of all processes. Unset: none are made.',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'info',
    'Lowest level that is logged.',
  ),
};
