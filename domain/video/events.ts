import * as t from 'io-ts';
import { count, event, recordedAt, stored } from '../codec/stored.js';
import { CompositionChanges } from '../composition/changes.js';
import { StoredComposition } from '../composition/stored-composition.js';
import { OwnerId, VideoId } from '../ids.js';

// These names and shapes are stored forever. An incompatible change is a new event type with an upcaster.

const facts = { videoId: VideoId, ownerId: OwnerId, at: recordedAt };

/** The SHA-256 (hex) of each asset that the composition uses, by its id; absent if it uses none. */
const usedAssets = { assets: t.readonly(t.record(t.string, t.string)) };

/** Version 1 of a video. The editor token's hash is SHA-256, in hex. */
export const VideoCreated = event(
  'VideoCreated',
  stored(
    { ...facts, version: t.literal(1), composition: StoredComposition, editorTokenHash: t.string },
    usedAssets,
  ),
);
export type VideoCreated = t.TypeOf<typeof VideoCreated>;

const version = { ...facts, version: count, composition: StoredComposition, changes: CompositionChanges };

/** A new version: the whole composition after the change, so that each version is self-contained. */
export const VideoPatched = event('VideoPatched', stored(version, usedAssets));
export type VideoPatched = t.TypeOf<typeof VideoPatched>;

/** A new version with the composition of an earlier one. */
export const VideoRestored = event('VideoRestored', stored({ ...version, restoredFrom: count }, usedAssets));
export type VideoRestored = t.TypeOf<typeof VideoRestored>;

/**
 * The fields of a video that do not belong to its versions. Each event has all of them, so that the last one is enough.
 * Absent: in no folder, not archived.
 */
const unversioned = stored(
  { ...facts, editorTokenHash: t.union([t.string, t.null]) },
  { folder: t.string, archived: t.literal(true) },
);

/** The editor link was replaced by one with another token, or revoked (`null`). */
export const EditorLinkChanged = event('EditorLinkChanged', unversioned);
export type EditorLinkChanged = t.TypeOf<typeof EditorLinkChanged>;

/** The video was moved to a folder, to the archive, or back. */
export const VideoMoved = event('VideoMoved', unversioned);
export type VideoMoved = t.TypeOf<typeof VideoMoved>;

export const VIDEO_EVENTS = {
  VideoCreated,
  VideoPatched,
  VideoRestored,
  EditorLinkChanged,
  VideoMoved,
} as const;
export type VideoEvent = t.TypeOf<(typeof VIDEO_EVENTS)[keyof typeof VIDEO_EVENTS]>;
