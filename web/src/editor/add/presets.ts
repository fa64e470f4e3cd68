import { definedFields } from '../../../../domain/codec/json.js';
import type { CaptionClip } from '../caption-words.js';
import { type Document, lasting, withClip } from '../document.js';
import { withAdded } from '../edits.js';
import { freshId } from '../fresh-id.js';
import type { Places } from '../places.js';
import { CAPTIONS } from './caption-presets.js';
import { LOWER_THIRDS } from './lower-third-presets.js';
import { type ClipDraft, layoutOf, type Look } from './preset-layout.js';
import { TITLES } from './title-presets.js';

/** The duration of the clips of a preset, in ms. */
const LENGTH = 4000;

/** A look that is added with one click. */
export interface Preset extends Look {
  readonly kind: 'Titles' | 'Lower thirds' | 'Captions';
}

const ofKind = (kind: Preset['kind'], looks: ReadonlyArray<Look>): ReadonlyArray<Preset> =>
  looks.map((look) => ({ ...look, kind }));

export const PRESETS: ReadonlyArray<Preset> = [
  ...ofKind('Titles', TITLES),
  ...ofKind('Lower thirds', LOWER_THIRDS),
  ...ofKind('Captions', CAPTIONS),
];

/** The clips of a preset on a canvas; they begin at `start` ms. */
export const clipsOfPreset = (
  preset: Preset,
  canvas: Places['canvas'],
  start: number,
): ReadonlyArray<ClipDraft> =>
  preset.clips(layoutOf(canvas)).map((clip) => ({ ...clip, timeFrame: { start, end: start + LENGTH } }));

/** The document with captions in the look of a preset: what they say, when and where stays. */
export const withLook = (document: Document, id: string, preset: Preset, { canvas }: Places): Document => {
  const look = clipsOfPreset(preset, canvas, 0)[0]?.['captionProperties'] as object;
  return withClip(document, id, (clip) => {
    if (clip.type !== 'caption') return clip;
    const { words, subtitles, maxWidth } = clip.captionProperties;
    const captionProperties = { ...look, ...definedFields({ words, subtitles, maxWidth }) };
    return { ...clip, captionProperties: captionProperties as CaptionClip['captionProperties'] };
  });
};

/** The document with the clips of a preset on top, and their ids. A video that is too short becomes longer. */
export const withPreset = (
  document: Document,
  preset: Preset,
  { canvas }: Places,
  start: number,
): { readonly document: Document; readonly ids: ReadonlyArray<string> } => {
  const clips = clipsOfPreset(preset, canvas, start).map((clip) => ({
    ...clip,
    id: freshId(String(clip['type'])),
  }));
  return {
    document: clips.reduce((before, clip) => withAdded(before, clip), lasting(document, start + LENGTH)),
    ids: clips.map(({ id }) => id),
  };
};
