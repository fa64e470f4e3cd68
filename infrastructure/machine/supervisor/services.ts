import { setTimeout as sleep } from 'node:timers/promises';
import { type ConnectedConfig, writeConfig } from '../../platform/config.js';
import { programFile } from '../../platform/package-root.js';
import type { Instance } from './instance.js';
import { startNodeChild } from './node-child.js';

const services = ['projector', 'api', 'worker', 'webhooks'];

/** Starts the four processes of the service; resolves when all are ready. */
export const startServices = (config: ConnectedConfig, instance: Instance): Promise<void> => {
  // One port cannot serve the metrics of several processes.
  const env = { ...process.env, ...writeConfig(config), METRICS_PORT: '' };
  return instance.keepTogether(
    services.map((name) => {
      const log = instance.childLog(name);
      return {
        name,
        start: (signal) =>
          startNodeChild(
            {
              name,
              script: programFile(`processes/${name}`),
              env,
              log,
              readyWithin: 60_000,
              endWithin: config.drainMs + 25_000,
            },
            signal,
          ),
      };
    }),
  );
};

/** The address of the service on this machine. */
export const serviceAddress = ({ host, port }: Pick<ConnectedConfig, 'host' | 'port'>): string => {
  const isEverywhere = ['0.0.0.0', '::', '127.0.0.1', '::1', 'localhost'].includes(host);
  return `http://${isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
};

/**
 * Waits until the service reports that it is ready.
 * @param withinMs time limit in milliseconds
 */
export const serviceReady = async (
  address: string,
  stopSignal: AbortSignal,
  withinMs = 60_000,
): Promise<void> => {
  const deadline = performance.now() + withinMs;
  let lastResponse = 'no response';
  while (performance.now() < deadline) {
    stopSignal.throwIfAborted();
    try {
      const signal = AbortSignal.any([stopSignal, AbortSignal.timeout(5000)]);
      const response = await fetch(`${address}/readyz?for=reads`, { signal });
      lastResponse = `${response.status} ${await response.text()}`;
      if (response.ok) return;
    } catch (error) {
      lastResponse = String(error);
    }
    await sleep(50, undefined, { signal: stopSignal });
  }
  throw new Error(`${address}/readyz did not return 200 within ${withinMs / 1000} s: ${lastResponse}`);
};
