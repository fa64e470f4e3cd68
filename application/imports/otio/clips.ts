import * as E from 'fp-ts/lib/Either.js';
import { type Codec, decode } from '../../../domain/codec/codec.js';
import { ClipInput } from '../../../domain/composition/clips/clip.js';
import { built } from '../reading/fields.js';
import { type JsonObject, present, clamped } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { effectsOf, isOfPremiere } from './effects.js';

// OpenTimelineIO's JSON: https://opentimelineio.readthedocs.io/en/stable/tutorials/otio-serialized-schema.html

/** The key of this service in the `metadata` of a timeline. */
export const METADATA_KEY = 'framewright';

/** Fields that only other programs use. */
export const OF_OTHERS = ['markers', 'color', 'name', 'OTIO_SCHEMA', 'available_image_bounds'] as const;

/** Whether a track has pictures that are shown. */
export const isSeenTrack = (track: Reader): boolean =>
  track.peek('enabled') !== false && track.peek('kind') !== 'Audio';

/** A rational time in ms. */
export const rationalTime = (parent: Reader, name: string): number => {
  const time = parent.child(name);
  time.ignore('OTIO_SCHEMA');
  const rate = time.number('rate') ?? 1;
  return rate > 0 ? ((time.number('value') ?? 0) / rate) * 1000 : 0;
};

export interface Range {
  readonly start: number;
  readonly duration: number;
}

export const timeRange = (parent: Reader, name: string): Range | undefined => {
  if (!parent.has(name)) return undefined;
  const range = parent.child(name);
  range.ignore('OTIO_SCHEMA');
  return { start: rationalTime(range, 'start_time'), duration: rationalTime(range, 'duration') };
};

/** The media of a clip: the active one of version 2, or the only one of version 1. */
export const mediaOf = (clip: Reader): Reader => {
  if (!clip.has('media_references')) return clip.child('media_reference');
  const key = clip.text('active_media_reference_key') ?? 'DEFAULT_MEDIA';
  const references = clip.child('media_references');
  references.ignore(...references.names());
  return references.child(key);
};

const IMAGE = /\.(png|jpe?g|webp|gif|svg|avif|tiff?)$/i;

export interface PlacedItem {
  readonly start: number;
  readonly end: number;
  /** How long the clip overlaps the one before it, with a dissolve. */
  readonly dissolve: number;
  /** How much of the dissolve is before the cut. */
  readonly before: number;
  /** The direction of a wipe that is there instead of a dissolve. */
  readonly wipe: string | undefined;
}

/** How a clip comes in. */
export const wayIn = ({ dissolve, wipe }: PlacedItem): JsonObject | undefined => {
  if (dissolve <= 0) return undefined;
  const look = wipe === undefined ? { type: 'fade' } : { type: 'wipe', direction: wipe, softness: 0.1 };
  return { in: { ...look, duration: Math.round(dissolve) } };
};

/** What this service exported in the metadata of an object, if it did. */
export const ownOf = <A, O>(object: Reader, codec: Codec<A, O>): A | undefined => {
  const metadata = object.child('metadata');
  const own = decode(codec, metadata.raw(METADATA_KEY));
  metadata.ignore(...metadata.names());
  return E.isRight(own) ? own.right : undefined;
};

/** Where the clip plays, and how fast. */
const timingOf = (
  clip: Reader,
  { start, end, before }: PlacedItem,
  media: Reader,
  speed: number,
): JsonObject => {
  const range = timeRange(clip, 'source_range');
  const available = timeRange(media, 'available_range');
  // Media may begin at a timecode other than 0.
  const first = (range?.start ?? available?.start ?? 0) - (available?.start ?? 0);
  const offset = Math.max(0, Math.round(first - before * Math.abs(speed)));
  // Programs repeat the first picture where a dissolve begins before the media does.
  const held = Math.round(before - first / Math.abs(speed || 1));
  const isHeld = held > 1 && !IMAGE.test(String(media.peek('target_url')));
  const length = Math.round(end) - Math.round(start);
  const rate = clamped(0.1, 10, Math.abs(speed));
  if (speed !== 0 && rate !== Math.abs(speed))
    clip.differs('effects', 'the speed is limited to between 0.1 and 10');
  return present({
    start: Math.round(start),
    end: Math.round(end),
    offset: offset || undefined,
    ...(speed === 0
      ? { freeze: [{ at: 0, duration: length }] }
      : {
          freeze: isHeld ? [{ at: 0, duration: held }] : undefined,
          speed: rate === 1 ? undefined : rate,
          reverse: speed < 0 || undefined,
        }),
  });
};

export const clipOf = (clip: Reader, kind: string, z: number, placed: PlacedItem): JsonObject => {
  const own = ownOf(clip, ClipInput);
  const media = mediaOf(clip);
  media.ignore(...OF_OTHERS, 'available_range', 'metadata', 'parameters');
  const { speed, fields } = effectsOf(clip, timeRange(clip, 'source_range')?.start ?? 0);
  const timing = timingOf(clip, placed, media, speed);
  if (own !== undefined) {
    media.ignore('target_url');
    return { ...own, timeFrame: { ...own.timeFrame, ...timing, duration: undefined } };
  }
  const source = media.has('generator_kind')
    ? media.missing('generator_kind')
    : media.has('target_url_base')
      ? media.missing('target_url_base', 'is a sequence of images: replace it by a video of them')
      : media.source('target_url');
  const { volume, keyframes, ...looks } = fields;
  if (kind === 'Audio')
    return present({
      type: 'audio',
      source,
      timeFrame: timing,
      volume,
      keyframes,
      audio: placed.dissolve > 0 ? { fadeIn: Math.round(placed.dissolve) } : undefined,
    });
  // Premiere shows media at its own size, in the middle.
  const box = isOfPremiere(clip)
    ? { size: { width: 'auto', height: 'auto' }, position: { z, anchor: 'center', relativeTo: 'center' } }
    : { size: { width: '100%', height: '100%' }, position: { z } };
  const picture = {
    type: IMAGE.test(source) ? 'image' : 'video',
    name: clip.text('name')?.slice(0, 255),
    source,
    fit: 'contain',
    ...box,
    transition: wayIn(placed),
    timeFrame: timing,
  };
  return built(picture, looks, { keyframes });
};
