import * as E from 'fp-ts/lib/Either.js';
import { type ReactNode, useMemo } from 'react';
import { placesOf } from '../places.js';
import { type Edited, type Shared, SharedContext, useShared } from '../shared.js';
import { documentAt, withKeyframesAt } from './at-playhead.js';

/** Its children see and edit the document at the playhead. */
export const AtPlayhead = ({ children }: { readonly children: ReactNode }) => {
  const shared = useShared();
  return <SharedContext value={{ ...shared, ...shared.atPlayhead }}>{children}</SharedContext>;
};

/** The document at the playhead, as the stage and the fields show and change it. */
export const useAtPlayhead = ({ document, places, ms, change }: Edited & Pick<Shared, 'ms'>): Edited => {
  const shown = useMemo(() => documentAt(document, places, ms), [document, places, ms]);
  const shownPlaces = useMemo(() => {
    if (shown === document) return places;
    const placed = placesOf(shown, { document, places });
    return E.isRight(placed) ? placed.right : places;
  }, [shown, document, places]);
  return {
    document: shown,
    places: shownPlaces,
    change: (next, gesture) => change(withKeyframesAt(document, places, ms, next), gesture),
  };
};
