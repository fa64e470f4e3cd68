import * as t from 'io-ts';
import { count, event, recordedAt, stored } from '../codec/stored.js';
import { CompositionChanges } from '../composition/changes.js';
import { StoredComposition } from '../composition/stored-composition.js';
import { OwnerId, VideoId } from '../ids.js';

// These names and shapes are stored forever. An incompatible change is a new event type with an upcaster.

const facts = { videoId: VideoId, ownerId: OwnerId, at: recordedAt };

/** The SHA-256 (hex) of each asset that the composition uses, by its id; absent if it uses none. */
const uses = { assets: t.readonly(t.record(t.string, t.string)) };

/** Version 1 of a video. The editor token's hash is SHA-256, in hex. */
export const VideoCreated = event(
  'VideoCreated',
  stored(
    { ...facts, version: t.literal(1), composition: StoredComposition, editorTokenHash: t.string },
    uses,
  ),
);
export type VideoCreated = t.TypeOf<typeof VideoCreated>;

const version = { ...facts, version: count, composition: StoredComposition, changes: CompositionChanges };

/** A new version: the whole composition after the change, so that each version is self-contained. */
export const VideoPatched = event('VideoPatched', stored(version, uses));
export type VideoPatched = t.TypeOf<typeof VideoPatched>;

/** A new version with the composition of an earlier one. */
export const VideoRestored = event('VideoRestored', stored({ ...version, restoredFrom: count }, uses));
export type VideoRestored = t.TypeOf<typeof VideoRestored>;

/**
 * What a video has besides its versions. Each event about it states all of it, so that the last one is enough; absent:
 * in no folder, not archived.
 */
const besides = stored(
  { ...facts, editorTokenHash: t.union([t.string, t.null]) },
  { folder: t.string, archived: t.literal(true) },
);

/** The editor link was replaced by one with another token, or revoked (`null`). */
export const EditorLinkChanged = event('EditorLinkChanged', besides);
export type EditorLinkChanged = t.TypeOf<typeof EditorLinkChanged>;

/** The video was moved to a folder, to the archive, or back. */
export const VideoMoved = event('VideoMoved', besides);
export type VideoMoved = t.TypeOf<typeof VideoMoved>;

export const VIDEO_EVENTS = {
  VideoCreated,
  VideoPatched,
  VideoRestored,
  EditorLinkChanged,
  VideoMoved,
} as const;
export type VideoEvent = t.TypeOf<(typeof VIDEO_EVENTS)[keyof typeof VIDEO_EVENTS]>;
