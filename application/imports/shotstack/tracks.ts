import { letOthersRun } from '../../let-others-run.js';
import type { DraftClip } from '../draft.js';
import { built, carried, evenly } from '../reading/fields.js';
import type { JsonObject } from '../reading/json-object.js';
import { atAnchor } from '../reading/places.js';
import type { Reader } from '../reading/reader.js';
import { isSpeakable } from '../reading/sources.js';
import { type Before, secondsIn, timed, type Timing } from '../reading/times.js';
import { assetOf, cropped, OF_PICTURES } from './assets.js';
import { captionOf, richCaptionOf } from './captions.js';
import { lumaOf, masked, type Matte } from './mattes.js';
import { tweened, effectOf, grown, PICTURE } from './motion.js';

/** How long a clip without media of its own lasts if its length is automatic, ms. */
const STILL_MS = 3000;

/** How many clips may name each other in a row for a time. */
const LONGEST_CHAIN = 20;

type Aliases = ReadonlyMap<unknown, Reader>;

/** What is stated for a time of a clip, or of the clip that it names instead. */
const statedIn = (clip: Reader | undefined, name: string, aliases: Aliases, hops = 0): unknown => {
  const stated = clip?.peek(name);
  const isOfOther = typeof stated === 'string' && stated.startsWith('alias://');
  return isOfOther && hops < LONGEST_CHAIN ? statedIn(aliases.get(stated), name, aliases, hops + 1) : stated;
};

/** A time in ms, or the word that stands for it. If it refers to a clip whose time depends on media, this is noted. */
const timeIn = (clip: Reader, name: string, aliases: Aliases): number | string | undefined => {
  const own = clip.peek(name);
  if (typeof own !== 'string' || !/^(auto$|end$|alias:\/\/)/.test(own)) return clip.time(name);
  clip.raw(name);
  if (!own.startsWith('alias')) return own;
  const seconds = secondsIn(statedIn(clip, name, aliases));
  if (seconds !== undefined) return Math.round(seconds * 1000);
  const instead = name === 'start' ? 'starts after the clip before it' : 'lasts until the end of the video';
  clip.differs(name, `${instead}: the time of the other clip is not known before its media is`);
  return 'alias';
};

/** When a clip plays. A start may be stated, or follow the clip before; a length may be stated, or follow the media or the video. */
const timingOf = (clip: Reader, isTimed: boolean, before: Before | undefined, aliases: Aliases): Timing => {
  const [first, lasting] = [timeIn(clip, 'start', aliases), timeIn(clip, 'length', aliases)];
  const isAfter = typeof first === 'string' || !clip.has('start');
  const start = isAfter ? (before ? before.end : 0) : (first ?? 0);
  const otherwise = isTimed ? 'source' : STILL_MS;
  const isEndless = lasting === 'end' || lasting === 'alias';
  return timed(start, before, typeof lasting === 'number' ? lasting : isEndless ? 'video' : otherwise);
};

/** A clip whose box is scaled as a whole: its texts would wrap differently. */
const scaledGroup = (fields: JsonObject): JsonObject => ({
  type: 'group',
  size: fields['size'],
  clips: [{ ...fields, timeFrame: { end: 'video' } }],
});

/** A clip may grow out of nothing there. Here it is never quite as small. */
const scaled = tweened('transform.scale.x', (factor) => Math.max(0.001, factor));

type Shift = Readonly<Record<'x' | 'y', number>>;

/** A picture or text at its place, with its movement. */
const pictureOf = (
  clip: Reader,
  { shift = { x: 0, y: 0 }, ...own }: JsonObject & { readonly shift?: Shift },
  { start, end }: Timing,
  position: JsonObject,
): JsonObject => {
  const { 'transform.scale.x': given, keyframes } = scaled(clip, 'scale', undefined) ?? {};
  const factor = (given ?? 1) as number;
  const length = start !== undefined && end !== undefined ? end - start : undefined;
  const size = own['size'] as { readonly width: number; readonly height: number };
  const isMedia = own['type'] === 'video' || own['type'] === 'image';
  // `scale` applies to the drawn picture, or to the box that media fills.
  const fillsBox = isMedia && typeof size.width === 'number';
  const { width, height } = clip.shared.canvas;
  const isWhole = size.width * factor >= width && size.height * factor >= height;
  const isStill = position['anchor'] === 'center' && !clip.has('offset');
  const { moves, ...effect } = effectOf(clip, fillsBox && isWhole && isStill, length);
  const scales = factor !== 1 || keyframes !== undefined || effect['keyframes'] !== undefined;
  const isText = own['type'] === 'text' || own['type'] === 'group';
  const whole = built(
    isText && scales ? scaledGroup(own) : own,
    { position },
    carried(clip, PICTURE),
    factor === 1 && moves?.grows === undefined
      ? {}
      : fillsBox && keyframes === undefined
        ? { size: grown(size, factor, moves) }
        : { 'transform.scale': { x: factor, y: factor } },
    effect,
    keyframes
      ? { keyframes: ['x', 'y'].map((axis) => ({ ...keyframes, property: `transform.scale.${axis}` })) }
      : undefined,
  );
  const picture = cropped(whole);
  const at = picture['position'] as Shift;
  const [x, y] = [at.x + shift.x, at.y + shift.y];
  const middle = moves?.axis === 'x' ? x : y;
  return built(picture, {
    'position.x': x,
    'position.y': y,
    keyframes: moves && evenly(`position.${moves.axis}`, middle + moves.by, middle - moves.by, length ?? 0),
  });
};

const matteOf = (clip: Reader, fields: JsonObject, timing: Timing): Matte => {
  clip.lacks(
    'a matte fills the clip that it masks, and moves with it',
    ...OF_PICTURES.filter((name) => name !== 'fit'),
  );
  return {
    ...timing,
    differs: (message) => clip.differs('asset', message),
    clip: { path: clip.path, clip: built(fields, { timeFrame: timing.timeFrame }) },
  };
};

const clipId = (z: number, index: number): string => `track-${z}-clip-${index + 1}`;

/** The clips that have an alias, and the ids of those that speak texts, by the references to them. */
export const aliasesIn = (tracks: ReadonlyArray<Reader>) => {
  const [aliases, voices] = [new Map<unknown, Reader>(), new Map<string, string>()];
  for (const [index, track] of tracks.entries())
    for (const [at, clip] of track.children('clips').entries()) {
      const reference = `alias://${String(clip.peek('alias'))}`;
      const asset = clip.child('asset');
      aliases.set(reference, clip);
      if (asset.peek('type') === 'text-to-speech' && isSpeakable(asset.peek('text')))
        voices.set(reference, clipId(tracks.length - index, at));
    }
  return { aliases, voices };
};

/** The clips of a track, which follow each other if they do not state a start. */
export const trackOf = async (
  track: Reader,
  z: number,
  voices: ReadonlyMap<string, string>,
  aliases: Aliases,
): Promise<{ readonly clips: ReadonlyArray<DraftClip>; readonly end: number }> => {
  const clips: DraftClip[] = [];
  const mattes: Matte[] = [];
  let before: Before | undefined;
  let last = 0;
  for (const [index, clip] of track.children('clips').entries()) {
    await letOthersRun();
    const id = clipId(z, index);
    const asset = clip.child('asset');
    const kind = asset.text('type') ?? '';
    const isCaption = kind === 'caption';
    const anchor = clip.anchor('position') ?? 'center';
    const found = isCaption
      ? captionOf(asset, z, voices)
      : kind === 'rich-caption'
        ? richCaptionOf(clip, asset, anchor, voices)
        : kind === 'luma'
          ? lumaOf(clip, asset)
          : assetOf(clip, asset, anchor);
    const isTimed = /^(luma|audio|video|text-to-speech)$/.test(kind);
    const timing = timingOf(clip, isTimed, before, aliases);
    clip.ignore('id', 'alias');
    if (kind === 'rich-caption') clip.ignore('fit');
    last = Math.max(last, timing.end ?? 0);
    if (kind === 'luma') mattes.push(matteOf(clip, built(found), timing));
    if (isCaption && found) clip.lacks('captions stay where their margins put them', ...OF_PICTURES);
    if (!found || kind === 'luma') {
      clip.ignore(...OF_PICTURES);
      continue;
    }
    const { behind, ...own } = built(found);
    const position = { ...atAnchor(anchor, clip.shared.canvas), z };
    const drawn = (fields: JsonObject) => pictureOf(clip, fields, timing, position);
    const fields = isCaption || own['type'] === 'audio' ? own : drawn(own);
    before = { id, end: timing.end };
    const { timeFrame } = timing;
    if (behind)
      clips.push({
        path: clip.path,
        clip: built(drawn(built(behind as JsonObject)), { id: `${id}-behind`, timeFrame }),
      });
    clips.push({ path: clip.path, clip: built(fields, { id, timeFrame }) });
  }
  return { clips: masked(clips, mattes), end: last };
};
