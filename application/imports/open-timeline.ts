import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { decode } from '../../domain/codec/codec.js';
import { ClipInput } from '../../domain/composition/clips/clip.js';
import { Metadata } from '../../domain/composition/composition.js';
import { type Converter, type DraftClip, sourceOf } from './imported.js';
import { type JsonObject, present } from './json-object.js';
import type { Reader } from './reader.js';

// OpenTimelineIO's JSON: https://opentimelineio.readthedocs.io/en/stable/tutorials/otio-serialized-schema.html

/** The key of this service in the `metadata` of a timeline. */
export const METADATA_KEY = 'framewright';

/** Fields that only other programs use. */
const OF_OTHERS = [
  'markers',
  'enabled',
  'color',
  'name',
  'OTIO_SCHEMA',
  'media_reference',
  'available_image_bounds',
] as const;

const schemaOf = (object: Reader): string => (object.text('OTIO_SCHEMA') ?? '').replace(/\.\d+$/, '');

/** A rational time in ms. */
const timeOf = (parent: Reader, name: string): number => {
  const time = parent.child(name);
  time.ignore('OTIO_SCHEMA');
  const rate = time.number('rate') ?? 1;
  return rate > 0 ? ((time.number('value') ?? 0) / rate) * 1000 : 0;
};

interface Range {
  readonly start: number;
  readonly duration: number;
}

const rangeOf = (parent: Reader, name: string): Range | undefined => {
  if (!parent.has(name)) return undefined;
  const range = parent.child(name);
  range.ignore('OTIO_SCHEMA');
  return { start: timeOf(range, 'start_time'), duration: timeOf(range, 'duration') };
};

/** The media of a clip: the active one of version 2, or the only one of version 1. */
const mediaOf = (clip: Reader): Reader => {
  if (!clip.has('media_references')) return clip.child('media_reference');
  const key = clip.text('active_media_reference_key') ?? 'DEFAULT_MEDIA';
  return clip.child('media_references').child(key);
};

const IMAGE = /\.(png|jpe?g|webp|gif|svg|avif|tiff?)$/i;

/** The speed of a clip: the product of its linear time warps. */
const speedOf = (clip: Reader): number => {
  let speed = 1;
  for (const effect of clip.children('effects')) {
    effect.ignore('name', 'effect_name', 'metadata', 'enabled');
    if (schemaOf(effect) === 'LinearTimeWarp') speed *= effect.number('time_scalar') ?? 1;
    else effect.differs('OTIO_SCHEMA', 'this effect has no equivalent and was left out');
  }
  return speed;
};

interface Placed {
  readonly start: number;
  readonly end: number;
  /** How long the clip overlaps the one before it, with a dissolve. */
  readonly dissolve: number;
}

/** The clip that this service exported, with its times as they are now. */
const ownClip = (clip: Reader): JsonObject | undefined => {
  const metadata = clip.child('metadata');
  const own = metadata.read(METADATA_KEY, ClipInput) as unknown as JsonObject | undefined;
  return own;
};

const clipOf = (
  clip: Reader,
  kind: string,
  z: number,
  { start, end, dissolve }: Placed,
  range: Range | undefined,
): JsonObject => {
  const own = clip.has('metadata') ? ownClip(clip) : undefined;
  const speed = speedOf(clip);
  const media = mediaOf(clip);
  media.ignore(
    'OTIO_SCHEMA',
    'name',
    'available_range',
    'metadata',
    'available_image_bounds',
    'generator_kind',
    'parameters',
  );
  const available = rangeOf(media, 'available_range');
  const transition = dissolve > 0 ? { in: { type: 'fade', duration: Math.round(dissolve) } } : undefined;
  const timing = present({
    start: Math.round(start),
    end: Math.round(end),
    // Media may begin at a timecode other than 0.
    offset: Math.max(0, Math.round((range?.start ?? 0) - (available?.start ?? 0) - dissolve)) || undefined,
    speed: speed === 1 || speed <= 0 ? undefined : speed,
  });
  if (speed <= 0) clip.differs('effects', 'a speed of 0 or less has no equivalent here');
  if (own !== undefined) {
    media.ignore('target_url');
    const { timeFrame, ...rest } = own as { readonly timeFrame: JsonObject };
    return { ...rest, timeFrame: { ...timeFrame, ...timing, duration: undefined } };
  }
  const source = sourceOf(media, 'target_url');
  if (kind === 'Audio') return { type: 'audio', source, timeFrame: timing };
  return {
    type: IMAGE.test(source) ? 'image' : 'video',
    name: clip.text('name'),
    source,
    fit: 'contain',
    size: { width: '100%', height: '100%' },
    position: { z },
    transition,
    timeFrame: timing,
  };
};

/** The clips of a track, one after the other. A transition makes its neighbours overlap. */
const trackOf = (
  track: Reader,
  z: number,
): { readonly clips: ReadonlyArray<DraftClip>; readonly endMs: number } => {
  const kind = track.text('kind') ?? 'Video';
  const clips: Array<DraftClip> = [];
  let at = 0;
  let overlap = { before: 0, after: 0 };
  for (const item of track.children('children')) {
    const schema = schemaOf(item);
    item.ignore(...OF_OTHERS);
    if (schema === 'Transition') {
      overlap = { before: timeOf(item, 'in_offset'), after: timeOf(item, 'out_offset') };
      const type = item.text('transition_type') ?? '';
      if (type !== 'SMPTE_Dissolve')
        item.differs('transition_type', `${type.slice(0, 50)} is carried over as a dissolve`);
      item.ignore('metadata');
      const last = clips.at(-1);
      const timeFrame = last?.clip['timeFrame'] as { readonly end: number } | undefined;
      if (last && timeFrame)
        clips[clips.length - 1] = {
          path: last.path,
          clip: { ...last.clip, timeFrame: { ...timeFrame, end: timeFrame.end + Math.round(overlap.after) } },
        };
      continue;
    }
    const range = rangeOf(item, 'source_range');
    const duration = range?.duration ?? rangeOf(mediaOf(item), 'available_range')?.duration ?? 0;
    if (schema === 'Clip') {
      const dissolve = clips.length > 0 ? overlap.before + overlap.after : 0;
      const placed = { start: at - (dissolve > 0 ? overlap.before : 0), end: at + duration, dissolve };
      const shift = dissolve > 0 ? { ...range, start: (range?.start ?? 0) + overlap.after, duration } : range;
      clips.push({ path: item.path, clip: clipOf(item, kind, z, placed, shift) });
    } else if (schema !== 'Gap')
      item.differs('OTIO_SCHEMA', `${schema.slice(0, 50) || 'nothing'} is carried over as a gap`);
    item.ignore('effects', 'metadata', 'children', 'kind');
    overlap = { before: 0, after: 0 };
    at += duration;
  }
  return { clips, endMs: at };
};

/** Converts a timeline. The first video track is at the back. */
export const openTimeline: Converter = (timeline) => {
  timeline.ignore('OTIO_SCHEMA', 'global_start_time');
  const own = timeline.has('metadata')
    ? decode(Metadata, timeline.child('metadata').read(METADATA_KEY, t.UnknownRecord))
    : E.left([]);
  const stack = timeline.child('tracks');
  stack.ignore(...OF_OTHERS, 'source_range', 'effects', 'metadata');
  const tracks = stack.children('children').map((track, index) => {
    track.ignore(...OF_OTHERS, 'source_range', 'effects', 'metadata');
    return trackOf(track, index);
  });
  const end = Math.max(0, ...tracks.map(({ endMs }) => endMs));
  const name = timeline.text('name');
  return {
    metadata: {
      ...(E.isRight(own) ? own.right : {}),
      name: name === undefined || name === '' ? 'Imported timeline' : name,
      duration: end > 0 ? Math.round(end) : 'auto',
    },
    clips: tracks.flatMap(({ clips }) => clips),
  };
};
