import { Metadata } from '../../../domain/composition/composition.js';
import { letOthersRun } from '../../let-others-run.js';
import type { Converter, DraftClip } from '../draft.js';
import { built } from '../reading/fields.js';
import { canvasIn } from '../reading/outputs.js';
import { type Canvas, same, table } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { excerpt } from '../reading/tracked.js';
import * as items from './clips.js';
import { effectsOf, isOfPremiere, schemaOf, speedOf } from './effects.js';
import { frameRateOf, heardOnce, inRange, tracksInRange, type Track } from './tracks.js';

/** The wipes of toucan, a renderer of such timelines, by where they go: https://github.com/OpenTimelineIO/toucan */
const WIPES = table({ 'toucan:HorizontalWipe': 'right', 'toucan:VerticalWipe': 'down' });

/** The tracks of a stack, or the only one of a track, inside of a track. */
const nestedIn = (item: Reader, schema: string): ReadonlyArray<Track> =>
  schema === 'Stack' ? tracksOf(item) : [trackOf(item, 0, true)];

const endOf = (tracks: ReadonlyArray<Track>): number => Math.max(0, ...tracks.map(({ endMs }) => endMs));

/** A stack or track inside of a track, as a group. */
const groupOf = (
  item: Reader,
  schema: string,
  kind: string,
  z: number,
  placed: items.PlacedItem,
): DraftClip => {
  const nested = nestedIn(item, schema);
  const whole = { clips: nested.flatMap(({ clips }) => clips), endMs: endOf(nested) };
  const clip = {
    type: 'group',
    size: { width: '100%', height: '100%' },
    position: { z },
    volume: kind === 'Audio' ? 1 : undefined,
    transition: items.wayIn(placed),
    timeFrame: { start: Math.round(placed.start), end: Math.round(placed.end) },
  };
  return { path: item.path, clip, inner: inRange(item, whole).clips };
};

const lengthOf = (item: Reader, schema: string): number => {
  const stated = items.timeRange(item, 'source_range')?.duration;
  if (schema === 'Clip') {
    const length = stated ?? items.timeRange(items.mediaOf(item), 'available_range')?.duration ?? 0;
    return length / ((isOfPremiere(item) && Math.abs(speedOf(item))) || 1);
  }
  if (stated !== undefined || schema === 'Gap') return stated ?? 0;
  return endOf(nestedIn(item, schema));
};

/** The clip before a dissolve plays on under it. */
const prolonged = ({ clip, ...draft }: DraftClip, by: number): DraftClip => {
  const { end } = clip['timeFrame'] as { readonly end: number };
  return { ...draft, clip: built(clip, { 'timeFrame.end': end + Math.round(by) }) };
};

/** The clip before a dissolve to nothing fades out, and so does a sound before another. */
const fadedOut = ({ clip, ...draft }: DraftClip, duration: number): DraftClip => {
  const out = Math.round(duration);
  const fade =
    clip['type'] === 'audio'
      ? { 'audio.fadeOut': out }
      : { 'transition.out': { type: 'fade', duration: out } };
  return { ...draft, clip: built(clip, fade) };
};

/** Whether something in a stack is no track, but what tracks hold. */
const isLone = (item: Reader): boolean => /^(Clip|Gap|Stack)$/.test(schemaOf(item));

const leaveEffects = (item: Reader, thing: string): void => {
  if (Object.keys(effectsOf(item, 0).fields).length > 0)
    item.differs('effects', `what they change of a whole ${thing} is left out`);
};

/**
 * The clips of a track, one after the other. A transition makes its neighbours overlap. Above the lowest track, the
 * first of them fades out as well: the second need not cover it. What lies in a stack without a track is one by itself.
 */
const trackOf = (track: Reader, z: number, isLowest: boolean): Track => {
  const isTrack = !isLone(track);
  const kind = track.choice('kind', same('Video Audio')) ?? 'Video';
  const clips: DraftClip[] = [];
  let at = 0;
  let overlap = { before: 0, after: 0 };
  let transition: Reader | undefined;
  let wipe: string | undefined;
  /** Whether the last clip ends here: no gap follows it. */
  let isTouching = false;
  const changeTouching = (change: (clip: DraftClip, by: number) => DraftClip, by: number): void => {
    const last = clips.at(-1);
    if (isTouching && last && by > 0) clips[clips.length - 1] = change(last, by);
  };
  track.ignore(...items.OF_OTHERS, 'metadata');
  if (isTrack) leaveEffects(track, 'track');
  for (const item of isTrack ? track.children('children') : [track]) {
    const schema = schemaOf(item);
    const isShown = item.flag('enabled') !== false;
    item.ignore(...items.OF_OTHERS);
    if (schema === 'Transition') {
      transition = item;
      overlap = {
        before: items.rationalTime(item, 'in_offset'),
        after: items.rationalTime(item, 'out_offset'),
      };
      const type = item.text('transition_type') ?? '';
      const name = item.text('name') ?? '';
      const isDip = /\b(dip|black|white)\b/i.test(name);
      wipe = isDip ? undefined : WIPES[type];
      if (isDip || (wipe === undefined && type !== '' && !/dissolve$/i.test(type)))
        item.differs('transition_type', `"${excerpt(isDip ? name : type)}" is carried over as a dissolve`);
      item.ignore('metadata', 'parameters');
      overlap.before = Math.min(overlap.before, at);
      changeTouching(prolonged, overlap.after);
      continue;
    }
    const duration = lengthOf(item, schema);
    const dissolve = overlap.before + overlap.after;
    const placed = { start: at - overlap.before, end: at + duration, dissolve, before: overlap.before, wipe };
    const isSeen = isShown && ['Clip', 'Stack', 'Track'].includes(schema);
    if (!isSeen || kind === 'Audio' || !isLowest) changeTouching(fadedOut, dissolve);
    if (isSeen && isTouching && kind !== 'Audio' && !isLowest && dissolve > 0)
      transition?.differs('', 'what is on the tracks below shows through during the dissolve');
    if (!isShown) for (const one of [item, ...item.children('effects')]) one.ignore(...one.names());
    else if (schema === 'Clip') clips.push({ path: item.path, clip: items.clipOf(item, kind, z, placed) });
    else if (schema === 'Stack' || schema === 'Track') clips.push(groupOf(item, schema, kind, z, placed));
    else if (schema !== 'Gap')
      item.differs('OTIO_SCHEMA', `${schema.slice(0, 50) || 'nothing'} is carried over as a gap`);
    item.ignore('effects', 'metadata', 'children', 'kind');
    overlap = { before: 0, after: 0 };
    isTouching = isSeen;
    at += duration;
  }
  changeTouching(fadedOut, overlap.before + overlap.after);
  return { clips, endMs: at };
};

const tracksOf = (stack: Reader): ReadonlyArray<Track> => {
  stack.ignore(...items.OF_OTHERS, 'metadata');
  leaveEffects(stack, 'stack');
  const children = stack.children('children');
  const lowest = children.findIndex(items.isSeenTrack);
  const tracks = children.map((track, index): readonly [whole: Track, ranged?: Reader] => {
    if (track.flag('enabled') === false) {
      track.ignore(...track.names());
      return [{ clips: [], endMs: 0 }];
    }
    const whole = trackOf(track, index, index === lowest);
    return isLone(track) ? [whole] : [whole, track];
  });
  return heardOnce(tracksInRange(tracks), stack.shared.note);
};

/** The size of the picture, which only Premiere states. */
const canvasOf = (stack: Reader): Canvas | undefined => {
  const size = ['metadata', 'PremierePro_OTIO', 'VideoResolution'].reduce((holder, name) => {
    const inner = holder.child(name);
    inner.ignore(...inner.names());
    return inner;
  }, stack);
  return size.has('width') ? canvasIn(size, 1920, 1080) : undefined;
};

/** Converts a timeline. The first video track is at the back. */
export const openTimeline: Converter = async (timeline) => {
  timeline.ignore('OTIO_SCHEMA', 'global_start_time');
  const own = items.ownOf(timeline, Metadata);
  await letOthersRun();
  const stack = timeline.child('tracks');
  if (stack.flag('enabled') === false) stack.differs('enabled', 'the timeline is shown');
  const stated = canvasOf(stack);
  stack.shared.canvas = stated ?? stack.shared.canvas;
  const tracks = tracksOf(stack);
  const all = { clips: tracks.flatMap(({ clips }) => clips), endMs: endOf(tracks) };
  const { clips, endMs: end } = inRange(stack, all);
  const canvas = own?.canvas ?? stated ?? { width: 'auto', height: 'auto' };
  if (!own && !stated)
    stack.differs('', 'the picture is as large as its first video, because its size is not stated', 'unseen');
  return {
    metadata: {
      ...own,
      canvas,
      fps: own?.fps ?? frameRateOf(timeline) ?? 30,
      name: timeline.text('name')?.slice(0, 255) || 'Imported timeline',
      duration: end > 0 ? Math.round(end) : 'auto',
    },
    clips,
  };
};
