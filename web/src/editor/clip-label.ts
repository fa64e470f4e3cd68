import type { Clip } from '../../../clients/typescript/core/types.js';
import { assetOfSource } from '../../../domain/asset/references.js';
import { t } from '../words/words.js';
import { kindTitle, labelFor } from '../words/labels.js';
import { wordsOf } from './caption-words.js';
import { FRESH_END } from './fresh-id.js';

/** Ids that the service, an import or the editor gave: nobody reads them. */
const GIVEN_ID =
  /^([\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}|(clip|text|shape|caption|video|image|audio|group|track-\d+-clip)(-\d+)*)$/;

const LONGEST = 40;

const shortened = (text: string): string => {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
};

/** The last part of the path of an address. The id of an asset tells people nothing. */
const fileOf = (source: string): string =>
  assetOfSource(source) !== undefined ? '' : (source.split(/[?#]/, 1)[0]?.split('/').findLast(Boolean) ?? '');

const contentOf = (clip: Clip): string => {
  switch (clip.type) {
    case 'text':
      return clip.textProperties.content ?? '';
    case 'caption':
      return wordsOf(clip)
        .map(({ word }) => word)
        .join(' ');
    case 'audio':
      return clip.speech?.text ?? fileOf(clip.source ?? '');
    case 'video':
      return fileOf(clip.source);
    case 'image':
      return fileOf(clip.source ?? '');
    case 'shape':
      return labelFor(clip.shapeProperties.shape);
    case 'progress':
    case 'waveform':
    case 'group':
      return '';
  }
};

/** What a clip is called on screen: its name, the id that somebody gave it, or what it contains. */
export const labelOfClip = (clip: Clip): string => {
  const { id = '', name, type } = clip;
  const own = id.replace(FRESH_END, '');
  const given = name ?? (GIVEN_ID.test(own) ? '' : own);
  return shortened(given) || shortened(contentOf(clip)) || kindTitle(type);
};

/** A name within a sentence. */
export const quoted = (label: string): string => t('“{label}”', { label });

/** What the clips of a document are called, by their ids. */
export const labelsOf = (clips: ReadonlyArray<Clip>): ReadonlyMap<string, string> =>
  new Map(clips.map((clip) => [clip.id ?? '', labelOfClip(clip)]));
