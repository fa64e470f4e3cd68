import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { assetSource } from '../../../../domain/asset/references.js';
import type { AssetId } from '../../../../domain/ids.js';
import { type SourceMedia, mediaClip } from '../add/new-clips.js';
import { captionsOfFile } from '../add/transcript-words.js';
import { type Document, lasting, withClip } from '../document.js';
import { withAdded } from '../edits.js';
import type { Places } from '../places.js';
import { valueAt, withValueAt } from '../value-at.js';
import { inLanguage } from '../../words/messages/messages.js';
import { t } from '../../words/words.js';
import type { Asset } from '../../../../clients/typescript/core/types.js';

/** The kinds of assets that clips show or play. */
export const CLIPS: ReadonlySet<string> = new Set(['video', 'image', 'audio']);

/** The fields of clips that state a font. */
const FONT_FIELDS = [
  'textProperties.fontFamily',
  'captionProperties.highlightTextProperties.fontFamily',
  'captionProperties.nonHighlightTextProperties.fontFamily',
];

export interface AssetUse {
  readonly document: Document;
  /** The clip that shows it. */
  readonly id?: string;
  /** When that clip ends, in ms, if it starts where it was asked to. */
  readonly end?: number;
  /** A message for the user, if the stage does not show the effect. */
  readonly message?: string;
}

interface UseOptions {
  /** When its clip starts, ms. */
  readonly start: number;
  readonly places: Places;
  readonly selected: string | undefined;
  /** The content of a subtitle file. */
  readonly text?: string;
}

/** The ends of names of font files that state a style. */
const STYLE =
  /[-_ ]*(?:\[.*\]|thin|extra-?light|light|regular|book|medium|semi-?bold|demi-?bold|extra-?bold|bold|black|heavy|italic|oblique|variable(?:font)?|vf|wght)$/i;

/** The family of a font by the name of its file: `Acme Sans` of `Acme_Sans-BoldItalic.ttf`. */
export const familyOf = ({ name }: Pick<Asset, 'name'>): string => {
  let family = name.replace(/\.\w+$/, '');
  while (STYLE.test(family) && family.replace(STYLE, '') !== '') family = family.replace(STYLE, '');
  return family.replaceAll(/[-_,;"'\s]+/g, ' ').trim();
};

/** How documents name an asset. */
export const sourceOf = ({ _id }: Asset): string => assetSource(_id as AssetId);

const withFont = (document: Document, asset: Asset, selected: string): AssetUse => {
  const { fonts = [] } = document.metadata;
  const font = { family: familyOf(asset), source: sourceOf(asset) };
  const added = fonts.some(({ source }) => source === font.source)
    ? document
    : { ...document, metadata: { ...document.metadata, fonts: [...fonts, font] } };
  const clip = added.clips.find(({ id }) => id === selected);
  const fields = FONT_FIELDS.filter(
    (path) => valueAt(clip, path.slice(0, path.lastIndexOf('.'))) !== undefined,
  );
  if (fields.length === 0)
    return {
      document: added,
      message: t('The font {name} can be chosen for texts now.', { name: familyOf(asset) }),
    };
  return {
    document: withClip(added, selected, (one) =>
      fields.reduce((styled, path) => withValueAt(styled, path, familyOf(asset)), one),
    ),
    id: selected,
  };
};

/** Adds a colour table to the filters of the selected clip, which must be visible. */
const withColorTable = (document: Document, asset: Asset, selected: string): E.Either<string, AssetUse> => {
  const clip = document.clips.find(({ id }) => id === selected);
  if (!clip || clip.type === 'audio')
    return E.left(t('Select the clip whose colors {name} is to change.', { name: asset.name }));
  const filters = (valueAt(clip, 'effects.filters') ?? []) as ReadonlyArray<unknown>;
  const all = [...filters, { type: 'lut', source: sourceOf(asset) }];
  return E.right({
    document: withClip(document, selected, (one) => withValueAt(one, 'effects.filters', all)),
    id: selected,
  });
};

/** The clip with another asset, whose name it takes. */
export const withSource = <Of extends object>(clip: Of, asset: Asset): Of => ({
  ...clip,
  source: sourceOf(asset),
  name: asset.name,
});

/**
 * The document with an asset: as a clip that shows or plays it, which makes a short video longer; as captions for a
 * subtitle file; as the font or the colour table of the selected clip.
 * @returns what the user must do first, if it can't be used
 */
export const withAsset = (
  document: Document,
  asset: Asset,
  { start, places, selected = '', text = '' }: UseOptions,
): E.Either<string, AssetUse> => {
  if (asset.kind === 'font') return E.right(withFont(document, asset, selected));
  if (asset.kind === 'lut') return withColorTable(document, asset, selected);
  if (asset.kind === 'subtitles')
    return pipe(
      captionsOfFile(text, places),
      E.map((clip) => ({ document: withAdded(document, { ...clip, name: asset.name }), id: clip.id })),
    );
  if (!CLIPS.has(asset.kind ?? '')) return E.left(inLanguage(asset.reason ?? ''));
  const media = { ...asset, kind: asset.kind as SourceMedia['kind'] };
  const clip = mediaClip(sourceOf(asset), media, start, { ...places, duration: Infinity });
  const { end } = clip['timeFrame'] as { readonly end: number };
  return E.right({
    document: withAdded(lasting(document, end), { ...clip, name: asset.name }),
    id: clip.id,
    end,
  });
};
