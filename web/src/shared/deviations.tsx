import type { ReactNode } from 'react';
import type { components } from '../../../clients/typescript/core/client.js';
import type { Clip } from '../../../clients/typescript/core/types.js';
import { clipsAlong } from '../editor/clip-label.js';
import { inLanguage } from '../words/messages/messages.js';
import { t } from '../words/words.js';
import { keep, kept } from './kept.js';

export type Imported = components['schemas']['Import'];

/** A difference between an imported project and the original. */
export interface Deviation extends Pick<Imported['deviations'][number], 'path' | 'message'> {
  /** The outermost clip that it is about. */
  readonly clipId?: string | undefined;
}

/** The deviations with the ids of their clips. @param clips those of the imported video */
export const withClipIds = (
  deviations: Imported['deviations'],
  clips: ReadonlyArray<Clip>,
): ReadonlyArray<Deviation> =>
  deviations.map(({ path, message, clip = '' }) => ({
    path,
    message,
    clipId: clipsAlong(clips, clip)[0]?.id,
  }));

const nameOf = (videoId: string): string => `deviations:${videoId}`;

/** The deviations of the project that a video was made of, until they are done with. */
export const keptDeviations = (videoId: string): ReadonlyArray<Deviation> => {
  const all = kept(nameOf(videoId));
  return Array.isArray(all) ? (all as ReadonlyArray<Deviation>) : [];
};

export const keepDeviations = (videoId: string, all: ReadonlyArray<Deviation>): void =>
  void keep(nameOf(videoId), all.length === 0 ? undefined : all);

interface DeviationListProps {
  readonly deviations: ReadonlyArray<Deviation>;
  /** What leads to the clip of a deviation. */
  readonly lead?: (clipId: string | undefined) => ReactNode;
}

export const DeviationList = ({ deviations, lead }: DeviationListProps) => (
  <ul className="deviations" aria-label={t('What differs')}>
    {deviations.map(({ path, message, clipId }) => (
      <li key={`${path} ${message}`}>
        {lead?.(clipId)}
        {path !== '' && <code>{path}</code>} {inLanguage(message)}
      </li>
    ))}
  </ul>
);
