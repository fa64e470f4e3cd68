import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { array, record } from '../../domain/codec/containers.js';
import { number, oneOf, string } from '../../domain/codec/scalars.js';
import { assetStream } from '../../domain/asset/asset.js';
import { assetsNamedIn } from '../../domain/asset/references.js';
import type { AssetId } from '../../domain/ids.js';
import { reviewStream } from '../../domain/review/review.js';
import { videoStream } from '../../domain/video/video.js';
import type { ArchivedEvent, StoredEvent } from '../ports/event-archive.js';
import { ExportedLog, Inclusion, type LogOfExport } from './exported-log.js';
import { claimUpTo, type HistoryClaim } from './verify-history.js';
import { isVersionEvent } from '../videos/video-history.js';

// The format of an export: a header line, then one line per event, stream by stream. An export may be larger than
// memory.

const FORMAT = 'framewright-history';

const count = number({ minimum: 0, integer: true });

const Header = record(
  {
    format: oneOf(FORMAT),
    formatVersion: number({ minimum: 1, maximum: 1 }),
    streams: array(record({ stream: string(), events: count }, { lastHash: string() })),
  },
  { log: ExportedLog },
);
type Header = t.TypeOf<typeof Header>;

/** A stored event, with the proof of its inclusion if the log had it at the time of the export. */
export type ExportedEvent = StoredEvent & { readonly inclusion?: Inclusion };

/** All other lines. Only used fields are validated: the hashes prove that the events are authentic. */
const EventLine: t.Type<ExportedEvent, ExportedEvent, unknown> = t.intersection([
  t.type({
    id: t.string,
    stream: t.string,
    revision: count,
    type: t.string,
    recordedAt: t.string,
    data: t.unknown,
    metadata: t.UnknownRecord, // fields may be missing: see StoredEvent
  }),
  t.partial({ inclusion: Inclusion }),
]);

/** The events of a stream, oldest first. May be called repeatedly. */
export type ReadEvents = (stream: string) => AsyncIterable<ArchivedEvent>;

/**
 * The header's claim about a stream.
 * @param version for the video of a render: the last version that belongs to the export
 */
const claimOf = async (
  read: ReadEvents,
  stream: string,
  version?: number,
): Promise<HistoryClaim | undefined> => {
  let claim: HistoryClaim | undefined;
  for await (const { stored, event } of read(stream)) {
    claim = claimUpTo(stored);
    if (version !== undefined && isVersionEvent(event) && event.data.version === version) return claim;
  }
  return version === undefined ? claim : undefined;
};

const firstOf = async (events: AsyncIterable<ArchivedEvent>): Promise<ArchivedEvent | undefined> => {
  for await (const event of events) return event;
  return undefined;
};

/** The assets that any event of a stream names. */
const assetsNamedBy = async (events: AsyncIterable<ArchivedEvent>): Promise<ReadonlySet<AssetId>> => {
  const ids = new Set<AssetId>();
  for await (const { stored } of events) for (const id of assetsNamedIn(stored.data).keys()) ids.add(id);
  return ids;
};

/**
 * The whole history of a stream as JSON Lines; empty if the stream does not exist. The history of a video includes its
 * review and its assets. The history of a render includes its assets, its video up to the rendered version, and the
 * review. Streams are read several times instead of being held in memory, so that histories of any length can be exported.
 * @param log proves that the events are in the log of the service; no proofs if omitted
 */
export async function* historyLines(
  read: ReadEvents,
  stream: string,
  log?: LogOfExport,
): AsyncGenerator<string> {
  const first = (await firstOf(read(stream)))?.event;
  const found = [
    await claimOf(read, stream),
    first?.type === 'RenderRequested'
      ? await claimOf(read, videoStream(first.data.videoId), first.data.videoVersion)
      : undefined,
    first?.type === 'RenderRequested' || first?.type === 'VideoCreated'
      ? await claimOf(read, reviewStream(first.data.videoId))
      : undefined,
  ];
  for (const id of await assetsNamedBy(read(stream))) found.push(await claimOf(read, assetStream(id)));
  const claims = found.filter((claim) => claim !== undefined);
  if (claims.length === 0) return;
  const header: Header = {
    format: FORMAT,
    formatVersion: 1,
    streams: claims,
    ...(log ? { log: log.header } : {}),
  };
  yield JSON.stringify(header);
  for (const claim of claims)
    for await (const { stored } of read(claim.stream)) {
      if (stored.revision >= claim.events) break;
      const inclusion = await log?.inclusionOf(stored);
      yield JSON.stringify(inclusion ? { ...stored, inclusion } : stored);
    }
}

/**
 * Parses the lines of an exported history.
 * @throws SyntaxError or Error if a line does not belong to an exported history
 */
export async function* parsedLines(
  lines: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<{ readonly header: Header } | { readonly event: ExportedEvent }> {
  let lineNumber = 0;
  let hasHeader = false;
  for await (const line of lines) {
    lineNumber += 1;
    if (line.trim() === '') continue;
    const json: unknown = JSON.parse(line);
    if (hasHeader) {
      const event = EventLine.decode(json);
      if (E.isLeft(event)) throw new Error(`line ${lineNumber} of the exported history is not an event`);
      yield { event: event.right };
      continue;
    }
    const header = Header.decode(json);
    if (E.isLeft(header)) break;
    hasHeader = true;
    yield { header: header.right };
  }
  if (!hasHeader) throw new Error('this is not an exported history: the first line is not its header');
}
