import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { StoredComposition } from '../../domain/composition/stored-composition.js';
import { filledTemplate } from '../../domain/template/merge.js';
import { digestOf } from '../digests.js';
import type { ExportedLog } from './exported-log.js';
import { parsedLines } from './history-export.js';
import { type AuditorsEvidence, logVerifier } from './verify-log.js';
import type { StoredEvent } from '../ports/event-archive.js';
import { type HistoryClaim, type HistoryProblem, historyVerifier } from './verify-history.js';

/** The version of a video that a render claims to show. */
interface RenderClaim {
  readonly stream: string;
  readonly revision: number;
  readonly version: number;
  /** The values with which a template was filled. */
  readonly merge: Readonly<Record<string, unknown>>;
  readonly digest: string;
}

/** The result of the first pass over a file, with which its events can be verified one by one. */
interface Survey {
  readonly claims: ReadonlyArray<HistoryClaim>;
  readonly renders: ReadonlyArray<RenderClaim>;
  readonly log?: ExportedLog;
}

type Lines = () => AsyncIterable<string> | Iterable<string>;

/** The event data of a render that identifies its video. */
const RenderRequestData = t.intersection([
  t.type({ video: t.type({ composition: t.unknown }), videoVersion: t.number }),
  t.partial({ merge: t.UnknownRecord }),
]);

const VersionData = t.type({ version: t.number, composition: t.unknown });

const renderClaimsOf = ({ stream, revision, type, data }: StoredEvent): ReadonlyArray<RenderClaim> => {
  const requested = type === 'RenderRequested' ? RenderRequestData.decode(data) : undefined;
  if (!requested || E.isLeft(requested)) return [];
  const { video, videoVersion, merge = {} } = requested.right;
  return [{ stream, revision, version: videoVersion, merge, digest: digestOf(video.composition) }];
};

/** Whether a render shows the composition of a version or, if that is a template, the filled template. */
const showsVersion = ({ digest, merge }: RenderClaim, composition: unknown): boolean => {
  if (digestOf(composition) === digest) return true;
  const template = StoredComposition.decode(composition);
  if (E.isLeft(template)) return false;
  const filled = filledTemplate(template.right, merge);
  return E.isRight(filled) && digestOf(filled.right) === digest;
};

const survey = async (lines: Lines): Promise<Survey> => {
  const claims: HistoryClaim[] = [];
  const renders: RenderClaim[] = [];
  let log: ExportedLog | undefined;
  for await (const line of parsedLines(lines())) {
    if ('header' in line) {
      claims.push(...line.header.streams);
      ({ log } = line.header);
      continue;
    }
    renders.push(...renderClaimsOf(line.event));
  }
  return { claims, renders, ...(log ? { log } : {}) };
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
 * @param evidence the evidence of the auditor, to check the file against the log of all events
 * @throws SyntaxError or Error if the text is not an exported history
 */
export const problemsOfExport = async (
  lines: Lines,
  evidence: AuditorsEvidence = { verifySignature: () => false },
): Promise<ExportVerdict> => {
  const { claims, renders, log } = await survey(lines);
  const verifierOfLog = logVerifier(log, evidence);
  const verifiers = claims.map((claim) => ({
    stream: claim.stream,
    ...historyVerifier(claim),
  }));
  const unexpected: HistoryProblem[] = [];
  /** Whether the first event of the version has the composition that the render claims. */
  const matches = new Map<RenderClaim, boolean>();
  let events = 0;
  for await (const line of parsedLines(lines())) {
    if ('header' in line) continue;
    const { event } = line;
    const { stream, revision } = event;
    events += 1;
    const own = verifiers.filter((verifier) => verifier.stream === stream);
    for (const { next } of own) next(event);
    verifierOfLog.next(event);
    if (own.length === 0)
      unexpected.push({ stream, revision, problem: 'belongs to a stream that is not part of the export' });
    const version = VersionData.decode(event.data);
    if (E.isLeft(version)) continue;
    for (const render of renders)
      if (render.version === version.right.version && !matches.has(render))
        matches.set(render, showsVersion(render, version.right.composition));
  }
  // A render must show its video as the video's own history records it.
  const mismatches = renders
    .filter((render) => matches.get(render) === false)
    .map(({ stream, revision }) => ({
      stream,
      revision,
      problem: 'shows the video differently from its history',
    }));
  return {
    events,
    problems: [
      ...verifiers.flatMap(({ end }) => end()),
      ...unexpected,
      ...mismatches,
      ...verifierOfLog.end(),
    ],
    ...(log ? { unproven: verifierOfLog.unproven() } : {}),
  };
};
