/** The processes of a service, each with a DATA_DIR of its own, which share only servers. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ownPort } from '../support/service/own-port.js';
import { startAssetServer } from '../support/servers/asset-server.js';
import { type Api, apiClient } from '../support/service/http-client.js';
import { startTestNats } from '../support/servers/nats.js';
import { startS3Server } from '../support/servers/s3-server.js';
import { startServiceProcess, type ServiceProcess } from '../support/service/service-process.js';
import { startService } from '../support/service/service.js';
import { startTraceCollector } from '../support/servers/trace-collector.js';
import { startReceiver } from '../support/webhooks/receiver.js';

type ProcessName = 'api' | 'projector' | 'webhooks' | 'worker';

export type SeparateProcesses = Awaited<ReturnType<typeof startSeparateProcesses>>;

/** Starts the servers; `start` starts a process, `stop` stops all of them. */
export const startSeparateProcesses = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framewright-separate-'));
  const [service, nats, s3, receiver, assets, collector] = await Promise.all([
    startService({ projects: false }),
    startTestNats(),
    startS3Server(),
    startReceiver(),
    startAssetServer(),
    startTraceCollector(),
  ]);
  const settings: Readonly<Record<string, string>> = {
    NATS_URL: nats.url,
    ...s3.settings,
    OUTPUT_URLS: 'presigned',
    SERVICE_KEY: randomBytes(32).toString('hex'),
    ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_BSP_SCHEDULE_DELAY: '200',
    PORT: '0',
  };
  const processes: Array<ServiceProcess> = [];
  const metricsPorts: Array<readonly [string, number]> = [];
  let folders = 0;
  const start = async (name: ProcessName, more = {}): Promise<ServiceProcess> => {
    const metricsPort = await ownPort();
    metricsPorts.push([name, metricsPort]);
    const dataDir = join(folder, `${name}-${(folders += 1)}`);
    const started = await startServiceProcess(
      name,
      { ...service, dataDir },
      { ...settings, METRICS_PORT: String(metricsPort), ...more },
    );
    processes.push(started);
    return started;
  };
  return {
    folder,
    service,
    s3,
    receiver,
    assets,
    collector,
    settings,
    processes: processes as ReadonlyArray<ServiceProcess>,
    start,
    /** A client of an API process that runs already. */
    clientOf: async (owner: string): Promise<Api> => {
      const { greeting } = processes.find((one) => one.greeting.listening) ?? {};
      return apiClient(`http://127.0.0.1:${greeting?.listening}`, await service.issueKey(owner));
    },
    /** The metrics of all processes with this name. */
    metricsOf: async (name: ProcessName): Promise<ReadonlyArray<string>> =>
      Promise.all(
        metricsPorts
          .filter(([process]) => process === name)
          .map(async ([, port]) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
      ),
    stop: async (): Promise<void> => {
      await Promise.all(processes.map((one) => one.stop()));
      await Promise.all([service.stop(), nats.stop(), s3.close(), receiver.close(), assets.close()]);
      await collector.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** The metrics of workers, projector and webhook process count what they did. */
export const expectMetrics = async (
  metricsOf: SeparateProcesses['metricsOf'],
  renders: number,
): Promise<void> => {
  const completions = (await metricsOf('worker')).map((text) =>
    Number(/^framewright_worker_renders_total\{outcome="completed"\} (\d+)$/m.exec(text)?.[1] ?? 0),
  );
  expect(completions.reduce((sum, count) => sum + count, 0)).to.equal(renders);
  expect((await metricsOf('projector'))[0]).to.match(
    /^framewright_render_queue_depth\{priority="high",weight="1"\} 0$/m,
  );
  expect((await metricsOf('webhooks'))[0]).to.match(
    new RegExp(`^framewright_webhook_attempt_seconds_count\\{after="Delivered"\\} ${renders}$`, 'm'),
  );
  const ofWorkers = (await metricsOf('worker')).join('\n');
  expect(ofWorkers).to.match(/^framewright_event_store_append_seconds_count [1-9]/m);
  for (const series of [
    'frames_total\\{how="encoded"\\}',
    'stored_bytes_total',
    ...['fetch', 'encode', 'store'].map((stage) => `render_stage_seconds_count\\{stage="${stage}"\\}`),
  ])
    expect(ofWorkers).to.match(new RegExp(`^framewright_${series} [1-9]`, 'm'));
};
