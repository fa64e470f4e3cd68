import type { DraftClip } from '../draft.js';
import { built, type Fields } from '../reading/fields.js';
import { type JsonObject, present } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import type { Timing } from '../reading/times.js';
import { FITS } from './assets.js';

const VIDEO_FILE = /\.(mp4|mov|webm|m4v|mkv)(\?|$)/i;

/** A luma matte as a clip that masks others. Black parts of it show them. */
export const lumaOf = (clip: Reader, asset: Reader): Fields => {
  const source = asset.source('src');
  const isVideo = VIDEO_FILE.test(source);
  return {
    type: isVideo ? 'video' : 'image',
    source,
    fit: clip.choice('fit', FITS),
    size: clip.shared.canvas,
    volume: isVideo ? 0 : undefined,
    'timeFrame.offset': asset.time('trim') || undefined,
  };
};

/** A luma matte of a track. */
export interface Matte extends Timing {
  readonly clip: DraftClip;
  /** Records that it has no effect, or a different one. */
  readonly differs: (message: string) => void;
}

type Times = readonly [start: number, end: number];

/** When a clip plays, ms; without an end if that is the end of the video, or of its media. */
const timesOf = ({ clip }: DraftClip): Times | undefined => {
  const { start, end } = clip['timeFrame'] as JsonObject;
  if (typeof start !== 'number' || clip['type'] === 'audio') return undefined;
  return [start, typeof end === 'number' ? end : Infinity];
};

/** A matte in a group that begins at a time, ms. */
const within = ({ clip: { path, clip }, start = 0, end }: Matte, from: number): DraftClip => {
  const { offset = 0, end: until } = clip['timeFrame'] as JsonObject;
  const skipped = Number(offset) + (clip['type'] === 'video' ? Math.max(0, from - start) : 0);
  const timeFrame = present({
    start: Math.max(0, start - from),
    end: end === undefined ? until : end - from,
    offset: skipped || undefined,
  });
  return { path, clip: { ...clip, timeFrame } };
};

/**
 * The clips of a track under its luma mattes: each fills what plays at the same time, as in Shotstack's editor. The mask
 * of a clip is a group with its mattes. Where it has none, the group is empty, and all of the clip is seen.
 */
export const masked = (
  clips: ReadonlyArray<DraftClip>,
  mattes: ReadonlyArray<Matte>,
): ReadonlyArray<DraftClip> => {
  const used = new Set<Matte>();
  const drawn = clips.flatMap((draft) => {
    const [start = 0, end = 0] = timesOf(draft) ?? [];
    const over = mattes.filter((matte) => (matte.start ?? 0) < end && (matte.end ?? Infinity) > start);
    const [first] = over;
    if (!first) return [draft];
    for (const matte of over) used.add(matte);
    const { path, clip } = draft;
    const id = `${String(clip['id'])}-mattes`;
    const { size } = first.clip.clip;
    const timeFrame = { start, end: end === Infinity ? 'video' : end };
    const group = { type: 'group', id, size, timeFrame };
    const mask = { clip: id, mode: 'lumaInverted', fit: 'stretch' };
    return [
      { path, clip: built(clip, { 'effects.mask': mask }) },
      { path: first.clip.path, clip: group, inner: over.map((matte) => within(matte, start)) },
    ];
  });
  for (const matte of mattes)
    if (!used.has(matte))
      matte.differs('the matte was left out: no clip of its track has known times under it');
  return drawn;
};
