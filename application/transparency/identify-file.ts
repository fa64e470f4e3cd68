import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { OwnerId } from '../../domain/ids.js';
import { type Fingerprint, resemblanceTo } from '../../domain/render/fingerprint.js';
import { sameStreams } from '../audit/verify-receipt.js';
import type { Fault } from '../ports/fault.js';
import type { FileInspector, InspectedFile } from '../ports/file-inspector.js';
import type { RenderQueries } from '../ports/queries.js';
import type { VerdictRecord } from '../records/verdict-record.js';

// Which render made a file? Its SHA-256 and the hashes of its streams prove it; a fingerprint only suggests it.

/** A file to be identified. Without a path, only its hash is known. */
export interface FileToIdentify {
  /** hex */
  readonly sha256: string;
  readonly path?: string;
}

export interface FileIdentifying {
  readonly renders: Pick<RenderQueries, 'byOutput' | 'byStreams' | 'fingerprints'>;
  readonly inspector: FileInspector;
}

/** Resemblance from which a render is named. Other pictures resemble each other by chance up to 0.4. */
const LIKELY = 0.6;
/** The most renders that are named as likely. */
const MOST_LIKELY = 10;

/** How much the duration of a file may differ when it is encoded again: 5 %, but at least 0.5 s. */
const toleranceOf = (durationMs: number): number => Math.max(500, durationMs * 0.05);
/** Time between the frames of an inspected file, in ms. */
const FRAME_MS = 100;

const NOTICES = {
  identical: 'The file is byte for byte the output of the renders.',
  'same-streams':
    'The file is in another container, or has other metadata, but its streams are exactly those of the renders.',
  likely:
    'The file was encoded again or changed. Its pictures resemble those of the renders. This is a resemblance, no proof.',
  unknown: 'No render of yours is known to have made this file.',
} as const;

const verdict = (
  is: VerdictRecord['verdict'],
  renders: VerdictRecord['renders'] = [],
  notice: string = NOTICES[is],
): VerdictRecord => ({ verdict: is, notice, renders });

const durationOf = ({ at }: Fingerprint): number => (at.at(-1) ?? 0) + FRAME_MS;

/**
 * Names the renders that made a file.
 * @param owner whose renders are considered; undefined for those of all owners
 */
export const identifyFile =
  ({ renders, inspector }: FileIdentifying) =>
  (
    owner: OwnerId | undefined,
    { sha256, path }: FileToIdentify,
    signal: AbortSignal,
  ): TaskEither<Fault, VerdictRecord> =>
  async () => {
    const identical = await renders.byOutput(owner, sha256)();
    if (E.isLeft(identical)) return identical;
    if (identical.right.length > 0) return E.right(verdict('identical', identical.right));
    if (path === undefined) return E.right(verdict('unknown'));

    const inspected = await inspector.inspect(path, 'ten-per-second', signal);
    if (!inspected)
      return E.right(
        verdict('unknown', [], `${NOTICES.unknown} It could not be read as a video within the limits.`),
      );
    const remuxed = await sameStreamsAs(renders, owner, inspected)();
    if (E.isLeft(remuxed) || remuxed.right.renders.length > 0) return remuxed;
    return likeliest(renders, owner, inspected.fingerprint)();
  };

const sameStreamsAs =
  (
    renders: FileIdentifying['renders'],
    owner: OwnerId | undefined,
    { streams }: InspectedFile,
  ): TaskEither<Fault, VerdictRecord> =>
  async () => {
    const [video] = streams;
    if (!video) return E.right(verdict('unknown'));
    const found = await renders.byStreams(owner, video.sha256)();
    if (E.isLeft(found)) return found;
    const same = found.right.filter((one) => sameStreams(one.streams, streams));
    return E.right(
      verdict(
        'same-streams',
        same.map(({ streams: _streams, ...render }) => render),
      ),
    );
  };

const likeliest =
  (
    renders: FileIdentifying['renders'],
    owner: OwnerId | undefined,
    fingerprint: Fingerprint,
  ): TaskEither<Fault, VerdictRecord> =>
  async () => {
    const duration = durationOf(fingerprint);
    const tolerance = toleranceOf(duration);
    const found = await renders.fingerprints(owner, {
      from: duration - tolerance,
      to: duration + tolerance,
    })();
    if (E.isLeft(found)) return found;
    const resemblance = resemblanceTo(fingerprint);
    const likely = found.right
      .map(({ fingerprint, ...render }) => ({
        ...render,
        confidence: Math.round(resemblance(fingerprint) * 100) / 100,
      }))
      .filter(({ confidence }) => confidence >= LIKELY)
      .toSorted((a, b) => b.confidence - a.confidence)
      .slice(0, MOST_LIKELY);
    return E.right(likely.length > 0 ? verdict('likely', likely) : verdict('unknown'));
  };
