import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { StoredComposition } from '../../domain/composition/stored-composition.js';
import { filledTemplate } from '../../domain/template/merge.js';
import { digestOf } from '../commands/hash-chain.js';
import type { ExportedLog } from './exported-log.js';
import { parsedLines } from './history-export.js';
import { type AuditorsEvidence, logVerifier } from './verify-log.js';
import type { StoredEvent } from '../ports/event-archive.js';
import { type HistoryClaim, type HistoryProblem, historyVerifier } from './verify-history.js';

/** The video as a render claims to have rendered it. */
interface Shown {
  readonly stream: string;
  readonly revision: number;
  readonly version: number;
  /** The values with which a template was filled. */
  readonly merge: Readonly<Record<string, unknown>>;
  readonly digest: string;
}

/** What must be known about a file before its events can be verified one by one. */
interface Survey {
  readonly claims: ReadonlyArray<HistoryClaim>;
  readonly shown: ReadonlyArray<Shown>;
  readonly log?: ExportedLog;
}

type Lines = () => AsyncIterable<string> | Iterable<string>;

/** The event data of a render that identifies its video. */
const ShowsVideo = t.intersection([
  t.type({ video: t.type({ composition: t.unknown }), videoVersion: t.number }),
  t.partial({ merge: t.UnknownRecord }),
]);

/** The event data of a version of a video. */
const IsVersion = t.type({ version: t.number, composition: t.unknown });

const shownBy = ({ stream, revision, type, data }: StoredEvent): ReadonlyArray<Shown> => {
  const requested = type === 'RenderRequested' ? ShowsVideo.decode(data) : undefined;
  if (!requested || E.isLeft(requested)) return [];
  const { video, videoVersion, merge = {} } = requested.right;
  return [{ stream, revision, version: videoVersion, merge, digest: digestOf(video.composition) }];
};

/** Whether a render shows a version: its composition, or what it becomes where it is a template. */
const showsVersion = ({ digest, merge }: Shown, composition: unknown): boolean => {
  if (digestOf(composition) === digest) return true;
  const template = StoredComposition.decode(composition);
  if (E.isLeft(template)) return false;
  const filled = filledTemplate(template.right, merge);
  return E.isRight(filled) && digestOf(filled.right) === digest;
};

const survey = async (lines: Lines): Promise<Survey> => {
  const claims: HistoryClaim[] = [];
  const shown: Shown[] = [];
  let log: ExportedLog | undefined;
  for await (const line of parsedLines(lines())) {
    if ('header' in line) {
      claims.push(...line.header.streams);
      ({ log } = line.header);
      continue;
    }
    shown.push(...shownBy(line.event));
  }
  return { claims, shown, ...(log ? { log } : {}) };
};

/** The result of verifying an exported history. */
export interface ExportVerdict {
  readonly events: number;
  readonly problems: ReadonlyArray<HistoryProblem>;
  /** The number of events newer than the checkpoint of the export; absent if it has none. */
  readonly unproven?: number;
}

/**
 * Verifies an exported history; returns its problems and the number of its events. Reads the lines twice, one at a
 * time, so that the file may be larger than memory.
 * @param lines the lines of the file, from the first
 * @param evidence what the auditor has kept, to check the file against the log of all events
 * @throws SyntaxError or Error where the text is no exported history at all
 */
export const problemsOfExport = async (
  lines: Lines,
  evidence: AuditorsEvidence = { verifySignature: () => false },
): Promise<ExportVerdict> => {
  const { claims, shown, log } = await survey(lines);
  const ofLog = logVerifier(log, evidence);
  const verifiers = claims.map((claim) => ({
    stream: claim.stream,
    ...historyVerifier(claim),
  }));
  const unexpected: HistoryProblem[] = [];
  /** Whether the first event of the version has the composition that the render claims. */
  const matches = new Map<Shown, boolean>();
  let events = 0;
  for await (const line of parsedLines(lines())) {
    if ('header' in line) continue;
    const { event } = line;
    const { stream, revision } = event;
    events += 1;
    const own = verifiers.filter((verifier) => verifier.stream === stream);
    for (const { next } of own) next(event);
    ofLog.next(event);
    if (own.length === 0)
      unexpected.push({ stream, revision, problem: 'belongs to a stream that is not part of the export' });
    const version = IsVersion.decode(event.data);
    if (E.isLeft(version)) continue;
    for (const render of shown)
      if (render.version === version.right.version && !matches.has(render))
        matches.set(render, showsVersion(render, version.right.composition));
  }
  // A render must show its video as the video's own history records it.
  const mismatches = shown
    .filter((render) => matches.get(render) === false)
    .map(({ stream, revision }) => ({
      stream,
      revision,
      problem: 'shows the video differently from its history',
    }));
  return {
    events,
    problems: [...verifiers.flatMap(({ end }) => end()), ...unexpected, ...mismatches, ...ofLog.end()],
    ...(log ? { unproven: ofLog.unproven() } : {}),
  };
};
