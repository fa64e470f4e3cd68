import * as t from 'io-ts';
import { oneOf } from '../codec/scalars.js';
import { event, recordedAt, stored } from '../codec/stored.js';
import { AssetId, OwnerId, VideoId } from '../ids.js';

// These names and shapes are stored forever. An incompatible change is a new event type with an upcaster.

const facts = { assetId: AssetId, ownerId: OwnerId, at: recordedAt };

/** What an asset can be used for; `lut` is a colour lookup table. */
export const AssetKind = oneOf('video', 'image', 'audio', 'font', 'subtitles', 'lut');
export type AssetKind = t.TypeOf<typeof AssetKind>;

/** A size in bytes, which may exceed a 4-byte column. */
const bytes = t.refinement(t.number, (n) => Number.isSafeInteger(n) && n >= 0, 'bytes');

const color = stored({}, { matrix: t.string, range: t.string, primaries: t.string, transfer: t.string });

/**
 * Properties read from the file. Sides in px as shown, times in ms, rotation in degrees clockwise, colours in the
 * terms of FFmpeg.
 */
export const AssetMedia = stored(
  { kind: AssetKind },
  {
    width: t.number,
    height: t.number,
    durationMs: t.number,
    fps: t.number,
    variableFrameRate: t.boolean,
    rotation: t.number,
    hasSound: t.boolean,
    hasAlpha: t.boolean,
    color,
  },
);
export type AssetMedia = t.TypeOf<typeof AssetMedia>;

/**
 * A client announced a file. Its size and media type are what the client states; `videoId` is the video whose editor
 * link it used.
 */
export const AssetRegistered = event(
  'AssetRegistered',
  stored({ ...facts, name: t.string }, { declaredBytes: bytes, declaredType: t.string, videoId: VideoId }),
);
export type AssetRegistered = t.TypeOf<typeof AssetRegistered>;

/** The whole file is in the object storage under `key`, and can be used. `mediaType` is detected from its content. */
export const AssetStored = event(
  'AssetStored',
  stored({ ...facts, sha256: t.string, bytes, key: t.string, mediaType: t.string, media: AssetMedia }),
);
export type AssetStored = t.TypeOf<typeof AssetStored>;

/** The service did not accept the file, and does not store it. */
export const AssetRefused = event('AssetRefused', stored({ ...facts, reason: t.string }));
export type AssetRefused = t.TypeOf<typeof AssetRefused>;

export const AssetRenamed = event('AssetRenamed', stored({ ...facts, name: t.string }));

/** `tags` replaces all tags of the asset. */
export const AssetTagged = event('AssetTagged', stored({ ...facts, tags: t.readonlyArray(t.string) }));

/** The content is removed if no other asset of the owner has the same. */
export const AssetDeleted = event('AssetDeleted', stored(facts));
export type AssetDeleted = t.TypeOf<typeof AssetDeleted>;

export const ASSET_EVENTS = {
  AssetRegistered,
  AssetStored,
  AssetRefused,
  AssetRenamed,
  AssetTagged,
  AssetDeleted,
} as const;
export type AssetEvent = t.TypeOf<(typeof ASSET_EVENTS)[keyof typeof ASSET_EVENTS]>;
