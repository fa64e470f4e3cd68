import { useMemo, useState } from 'react';
import type { Document } from './document.js';
import { withoutClips } from './edits.js';
import type { Places } from './places.js';
import { withSolo } from './timeline/solo.js';
import { useKeptClips } from './timeline/use-kept-clips.js';

type Clip = Document['clips'][number];

const NONE: ReadonlyMap<Clip, string> = new Map();

export interface Lost {
  /** Why the service cannot draw clips, such as those whose source it does not reach, by their ids. */
  readonly lost: ReadonlyMap<string, string>;
  /** Leaves a clip out of what is shown, until it is changed. */
  readonly lose: (id: string, reason: string) => void;
  readonly tryAgain: () => void;
}

/** The clips with which nothing could be drawn. */
const useLost = (document: Document): Lost => {
  const [reasons, setReasons] = useState(NONE);
  const lost = useMemo(
    () =>
      new Map(
        document.clips.flatMap((clip) => {
          const reason = reasons.get(clip);
          return reason === undefined ? [] : [[clip.id, reason] as const];
        }),
      ),
    [document, reasons],
  );
  return {
    lost,
    lose: (id, reason) => {
      const clip = document.clips.find((one) => one.id === id);
      if (clip) setReasons((before) => new Map([...before, [clip, reason]]));
    },
    tryAgain: () => setReasons(NONE),
  };
};

/** The document as it is shown and played: with only the solo clips, if there are any, and without those that are lost. */
export const useShown = (document: Document, places: Places, videoId: string) => {
  const [solo, setSolo] = useKeptClips(videoId, 'solo');
  const losing = useLost(document);
  const { lost } = losing;
  const shown = useMemo(() => {
    const chosen = withSolo(document, solo, places);
    return lost.size === 0 ? chosen : withoutClips(chosen, [...lost.keys()], places);
  }, [document, solo, places, lost]);
  return { ...losing, solo, setSolo, shown };
};
