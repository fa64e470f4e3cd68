import type { DraftClip } from '../draft.js';
import type { Note } from '../reading/deviations.js';

/** The clips of a track, and when the last one ends. */
export interface Track {
  readonly clips: ReadonlyArray<DraftClip>;
  readonly endMs: number;
}

/** Programs write the sounds of videos on audio tracks of their own: these are heard, and the videos are silent. */
export const heardOnce = (tracks: ReadonlyArray<Track>, note: Note): ReadonlyArray<Track> => {
  const sounds = tracks.flatMap(({ clips }) => clips).filter(({ clip }) => clip['type'] === 'audio');
  const isHeard = ({ clip }: DraftClip): boolean => {
    const { start, end } = clip['timeFrame'] as { readonly start: number; readonly end: number };
    return sounds.some(({ clip: { source, timeFrame } }) => {
      const sound = timeFrame as { readonly start: number; readonly end: number };
      return source === clip['source'] && sound.start < end && sound.end > start;
    });
  };
  // What this service exported states its volume.
  const isOpen = ({ clip }: DraftClip) => clip['type'] === 'video' && clip['volume'] === undefined;
  const areApart = tracks.some(({ clips }) => clips.some((draft) => isOpen(draft) && isHeard(draft)));
  const silent = (draft: DraftClip): DraftClip => {
    if (!areApart || !isOpen(draft)) return draft;
    if (!isHeard(draft)) note(draft.path, 'is silent: the sounds of this timeline are on its audio tracks');
    return { ...draft, clip: { ...draft.clip, volume: 0 } };
  };
  return tracks.map(({ clips, endMs }) => ({ clips: clips.map(silent), endMs }));
};
