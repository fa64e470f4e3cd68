import type { Clip } from '../../../clients/typescript/core/types.js';
import { assetOfSource } from '../../../domain/asset/references.js';
import { t } from '../words/words.js';
import { kindTitle, labelFor } from '../words/labels.js';
import { wordsOf } from './caption-words.js';
import { FRESH_END } from './fresh-id.js';

/** Ids that the service, an import or the editor generated. They mean nothing to people. */
const GENERATED_ID =
  /^([\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}|(clip|text|shape|caption|video|image|audio|group|track-\d+-clip)(-\d+)*)$/;

const LONGEST = 40;

const shortened = (text: string): string => {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
};

/** The last segment of the path of an address; empty for assets, whose ids mean nothing to people. */
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

/** The label of a clip on screen: its name, the id that somebody chose, or its content. */
export const labelOfClip = (clip: Clip): string => {
  const { id = '', name, type } = clip;
  const own = id.replace(FRESH_END, '');
  const chosen = name ?? (GENERATED_ID.test(own) ? '' : own);
  return shortened(chosen) || shortened(contentOf(clip)) || kindTitle(type);
};

/** A name within a sentence. */
export const quoted = (label: string): string => t('“{label}”', { label });

/** The labels of clips by their ids. */
export const labelsOf = (clips: ReadonlyArray<Clip>): ReadonlyMap<string, string> =>
  new Map(clips.map((clip) => [clip.id ?? '', labelOfClip(clip)]));
