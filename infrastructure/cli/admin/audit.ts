import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type Command, InvalidArgumentError } from 'commander';
import * as O from 'fp-ts/lib/Option.js';
import type { EventArchive } from '../../../application/ports/event-archive.js';
import { historyLines, type ReadEvents } from '../../../application/audit/history-export.js';
import { replayLines } from '../../../application/audit/replay-history.js';
import { uncompared } from '../../../application/transparency/compare-history.js';
import { renderStream } from '../../../domain/render/render.js';
import type { RenderId, VideoId } from '../../../domain/ids.js';
import { videoStream } from '../../../domain/video/video.js';
import { eventStoreDbArchive } from '../../eventstore/event-archive.js';
import { postgresMerkleLog } from '../../postgres/log/merkle-log.js';
import { addAuditCheckCommand } from './audit-check.js';
import { addFileCommands } from './audit-files.js';
import { addLogCommands, newestLog, readCheckpoint } from './audit-log.js';
import { replayRender } from './audit-replay.js';
import { verifyExport } from './audit-verify.js';
import { interruptible } from '../interruptible.js';
import { type AdminSession, resultOrExit, withService } from './session.js';
import { parseId, parseTime } from './arguments.js';

/** How many events are fetched in one request. */
const PAGE = 50;
/** How often `--watch` looks for new events, in ms. */
const WATCH_INTERVAL = 500;

const parseVersion = (text: string): number => {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('use a version number, starting at 1');
};

/** The events of a stream, read in small pages. */
const eventsOf = (archive: EventArchive): ReadEvents =>
  async function* (stream) {
    for (let next = 0, hasMore = true; hasMore;) {
      const page = await resultOrExit(archive.read(stream, next, PAGE));
      yield* page.events;
      next += page.events.length;
      ({ hasMore } = page);
    }
  };

const printLine = async (line: string): Promise<void> => {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
};

const exportHistory = (id: string, { since }: { readonly since?: string }): Promise<void> =>
  withService(async ({ client, database }) => {
    const read = eventsOf(eventStoreDbArchive(client, uncompared));
    const kept = since === undefined ? [] : [(await readCheckpoint(since)).size];
    const log = await newestLog(postgresMerkleLog(database), kept);
    let lines = 0;
    for (const stream of [videoStream(id as VideoId), renderStream(id as RenderId)]) {
      for await (const line of historyLines(read, stream, log)) {
        await printLine(line);
        lines += 1;
      }
      if (lines > 0) return;
    }
    throw new Error('there is no video or render with this id');
  });

interface ReplayOptions {
  readonly to?: number;
  readonly at?: Date;
  readonly watch?: boolean;
  readonly json?: boolean;
}

/** Prints what each event of a video changed; with `watch`, until the signal aborts. */
const replayVideo = async (
  { client, againstLog }: AdminSession,
  id: VideoId,
  { to, at, watch, json }: ReplayOptions,
  signal: AbortSignal,
): Promise<void> => {
  const archive = eventStoreDbArchive(client, againstLog);
  const step = replayLines();
  let next = 0;
  while (!signal.aborted) {
    const { events, hasMore } = await resultOrExit(archive.read(videoStream(id), next, PAGE));
    if (next === 0 && events.length === 0) throw new Error('there is no video or render with this id');
    for (const archived of events) {
      const { version, time, lines } = step(archived);
      if ((to !== undefined && version > to) || (at && time > at)) return;
      if (json) console.log(JSON.stringify({ version, time, lines }));
      else for (const line of lines) console.log(line);
    }
    next += events.length;
    if (hasMore) continue;
    if (!watch) return;
    await delay(WATCH_INTERVAL, undefined, { signal }).catch(() => undefined);
  }
};

const replay = (id: string, options: ReplayOptions): Promise<void> =>
  withService(async (session) => {
    const render = O.toUndefined(await resultOrExit(session.queries.renders.byId(id as RenderId)));
    if (render) return replayRender(session, render, options.json);
    return interruptible((signal) => replayVideo(session, id as VideoId, options, signal));
  });

/** `audit export|verify|replay`, and the commands of the log */
export const addAuditCommands = (program: Command): void => {
  const audit = program
    .command('audit')
    .description('check the whole history; export, verify and replay that of a video or render');

  audit
    .command('export')
    .description('write the whole history as JSON Lines; for a render, with everything it depended on')
    .argument('<id>', 'id of a video or render', parseId)
    .option('--since <file>', 'an earlier checkpoint; the export proves that the log continues it')
    .action(exportHistory);

  audit
    .command('verify')
    .description(
      'verify an exported history; works without the service. Lists every changed, missing or swapped event and exits with 1',
    )
    .argument('<file>', 'file from audit export')
    .option('--checkpoint <file>', 'a checkpoint kept from earlier: shows any rewrite of what came before it')
    .option('--keys <file>', 'the public keys of the service, to check the signatures of checkpoints')
    .option('--json', 'print one line of JSON: the number of events, the problems, and how many are unproven')
    .action(verifyExport);

  addAuditCheckCommand(audit);
  addLogCommands(audit);
  addFileCommands(audit);

  audit
    .command('replay')
    .description(
      'of a video: step through its history, showing each change. ' +
        'Of a render: render it again and compare; exits with 1 unless the result is identical',
    )
    .argument('<id>', 'id of a video or render', parseId)
    .option('--json', 'print JSON, one line for each change or for the verdict')
    .option('--to <version>', 'stop after this version', parseVersion)
    .option('--at <time>', 'stop at this time', parseTime)
    .option('--watch', 'keep showing new changes until Ctrl-C')
    .action(replay);
};
