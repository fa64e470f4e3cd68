/**
 * Measures appends to the embedded event store while the Merkle log follows it, against appends without the log, in
 * turns on the same servers. Arguments: [rounds] [seconds of a turn].
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { jsonEvent } from '@eventstore/db-client';
import { testLog } from '../support/event-store/merkle-log.js';
import { startPostgres } from '../support/servers/postgres-server.js';
import { startService } from '../support/service/service.js';

const rounds = Number(process.argv[2] ?? 5);
const seconds = Number(process.argv[3] ?? 3);
const CONCURRENCY = 8;

const postgres = await startPostgres({ durable: true });
process.env['DATABASE_URL'] = postgres.url;
const service = await startService({ projects: false });
const { client, database, dataDir } = service;

/** The median of the durations of single appends, in ms, and how many there were in a second. */
const measured = async () => {
  const durations: number[] = [];
  const began = performance.now();
  const work = async (): Promise<void> => {
    const stream = `video-${randomUUID()}`;
    while (performance.now() - began < seconds * 1000) {
      const metadata = { hash: randomBytes(32).toString('hex') };
      const event = jsonEvent({ type: 'Measured', data: { text: 'x'.repeat(400) }, metadata });
      const start = performance.now();
      await client.appendToStream(stream, [event]);
      durations.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  const rate = durations.length / ((performance.now() - began) / 1000);
  return { ms: durations.toSorted((a, b) => a - b)[durations.length >> 1] ?? 0, rate };
};

const withLog = async () => {
  const ended = new AbortController();
  const log = testLog({ database, client, dataDir, signal: ended.signal });
  log.start();
  const result = await measured();
  ended.abort();
  await log.ended();
  return result;
};

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

await measured();
const ratios: { readonly ms: number; readonly rate: number }[] = [];
for (let round = 0; round < rounds; round += 1) {
  // The order changes, so that what grows with time does not favour one side.
  const first = round % 2 === 0 ? await withLog() : await measured();
  const second = round % 2 === 0 ? await measured() : await withLog();
  const [on, off] = round % 2 === 0 ? [first, second] : [second, first];
  ratios.push({ ms: on.ms / off.ms, rate: on.rate / off.rate });
  console.log(
    `round ${round + 1}: ${on.rate.toFixed(0)} appends/s with the log, ${off.rate.toFixed(0)} without; ` +
      `median ${on.ms.toFixed(2)} and ${off.ms.toFixed(2)} ms`,
  );
}
console.log(
  `with the log, relative to without: ${median(ratios.map(({ rate }) => rate)).toFixed(2)} x appends per second, ` +
    `${median(ratios.map(({ ms }) => ms)).toFixed(2)} x the median duration`,
);
await service.stop();
await postgres.stop();
