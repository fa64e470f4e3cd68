/**
 * Requests per second of the API, each as a ratio against the barest Koa handler in the same run: for reads one that
 * does the same SQL with pg, for writes one that only appends an event of the same size with the event store's client.
 * Run: npx mocha test/bench/http.ts (BENCH_SECONDS sets how long each measurement takes)
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startApiProcess } from '../support/api-process.js';
import { apiClient, minimalVideo } from '../support/http-client.js';
import { type PostgresServer, startPostgres } from '../support/postgres-server.js';
import { type Service, startService } from '../support/service.js';
import { requestsPerSecond, type WireRequest } from './load.js';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4);
const CONCURRENCY = 16;
const OWNER = 'bench';

const VIDEO = {
  ...minimalVideo,
  clips: Array.from({ length: 4 }, (_, n) => ({
    type: 'text',
    timeFrame: { start: n * 100, end: 1000 },
    textProperties: { content: `line ${n}` },
  })),
};

describe('benchmark: HTTP', function () {
  this.timeout(600_000);
  let postgres: PostgresServer;
  let service: Service;
  let bare: ChildProcess;

  before(async () => {
    postgres = await startPostgres({ durable: true });
    process.env['DATABASE_URL'] = postgres.url;
    service = await startService();
  });
  after(async () => {
    bare.kill();
    await service.stop();
    await postgres.stop();
  });

  it('create, get, list and patch, as ratios against bare handlers', async () => {
    bare = fork(fileURLToPath(new URL('bare-http.ts', import.meta.url)), {
      env: {
        ...process.env,
        DATABASE_URL: service.databaseUrl,
        EVENTSTORE_URL: service.node.connectionString,
      },
      execArgv: ['--import=tsx'],
    });
    const barePort = await new Promise<number>((resolve) =>
      bare.once('message', ({ listening }: { listening: number }) => resolve(listening)),
    );
    const key = await service.issueKey(OWNER);
    const api = await startApiProcess(service, { LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'info' });
    const client = apiClient(api.baseUrl, key);
    const ids: string[] = [];
    for (let n = 0; n < 100; n++)
      ids.push((await client('POST', '/v1/videos', { body: VIDEO })).body.data._id as string);

    const headers = { 'x-api-key': key };
    const oneOf = () => ids[Math.floor(Math.random() * ids.length)] ?? '';
    let changes = 0;
    const body = JSON.stringify(VIDEO);
    const measure = async (
      name: string,
      expect: number,
      ours: (worker: number) => WireRequest,
      theirs: () => WireRequest,
      theirStatus = 200,
    ): Promise<void> => {
      const load = { concurrency: CONCURRENCY, seconds: SECONDS };
      const rates: [number, number][] = [];
      for (let round = 0; round < 3; round++)
        rates.push([
          await requestsPerSecond({ ...load, baseUrl: api.baseUrl, expect, next: ours }),
          await requestsPerSecond({
            ...load,
            baseUrl: `http://127.0.0.1:${barePort}`,
            expect: theirStatus,
            next: theirs,
          }),
        ]);
      const ratios = rates.map(([a, b]) => a / b).sort((a, b) => a - b);
      const [rate = 0, bareRate = 0] = rates[1] ?? [];
      console.log(
        `${name.padEnd(7)} ${rate.toFixed(0).padStart(6)}/s  bare ${bareRate.toFixed(0).padStart(6)}/s  ` +
          `ratio ${(ratios[1] ?? 0).toFixed(2)} (${ratios.map((ratio) => ratio.toFixed(2)).join(', ')})`,
      );
    };

    await measure(
      'get',
      200,
      () => ({ method: 'GET', path: `/v1/videos/${oneOf()}`, headers }),
      () => ({ method: 'GET', path: `/get/${oneOf()}` }),
    );
    await measure(
      'list',
      200,
      () => ({ method: 'GET', path: '/v1/videos', headers }),
      () => ({ method: 'GET', path: `/list/${OWNER}` }),
    );
    await measure(
      'create',
      201,
      () => ({ method: 'POST', path: '/v1/videos', headers, body }),
      () => ({ method: 'POST', path: '/append', body }),
      201,
    );
    await measure(
      'patch',
      200,
      (worker) => ({
        method: 'PATCH',
        path: `/v1/videos/${ids[worker] ?? ''}`,
        headers,
        body: JSON.stringify({ metadata: { name: `change ${(changes += 1)}` } }),
      }),
      () => ({ method: 'POST', path: '/append', body }),
      201,
    );
    await api.stop();
  });
});
