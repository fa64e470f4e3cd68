import type { Clip } from '../../../clients/typescript/core/types.js';
import { assetOfSource } from '../../../domain/asset/references.js';
import { t } from '../words/words.js';
import { kindTitle, labelFor } from '../words/labels.js';
import { wordsOf } from './caption-words.js';

const LONGEST = 40;

/** The name of captions that the service makes. */
const OF_SERVICE = 'Captions';

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

/** The label of a clip on screen: its name, its content, or its kind. An id means nothing to people. */
export const labelOfClip = (clip: Clip): string =>
  shortened(clip.type === 'caption' && clip.name === OF_SERVICE ? t('Captions') : (clip.name ?? '')) ||
  shortened(contentOf(clip)) ||
  kindTitle(clip.type);

/** The clips on the way to a path of the video, such as `clips[2].clips[0]`, the outermost first. */
export const clipsAlong = (clips: ReadonlyArray<Clip>, path: string): ReadonlyArray<Clip> => {
  const [, index, within = ''] = /^\.?clips\[(\d+)\](.*)$/s.exec(path) ?? [];
  const clip = clips[Number(index)];
  return clip ? [clip, ...clipsAlong(clip.type === 'group' ? clip.clips : [], within)] : [];
};

/** A name within a sentence. */
export const quoted = (label: string): string => t('“{label}”', { label });

/** The labels of clips by their ids. */
export const labelsOf = (clips: ReadonlyArray<Clip>): ReadonlyMap<string, string> =>
  new Map(clips.map((clip) => [clip.id ?? '', labelOfClip(clip)]));
