import { letOthersRun } from '../../let-others-run.js';
import { lumaOf, type Asset, assetOf } from './assets.js';
import type { DraftClip } from '../draft.js';
import { type JsonObject, present } from '../reading/json-object.js';
import { keyframeList } from '../reading/keyframes.js';
import type { Reader } from '../reading/reader.js';
import { captionOf } from './captions.js';
import { masked, type Matte } from './mattes.js';
import { effectOf, looksOf, placeOf, transitionsOf } from './motion.js';
import type { TextContext } from './rich-text.js';
import { type Before, type Timing, timingOf } from './timing.js';
import { animated } from './tweens.js';

/** What the clips of an edit are converted with. */
export interface Context extends TextContext {
  readonly named: Map<string, Timing>;
}

/** A clip whose box is scaled as a whole: its texts would wrap differently. */
const scaledGroup = (fields: JsonObject): JsonObject => ({
  type: 'group',
  size: fields['size'],
  clips: [{ ...fields, timeFrame: { end: 'video' } }],
});

/** A picture or text at its place, with its movement. */
const pictureOf = (
  clip: Reader,
  asset: Asset,
  timing: Timing,
  z: number,
  { canvas }: Context,
): JsonObject => {
  const { position, transform, keyframes: moves } = placeOf(clip, z, canvas);
  const scale = animated(clip, 'scale', 'transform.scale.x');
  const factor = scale.value ?? 1;
  const { shift, ...given } = asset.fields;
  const { x = 0, y = 0 } = (shift ?? {}) as { readonly x?: number; readonly y?: number };
  const isText = given['type'] === 'text' || given['type'] === 'group';
  const length =
    timing.start !== undefined && timing.end !== undefined ? timing.end - timing.start : undefined;
  const isFull = !asset.scalesPicture && factor === 1 && !clip.has('width');
  const effect = effectOf(clip, isFull || !asset.scalesPicture, length);
  const looks = looksOf(clip);
  const scales =
    factor !== 1 || scale.keyframes !== undefined || (isText && effect['keyframes'] !== undefined);
  const fields = isText && scales ? scaledGroup(given) : given;
  const size = fields['size'] as { readonly width: number; readonly height: number };
  const byBox = !asset.scalesPicture && scale.keyframes === undefined && factor !== 1;
  const base = position as { readonly x: number; readonly y: number };
  return present({
    ...fields,
    size: byBox ? { width: size.width * factor, height: size.height * factor } : size,
    position: { ...(position as JsonObject), x: base.x + x, y: base.y + y },
    transform: presentTransform(transform as JsonObject | undefined, scales && !byBox ? factor : 1),
    effects: joined(fields['effects'] as JsonObject | undefined, looks.effects),
    transition: transitionsOf(clip, canvas),
    motion: effect['motion'],
    keyframes: keyframeList(
      ...((moves ?? []) as ReadonlyArray<JsonObject>),
      looks.keyframes,
      asset.keyframes,
      ...((effect['keyframes'] ?? []) as ReadonlyArray<JsonObject>),
      scale.keyframes,
      scale.keyframes && { ...scale.keyframes, property: 'transform.scale.y' },
    ),
  });
};

const presentTransform = (transform: JsonObject | undefined, scale: number): JsonObject | undefined =>
  scale === 1 ? transform : { ...transform, scale: { x: scale, y: scale } };

const joined = (a: JsonObject | undefined, b: JsonObject | undefined): JsonObject | undefined =>
  a || b ? { ...a, ...b } : undefined;

/** Fields of a clip that place and move a picture. */
const OF_PICTURES = [
  'position',
  'offset',
  'scale',
  'transition',
  'effect',
  'filter',
  'opacity',
  'transform',
  'fit',
  'width',
  'height',
];

const captionClip = (clip: Reader, caption: JsonObject, timing: Timing, z: number): JsonObject => {
  const { at, timing: more, ...fields } = caption;
  clip.lacks('captions stay where their margins put them', ...OF_PICTURES);
  return {
    ...fields,
    position: { ...(at as JsonObject), z },
    timeFrame: { ...timing.timeFrame, ...(more as JsonObject) },
  };
};

const assetClip = (clip: Reader, found: Asset, timing: Timing, z: number, context: Context): JsonObject => {
  const timeFrame = present({ ...timing.timeFrame, ...found.timing });
  if (found.fields['type'] !== 'audio') return { ...pictureOf(clip, found, timing, z, context), timeFrame };
  clip.ignore(...OF_PICTURES);
  return present({ ...found.fields, keyframes: keyframeList(found.keyframes), timeFrame });
};

const matteOf = (clip: Reader, asset: Reader, id: string, timing: Timing, { canvas }: Context): Matte => {
  const timeFrame = present({ ...timing.timeFrame, offset: asset.time('trim') || undefined });
  clip.ignore(...OF_PICTURES);
  return {
    id,
    ...timing,
    differs: (message) => clip.differs('asset', message),
    clip: { path: clip.path, clip: { ...lumaOf(asset, canvas), id, timeFrame } },
  };
};

/** The clips of a track, which follow each other if they do not state a start. */
export const trackOf = async (
  track: Reader,
  z: number,
  context: Context,
): Promise<{ readonly clips: ReadonlyArray<DraftClip>; readonly end: number }> => {
  const clips: DraftClip[] = [];
  const mattes: Matte[] = [];
  let before: Before | undefined;
  let end = 0;
  for (const [index, clip] of track.children('clips').entries()) {
    await letOthersRun();
    const id = `track-${z}-clip-${index + 1}`;
    const asset = clip.child('asset');
    const kind = asset.text('type');
    const isCaption = kind === 'caption' || kind === 'rich-caption';
    const caption = isCaption ? captionOf(asset, context) : undefined;
    const found =
      kind === 'luma' || isCaption
        ? undefined
        : assetOf(clip, asset, context, clip.text('position') ?? 'center');
    const isTimed = found?.isTimed ?? (kind === 'luma' || kind === 'audio' || kind === 'video');
    const timing = timingOf(clip, isTimed, Number(found?.timing?.['speed'] ?? 1), before, context.named);
    const alias = clip.text('alias');
    if (alias !== undefined) context.named.set(alias, timing);
    clip.ignore('id');
    end = Math.max(end, timing.end ?? 0);
    if (kind === 'luma') mattes.push(matteOf(clip, asset, id, timing, context));
    const fields = caption
      ? captionClip(clip, caption, timing, z)
      : found && assetClip(clip, found, timing, z, context);
    if (!fields) {
      clip.ignore(...OF_PICTURES);
      continue;
    }
    before = { id, end: timing.end };
    clips.push({ path: clip.path, clip: { ...fields, id } });
  }
  return { clips: masked(clips, mattes), end };
};
