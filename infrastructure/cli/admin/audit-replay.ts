import { setTimeout as delay } from 'node:timers/promises';
import * as O from 'fp-ts/lib/Option.js';
import { requestReplay } from '../../../application/renders/command-render.js';
import { type ReplayRecord, replayRecord } from '../../../application/records/replay-record.js';
import type { OwnerId, RenderId } from '../../../domain/ids.js';
import { type AdminSession, resultOrExit } from './session.js';

/** How often the verdict is looked for, in ms. */
const INTERVAL = 500;

/** The newest replay of a render, once it is over. */
const finished = async ({ queries }: AdminSession, renderId: RenderId): Promise<ReplayRecord> => {
  for (;;) {
    const newest = await resultOrExit(queries.renders.newestReplay(renderId));
    if (O.isSome(newest) && newest.value.finishedAt !== undefined) return replayRecord(newest.value);
    await delay(INTERVAL);
  }
};

const linesOf = ({ verdict, error }: ReplayRecord): ReadonlyArray<string> => {
  if (!verdict) return [`no verdict: ${error ?? 'unknown'}`];
  const { result, files = [], sources = [], tools = [] } = verdict;
  return [
    result,
    ...files.flatMap(({ role, format, stored, comparison, by, frames, samples }) => [
      `  ${role} (${format}): ${comparison}${by === undefined ? '' : ` by ${by}`}, stored file ${stored}`,
      ...(frames && frames.differing > 0
        ? [
            `    ${frames.differing} of ${frames.recorded} frames differ: ` +
              frames.ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(', '),
          ]
        : []),
      ...(samples && samples.differing > 0
        ? [
            `    ${samples.differing} of ${samples.recorded} samples are in blocks that differ, from ${samples.firstMs ?? 0} ms on`,
          ]
        : []),
    ]),
    ...sources.map(
      ({ url, problem, message }) =>
        `  ${url}: ${problem === 'gone' ? 'could not be fetched' : 'has other content now'}${message ? `, ${message}` : ''}`,
    ),
    ...tools.map(({ what, recorded, replayed }) => `  ${what}: ${recorded} then, ${replayed} now`),
  ];
};

/** Replays a render and prints the verdict. The exit code is 0 only if it is `identical`. */
export const replayRender = async (
  session: AdminSession,
  { renderId, ownerId }: { readonly renderId: RenderId; readonly ownerId: OwnerId },
  json: boolean | undefined,
): Promise<void> => {
  await resultOrExit(requestReplay(session.dependencies)(renderId, ownerId, session.context));
  const replay = await finished(session, renderId);
  if (replay.verdict?.result !== 'identical') process.exitCode = 1;
  if (json) console.log(JSON.stringify(replay));
  else for (const line of linesOf(replay)) console.log(line);
};
