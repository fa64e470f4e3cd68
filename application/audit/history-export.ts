import type { ArchivedEvent, StoredEvent } from '../ports/event-archive.js';
import type { HistoryClaim } from './verify-history.js';
import { isVersionEvent } from '../videos/video-history.js';

// The file: a first line that says what is in it, then one line an event, stream by stream. It may be larger than memory.

const FORMAT = 'framewright-history';

interface Header {
  readonly format: typeof FORMAT;
  readonly formatVersion: 1;
  readonly streams: ReadonlyArray<HistoryClaim>;
}

/** The events of a stream, oldest first, to be read as often as it takes. */
export type ReadEvents = (stream: string) => AsyncIterable<ArchivedEvent>;

/**
 * What an export says of a stream.
 * @param version for the video of a render: the last version that belongs to the export
 */
const claimOf = async (
  read: ReadEvents,
  stream: string,
  version?: number,
): Promise<HistoryClaim | undefined> => {
  let claim: HistoryClaim | undefined;
  for await (const { stored, event } of read(stream)) {
    claim = { stream, events: stored.revision + 1, lastHash: stored.metadata.hash };
    if (version !== undefined && isVersionEvent(event) && event.data.version === version) return claim;
  }
  return version === undefined ? claim : undefined;
};

const firstOf = async (events: AsyncIterable<ArchivedEvent>): Promise<ArchivedEvent | undefined> => {
  for await (const event of events) return event;
  return undefined;
};

/**
 * The whole history in a stream as JSON Lines, none if there is no such stream. For a render, all is exported with it that
 * led to the rendered version of its video. Streams are read twice and held never, so that any length can be exported.
 */
export async function* historyLines(read: ReadEvents, stream: string): AsyncGenerator<string> {
  const first = (await firstOf(read(stream)))?.event;
  const claims = [
    await claimOf(read, stream),
    first?.type === 'RenderRequested'
      ? await claimOf(read, `video-${first.data.videoId}`, first.data.videoVersion)
      : undefined,
  ].filter((claim) => claim !== undefined);
  if (claims.length === 0) return;
  const header: Header = { format: FORMAT, formatVersion: 1, streams: claims };
  yield JSON.stringify(header);
  for (const claim of claims)
    for await (const { stored } of read(claim.stream)) {
      if (stored.revision >= claim.events) break;
      yield JSON.stringify(stored);
    }
}

/**
 * What stands on the lines of an exported history.
 * @throws SyntaxError or Error where the lines are no exported history at all
 */
export async function* parsedLines(
  lines: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<{ readonly header: Header } | { readonly event: StoredEvent }> {
  let header: Header | undefined;
  for await (const line of lines) {
    if (line.trim() === '') continue;
    if (header) {
      yield { event: JSON.parse(line) as StoredEvent };
      continue;
    }
    header = JSON.parse(line) as Header;
    if (header.format !== FORMAT || !Array.isArray(header.streams)) break;
    yield { header };
  }
  if (header?.format !== FORMAT || !Array.isArray(header.streams))
    throw new Error('this is no exported history: its first line does not say so');
}
