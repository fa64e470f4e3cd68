import { useMemo, useState } from 'react';
import type { Document } from './document.js';
import { withoutClips } from './edits.js';
import type { Places } from './places.js';
import { withSolo } from './timeline/solo.js';
import { useKeptClips } from './timeline/use-kept-clips.js';

const NONE: ReadonlyMap<unknown, string> = new Map();

/** The parts of a video that may have a source: clips by their ids, the soundtrack and the fonts by their paths. */
const partsOf = ({ clips, metadata }: Document): ReadonlyArray<readonly [string, unknown]> => [
  ...clips.map((clip) => [clip.id, clip] as const),
  ['metadata.soundtrack', metadata.soundtrack],
  ...(metadata.fonts ?? []).map((font, index) => [`metadata.fonts[${index}]`, font] as const),
];

export interface Lost {
  /** Why the service cannot draw parts, such as clips whose source it does not reach, by their ids or paths. */
  readonly lost: ReadonlyMap<string, string>;
  /** Leaves a part out of what is shown, until it is changed. */
  readonly lose: (id: string, reason: string) => void;
  readonly tryAgain: () => void;
}

/** The parts with which nothing could be drawn. */
const useLost = (document: Document): Lost => {
  const [reasons, setReasons] = useState(NONE);
  const lost = useMemo(
    () =>
      new Map(
        partsOf(document).flatMap(([id, part]) => {
          const reason = reasons.get(part);
          return reason === undefined ? [] : [[id, reason] as const];
        }),
      ),
    [document, reasons],
  );
  return {
    lost,
    lose: (id, reason) => {
      // Paths count the fonts that were drawn with: those that are not lost.
      const fonts = document.metadata.fonts?.filter((font) => !reasons.has(font)) ?? [];
      const drawn = { ...document, metadata: { ...document.metadata, fonts } };
      const [, part] = partsOf(drawn).find(([one]) => one === id) ?? [];
      if (part !== undefined) setReasons((before) => new Map([...before, [part, reason]]));
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
    if (lost.size === 0) return chosen;
    const { soundtrack, fonts = [], ...metadata } = chosen.metadata;
    return {
      ...withoutClips(chosen, [...lost.keys()], places),
      metadata: {
        ...metadata,
        ...(soundtrack && !lost.has('metadata.soundtrack') ? { soundtrack } : {}),
        fonts: fonts.filter((_, index) => !lost.has(`metadata.fonts[${index}]`)),
      },
    };
  }, [document, solo, places, lost]);
  return { ...losing, solo, setSolo, shown };
};
