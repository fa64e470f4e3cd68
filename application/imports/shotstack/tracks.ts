import { letOthersRun } from '../../let-others-run.js';
import type { DraftClip } from '../draft.js';
import { built, carried, type Fields } from '../reading/fields.js';
import type { JsonObject } from '../reading/json-object.js';
import { anchorIn } from '../reading/places.js';
import type { Reader } from '../reading/reader.js';
import { type Asset, assetOf, lumaOf, OF_PICTURES } from './assets.js';
import { captionOf } from './captions.js';
import { masked, type Matte } from './mattes.js';
import { animated, effectOf, PICTURE, placeOf } from './motion.js';
import type { TextContext } from './text-fields.js';
import { type Before, type Timing, timingOf } from './timing.js';

/** What the clips of an edit are converted with. */
export interface Context extends TextContext {
  /** The times of clips with an alias. */
  readonly named: Map<string, Timing>;
}

/** A clip whose box is scaled as a whole: its texts would wrap differently. */
const scaledGroup = (fields: JsonObject): JsonObject => ({
  type: 'group',
  size: fields['size'],
  clips: [{ ...fields, timeFrame: { end: 'video' } }],
});

const scaled = animated('transform.scale.x');

/** A picture or text at its place, with its movement. */
const pictureOf = (
  clip: Reader,
  { scalesPicture }: Asset,
  fields: JsonObject,
  { start, end }: Timing,
  place: Fields,
  { canvas }: Context,
): JsonObject => {
  const { 'transform.scale.x': given, keyframes } = scaled(clip, 'scale', undefined) ?? {};
  const factor = (given ?? 1) as number;
  const { shift, ...own } = fields;
  const length = start !== undefined && end !== undefined ? end - start : undefined;
  const effect = effectOf(clip, !scalesPicture, length);
  const scales = factor !== 1 || keyframes !== undefined || effect['keyframes'] !== undefined;
  const isText = own['type'] === 'text' || own['type'] === 'group';
  const byBox = !scalesPicture && keyframes === undefined && factor !== 1;
  const size = own['size'] as { readonly width: number; readonly height: number };
  const picture = built(
    isText && scales ? scaledGroup(own) : own,
    place,
    carried(clip, PICTURE, canvas),
    byBox
      ? { size: { width: size.width * factor, height: size.height * factor } }
      : { 'transform.scale': factor === 1 ? undefined : { x: factor, y: factor } },
    effect,
    keyframes
      ? { keyframes: ['x', 'y'].map((axis) => ({ ...keyframes, property: `transform.scale.${axis}` })) }
      : undefined,
  );
  const { x, y } = picture['position'] as { readonly x: number; readonly y: number };
  const moved = (shift ?? { x: 0, y: 0 }) as { readonly x: number; readonly y: number };
  return built(picture, { 'position.x': x + moved.x, 'position.y': y + moved.y });
};

const matteOf = (clip: Reader, asset: Reader, id: string, timing: Timing, { canvas }: Context): Matte => {
  const fields = lumaOf(clip, asset, canvas);
  clip.lacks('a matte fills the canvas', ...OF_PICTURES.filter((name) => name !== 'fit'));
  return {
    id,
    ...timing,
    differs: (message) => clip.differs('asset', message),
    clip: { path: clip.path, clip: built(fields, { id, timeFrame: timing.timeFrame }) },
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
  let last = 0;
  for (const [index, clip] of track.children('clips').entries()) {
    await letOthersRun();
    const id = `track-${z}-clip-${index + 1}`;
    const asset = clip.child('asset');
    const kind = asset.text('type') ?? '';
    const isCaption = /^(rich-)?caption$/.test(kind);
    const caption = isCaption ? captionOf(asset, context) : undefined;
    const anchor = anchorIn(clip, 'position') ?? 'center';
    const found = kind === 'luma' || isCaption ? undefined : assetOf(clip, asset, context, anchor);
    const isTimed = found?.isTimed ?? /^(luma|audio|video)$/.test(kind);
    const own = caption ? built({ 'position.z': z }, caption) : built(found?.fields);
    const { speed = 1 } = (own['timeFrame'] ?? {}) as JsonObject;
    const timing = timingOf(clip, isTimed, Number(speed), before, context.named);
    const alias = clip.text('alias');
    if (alias !== undefined) context.named.set(alias, timing);
    clip.ignore('id');
    last = Math.max(last, timing.end ?? 0);
    if (kind === 'luma') mattes.push(matteOf(clip, asset, id, timing, context));
    if (!caption && !found) {
      clip.ignore(...OF_PICTURES);
      continue;
    }
    if (caption) clip.lacks('captions stay where their margins put them', ...OF_PICTURES);
    const fields =
      found && own['type'] !== 'audio'
        ? pictureOf(clip, found, own, timing, placeOf(anchor, z, context.canvas), context)
        : own;
    before = { id, end: timing.end };
    clips.push({ path: clip.path, clip: built(fields, { id, timeFrame: timing.timeFrame }) });
  }
  return { clips: masked(clips, mattes), end: last };
};
