/**
 * Checks a fleet after a run: reads only the event store, the database, the object store, and the logs of the clients and
 * of the receiver. Prints a report as one line of JSON. Settings: CHECKED_EVENTSTORE_URL, CHECKED_DATABASE_URL, CHECKED_LOGS
 * (a folder with acknowledged.jsonl, received.jsonl and last-fault, an instant), CHECKED_FOLDERS (the data folders of the
 * processes), CHECKED_SETTLE_SECONDS, those of the object store, and DATABASE_URL, the server on which the read models are
 * built again.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { uncompared } from '../../application/transparency/compare-history.js';
import type { RenderFailure } from '../../domain/render/render-failure.js';
import { connectToEventStore } from '../../infrastructure/eventstore/client.js';
import { eventStoreDbEventLog } from '../../infrastructure/eventstore/event-log.js';
import { ownEvents } from '../../infrastructure/eventstore/own-events.js';
import { readConfig } from '../../infrastructure/platform/config.js';
import { openDatabase } from '../../infrastructure/postgres/connection/database.js';
import { openObjectStorage } from '../../infrastructure/storage/open-object-storage.js';
import { allObjects } from '../support/all-objects.js';
import { replay, startReadModels } from '../support/event-store/event-log.js';
import { processesIn } from '../support/processes/processes-in.js';
import { rightOf } from '../support/right-of.js';
import { tableHashes } from '../support/servers/table-hashes.js';

const TERMINAL: ReadonlySet<string> = new Set(['RenderCompleted', 'RenderFailed', 'RenderCancelled']);

const setting = (name: string): string => process.env[name] ?? '';
const linesOf = async <Line>(file: string): Promise<ReadonlyArray<Line>> =>
  (await readFile(join(setting('CHECKED_LOGS'), file), 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

interface Acknowledged {
  readonly id: string;
  readonly bad: boolean;
}
const acknowledged = await linesOf<Acknowledged>('acknowledged.jsonl');
const received = await linesOf<{ key: string; id: string; sha256: string; verified: boolean }>(
  'received.jsonl',
);
const problems: string[] = [];

const { client, close } = connectToEventStore(setting('CHECKED_EVENTSTORE_URL'));
const endings = new Map<string, string[]>();
/** Good renders that failed because the disk of their worker was full, and say so. */
const onFullDisk = new Set<string>();
const outputs = new Set<string>();
let events = 0;
let lastEnd = new Date(0);
for await (const { streamId, type, data, created } of ownEvents(client)) {
  events += 1;
  if (!streamId.startsWith('render-')) continue;
  const id = streamId.slice('render-'.length);
  if (type === 'RenderRequested') endings.set(id, []);
  if (TERMINAL.has(type)) {
    endings.get(id)?.push(type);
    if (created > lastEnd) lastEnd = created;
  }
  if (type === 'RenderFailed') {
    const { failure } = data as unknown as { failure: RenderFailure };
    if (failure.retryable && failure.message.includes('disk is full')) onFullDisk.add(id);
  }
  if (type === 'RenderCompleted') {
    const { output } = data as unknown as { output: { key: string; files?: ReadonlyArray<{ key: string }> } };
    for (const { key } of [output, ...(output.files ?? [])]) outputs.add(key);
  }
}

const fails = ({ id, bad }: Acknowledged): boolean => bad || onFullDisk.has(id);
for (const render of acknowledged) {
  const { id } = render;
  const ended = endings.get(id);
  if (!ended) problems.push(`render ${id} was acknowledged and is lost`);
  else if (ended.length !== 1) problems.push(`render ${id} has ${ended.length} terminal events`);
  else if (ended[0] !== (fails(render) ? 'RenderFailed' : 'RenderCompleted'))
    problems.push(`render ${id} ended with ${ended[0]}`);
}
const known = new Set(acknowledged.map(({ id }) => id));
for (const id of endings.keys()) if (!known.has(id)) problems.push(`render ${id} was requested twice`);

const bodies = new Map<string, Set<string>>();
for (const { key, id, sha256, verified } of received) {
  if (!verified) problems.push(`webhook ${key} has a wrong signature`);
  bodies.set(key, (bodies.get(key) ?? new Set()).add(`${id} ${sha256}`));
}
for (const render of acknowledged) {
  const key = `${render.id}:render.${fails(render) ? 'failed' : 'completed'}`;
  const sent = bodies.get(key)?.size ?? 0;
  if (sent !== 1) problems.push(`webhook ${key} arrived with ${sent} ids or bodies`);
}

const database = openDatabase({ url: setting('CHECKED_DATABASE_URL') });
const log = eventStoreDbEventLog(client, uncompared, {
  onLost: () => undefined,
  onUnknownEvent: (type) => problems.push(`unknown event type ${type}`),
  onUndecodableEvent: ({ stream }) => problems.push(`an event of ${stream} cannot be decoded`),
});
const fresh = await startReadModels();
await replay(log, fresh);
const [live, again] = [await tableHashes(database), await tableHashes(fresh.database)];
for (const [table, hash] of Object.entries(live))
  if (hash !== again[table])
    problems.push(`table ${table} differs from a fresh replay: ${hash}, ${again[table]}`);

const config = readConfig(process.env);
if (E.isLeft(config)) throw new Error(config.left.join('\n'));
const storage = await openObjectStorage(config.right, 'outputs');
const stored = (await allObjects(storage)).map(({ key }) => key);
for (const key of stored) if (!outputs.has(key)) problems.push(`object ${key} belongs to no render`);
for (const key of outputs) if (!stored.includes(key)) problems.push(`object ${key} is missing`);
const uploads = rightOf(await storage.removeUnfinished(new Date(Date.now() + 86_400_000))());
if (uploads > 0) problems.push(`${uploads} unfinished uploads`);

const folders = setting('CHECKED_FOLDERS').split(':');
for (const folder of folders) {
  const left = await readdir(join(folder, 'work')).catch(() => []); // only workers have one
  if (left.length > 0) problems.push(`${folder}/work still has ${left.join()}`);
}
for (const command of await processesIn(setting('CHECKED_LOGS')))
  problems.push(`a process is left: ${command}`);

const lastFault = Date.parse(await readFile(join(setting('CHECKED_LOGS'), 'last-fault'), 'utf8'));
const settledSeconds = Math.max(0, (lastEnd.getTime() - lastFault) / 1000);
if (settledSeconds > Number(setting('CHECKED_SETTLE_SECONDS')))
  problems.push(`the last render ended ${settledSeconds} s after the last fault`);

await fresh.stop();
await database.destroy();
await close();
console.log(
  JSON.stringify({
    acknowledged: acknowledged.length,
    failed: acknowledged.filter(({ bad }) => bad).length,
    failedOnFullDisk: onFullDisk.size,
    events,
    webhooks: bodies.size,
    repeatedWebhooks: received.length - bodies.size,
    tables: Object.keys(live).length,
    objects: stored.length,
    folders: folders.length,
    settledSeconds,
    problems,
  }),
);
process.exit(problems.length === 0 ? 0 : 1);
