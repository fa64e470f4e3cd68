import type { Operation } from 'fast-json-patch';
import { Actor } from '../../domain/events.js';
import { patchBetween } from '../comparison/compare-versions.js';
import { describeVersion } from '../videos/describe-version.js';
import type { ArchivedEvent } from '../ports/event-archive.js';
import { isVersionEvent } from '../videos/video-history.js';
import { type VideoRecord, videoRecord } from '../records/video-record.js';

/** Longer values are shortened. */
const MAX_CHARACTERS = 60;

const actorName = (actor: unknown): string => {
  if (!Actor.is(actor)) return 'an unknown actor';
  switch (actor.type) {
    case 'api-key':
      return `key ${actor.keyId}`;
    case 'editor-link':
      return 'the editor link';
    case 'worker':
      return `worker ${actor.workerId}`;
    case 'admin':
      return 'the admin command line';
  }
};

const short = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
};

const SIGNS: Readonly<Record<string, string>> = { add: '+', remove: '-', replace: '~' };

const patchLine = (operation: Operation): string =>
  `    ${SIGNS[operation.op] ?? operation.op} ${operation.path}${'value' in operation ? ` ${short(operation.value)}` : ''}`;

export interface ReplayStep {
  /** The version of the video after this step. */
  readonly version: number;
  readonly time: Date;
  readonly lines: ReadonlyArray<string>;
}

/**
 * Describes the history of a video step by step. Call it with each event in order. A step says who did what and when, and
 * what changed.
 */
export const replayLines = (): ((archived: ArchivedEvent) => ReplayStep) => {
  let before: VideoRecord | undefined;
  let version = 0;
  return ({ stored, event }) => {
    const time = new Date(stored.recordedAt);
    const actor = actorName(stored.metadata.actor);
    const who = `${stored.recordedAt}  by ${actor}`;
    if (!isVersionEvent(event))
      return {
        version,
        time,
        lines: [`       ${who}  ${event ? event.type : `${stored.type} (not readable by this release)`}`],
      };
    const { data } = event;
    version = data.version;
    const createdAt = before?.createdAt ?? data.at;
    const after = videoRecord({
      videoId: data.videoId,
      composition: data.composition,
      createdAt,
      updatedAt: data.at,
    });
    const summary = describeVersion(
      'changes' in data ? data.changes : undefined,
      'restoredFrom' in data ? data.restoredFrom : undefined,
    );
    const patch = before ? patchBetween(before, after).filter(({ path }) => path !== '/updatedAt') : [];
    const { name, duration } = after.metadata;
    const start = before ? [] : [`    ${short(name)}, ${duration} ms, ${after.clips.length} clips`];
    before = after;
    return {
      version,
      time,
      lines: [`v${String(version).padEnd(5)} ${who}  ${summary}`, ...start, ...patch.map(patchLine)],
    };
  };
};
