import { createServer } from 'node:http';
import { once } from 'node:events';
import type { Config } from '../../platform/config.js';
import { errorCode } from '../../platform/error-code.js';
import { StartRefusedError } from '../../platform/start-refused.js';

/**
 * Serves `/metrics`, in the Prometheus text format, and `/healthz` on METRICS_PORT. Does nothing if that is unset.
 * @returns stops the server
 */
export const serveMetrics = async (
  { host, metricsPort }: Pick<Config, 'host' | 'metricsPort'>,
  metrics: () => Promise<string>,
): Promise<() => void> => {
  if (metricsPort === undefined) return () => undefined;
  const server = createServer((request, response) => {
    if (request.url === '/healthz') return void response.end('ok');
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    metrics().then(
      (text) => response.setHeader('Content-Type', 'text/plain; version=0.0.4; charset=utf-8').end(text),
      () => response.writeHead(503).end(),
    );
  });
  server.listen(metricsPort, host);
  await once(server, 'listening').catch((error: unknown) => {
    if (errorCode(error) !== 'EADDRINUSE') throw error;
    throw new StartRefusedError(
      `METRICS_PORT ${metricsPort} is in use: give each process of a machine another one.`,
    );
  });
  return () => {
    server.close();
    server.closeAllConnections();
  };
};
