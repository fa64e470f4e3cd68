import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { OwnerId } from '../../domain/ids.js';
import { type Fingerprint, resemblanceTo } from '../../domain/render/fingerprint.js';
import { type StreamMatch, streamMatch } from '../audit/same-streams.js';
import type { Fault } from '../ports/fault.js';
import type { FileInspector, InspectedFile } from '../ports/file-inspector.js';
import type { RenderQueries } from '../ports/queries.js';
import type { VerdictRecord } from '../records/verdict-record.js';
import { letOthersRun } from '../let-others-run.js';

// Finds the render that made a file. Its SHA-256 and the hashes of its streams are proofs; a fingerprint is only a hint.

/** A file to identify. Without a path, only its hash is known. */
export interface FileToIdentify {
  /** hex */
  readonly sha256: string;
  readonly path?: string;
}

export interface FileIdentifying {
  readonly renders: Pick<RenderQueries, 'byOutput' | 'byStreams' | 'fingerprints'>;
  readonly inspector: FileInspector;
}

/** Minimum resemblance of a reported render. Unrelated pictures resemble each other up to 0.4. */
const MIN_RESEMBLANCE = 0.6;
/** Maximum number of reported renders that resemble the file. */
const MAX_RESEMBLING = 10;

/** How many fingerprints are compared before the process does other work. */
const COMPARED_AT_ONCE = 20;

/** The tolerance for the duration of a file that was encoded again: 5 %, but at least 0.5 s. */
const toleranceOf = (durationMs: number): number => Math.max(500, durationMs * 0.05);
/** Time between the frames of an inspected file, in ms. */
const FRAME_MS = 100;

/** What each verdict means, and what it does not. */
export const NOTICES = {
  identical: 'The file is byte for byte the output of the renders.',
  'same-streams':
    'The packets of picture and sound are exactly those of the renders, and so are timestamps, edit lists and all else that players use. Other metadata and the text of subtitles were not compared.',
  'same-packets':
    'The packets of picture and sound are exactly those of the renders, but it is not shown that they play in the same way: differences lists what players use and is not the same. Without it, timestamps, edit lists, display matrix and the like were not compared, because the file is no plain MP4 or MOV, or the render is of an earlier release.',
  'same-picture':
    'The packets of the picture are exactly those of the renders. The sound was compared, too: it is another, or there is none. How the picture is shown was not compared.',
  resembles:
    'The pictures resemble those of the renders; their packets differ. This is no proof: the file may be an output that was encoded again, but also a source of it, or another video that looks like it. The sound was not compared.',
  unknown: 'No render of yours is known to have made this file.',
  unreadable:
    'No render of yours is known to have made this file. It could not be read as a video within the limits.',
} as const;

const verdict = (
  kind: VerdictRecord['verdict'],
  renders: VerdictRecord['renders'] = [],
  notice: string = NOTICES[kind],
): VerdictRecord => ({ verdict: kind, notice, renders });

const durationOf = ({ at }: Fingerprint): number => (at.at(-1) ?? 0) + FRAME_MS;

/**
 * Finds the renders that made a file.
 * @param owner only renders of this owner are considered; undefined for all owners
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
    if (!inspected) return E.right(verdict('unknown', [], NOTICES.unreadable));
    const remuxed = await sameStreamsAs(renders, owner, inspected)();
    if (E.isLeft(remuxed) || remuxed.right.renders.length > 0) return remuxed;
    return resembling(renders, owner, inspected.fingerprint)();
  };

/** All matches, strongest first. */
const STREAM_MATCHES: ReadonlyArray<StreamMatch['match']> = ['same-streams', 'same-packets', 'same-picture'];

const sameStreamsAs =
  (
    renders: FileIdentifying['renders'],
    owner: OwnerId | undefined,
    inspected: InspectedFile,
  ): TaskEither<Fault, VerdictRecord> =>
  async () => {
    const [video] = inspected.streams;
    if (!video) return E.right(verdict('unknown'));
    const found = await renders.byStreams(owner, video.sha256)();
    if (E.isLeft(found)) return found;
    const matches = found.right.map(({ output, ...render }) => ({
      render,
      found: streamMatch(output, inspected),
    }));
    const best = STREAM_MATCHES.find((match) => matches.some(({ found }) => found?.match === match));
    if (best === undefined) return E.right(verdict('unknown'));
    return E.right(
      verdict(
        best,
        matches.flatMap(({ render, found }) => {
          if (found?.match !== best) return [];
          return 'differences' in found ? [{ ...render, differences: found.differences ?? [] }] : [render];
        }),
      ),
    );
  };

const resembling =
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
    const compared: Array<VerdictRecord['renders'][number] & { readonly confidence: number }> = [];
    for (const [index, { fingerprint, ...render }] of found.right.entries()) {
      compared.push({ ...render, confidence: Math.round(resemblance(fingerprint) * 100) / 100 });
      if (index % COMPARED_AT_ONCE === 0) await letOthersRun();
    }
    const similar = compared
      .filter(({ confidence }) => confidence >= MIN_RESEMBLANCE)
      .toSorted((a, b) => b.confidence - a.confidence)
      .slice(0, MAX_RESEMBLING);
    return E.right(similar.length > 0 ? verdict('resembles', similar) : verdict('unknown'));
  };
