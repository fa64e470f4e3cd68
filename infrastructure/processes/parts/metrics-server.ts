import { createServer } from 'node:http';
import { once } from 'node:events';
import type { Config } from '../../platform/config.js';

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
  await once(server, 'listening');
  return () => {
    server.close();
    server.closeAllConnections();
  };
};
