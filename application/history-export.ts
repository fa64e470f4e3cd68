import { sameJson } from '../domain/codec/json.js';
import type { ArchivedEvent, StoredEvent } from './ports/event-archive.js';
import { type HistoryClaim, type HistoryProblem, verifyHistory } from './verify-history.js';
import { isVersionEvent } from './video-history.js';

// The file: a first line that says what is in it, then one line an event, stream by stream.

const FORMAT = 'framewright-history';

interface Header {
  readonly format: typeof FORMAT;
  readonly formatVersion: 1;
  readonly streams: ReadonlyArray<HistoryClaim>;
}

const claimOf = (events: ReadonlyArray<ArchivedEvent>): ReadonlyArray<HistoryClaim> => {
  const last = events.at(-1)?.stored;
  return last ? [{ stream: last.stream, events: events.length, lastHash: last.metadata.hash }] : [];
};

/** Only what had happened to the video when the render took its version. */
const upToVersion = (events: ReadonlyArray<ArchivedEvent>, version: number): ReadonlyArray<ArchivedEvent> => {
  const end = events.findIndex(({ event }) => isVersionEvent(event) && event.data.version === version);
  return events.slice(0, end + 1);
};

/**
 * A history as JSON Lines.
 * @param events the whole stream of a video or a render
 * @param source for a render: the stream of its video, of which all is exported that led to the rendered version
 */
export const historyLines = (
  events: ReadonlyArray<ArchivedEvent>,
  source: ReadonlyArray<ArchivedEvent> = [],
): ReadonlyArray<string> => {
  const first = events[0]?.event;
  const rendered = first?.type === 'RenderRequested' ? upToVersion(source, first.data.videoVersion) : [];
  const streams = [...claimOf(events), ...claimOf(rendered)];
  const header: Header = { format: FORMAT, formatVersion: 1, streams };
  return [header, ...[...events, ...rendered].map(({ stored }) => stored)].map((line) =>
    JSON.stringify(line),
  );
};

const parsed = (text: string): { readonly header: Header; readonly events: ReadonlyArray<StoredEvent> } => {
  const [first = '', ...lines] = text.split('\n').filter((line) => line.trim() !== '');
  const header = JSON.parse(first) as Header;
  if (header.format !== FORMAT || !Array.isArray(header.streams))
    throw new Error('this is no exported history: its first line does not say so');
  return { header, events: lines.map((line) => JSON.parse(line) as StoredEvent) };
};

/** A render must show the video as the video's own history has it. */
const snapshotProblems = (events: ReadonlyArray<StoredEvent>): ReadonlyArray<HistoryProblem> =>
  events.flatMap((requested) => {
    if (requested.type !== 'RenderRequested') return [];
    const { video, videoVersion } = requested.data as {
      readonly video: { readonly composition: unknown };
      readonly videoVersion: number;
    };
    const source = events.find(
      ({ data }) =>
        typeof data === 'object' && data !== null && 'version' in data && data.version === videoVersion,
    )?.data as { readonly composition?: unknown } | undefined;
    if (!source) return [];
    return sameJson(source.composition, video.composition)
      ? []
      : [
          {
            stream: requested.stream,
            revision: requested.revision,
            problem: 'shows another video than its history',
          },
        ];
  });

/**
 * What is wrong with an exported history, and how many events it has.
 * @param requestIds ids of requests from the service's log, see {@link verifyHistory}
 * @throws SyntaxError or Error where the text is no exported history at all
 */
export const problemsOfExport = (
  text: string,
  requestIds: ReadonlyArray<string> = [],
): { readonly events: number; readonly problems: ReadonlyArray<HistoryProblem> } => {
  const { header, events } = parsed(text);
  const claimed = new Set(header.streams.map(({ stream }) => stream));
  const strays = events
    .filter(({ stream }) => !claimed.has(stream))
    .map(({ stream, revision }) => ({ stream, revision, problem: 'is of a stream that was not exported' }));
  const problems = header.streams.flatMap((claim) =>
    verifyHistory(
      claim,
      events.filter(({ stream }) => stream === claim.stream),
      requestIds,
    ),
  );
  return { events: events.length, problems: [...problems, ...strays, ...snapshotProblems(events)] };
};
