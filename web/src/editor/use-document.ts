import * as E from 'fp-ts/lib/Either.js';
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useWindowEvent } from '../shared/use-window-event.js';
import { type Document, edit } from './document.js';
import { type Placed, type Places, placesOf } from './places.js';
import { keepHistory, withKeptHistory } from './saving/kept-history.js';
import type { ApplyRemote } from './saving/use-stored.js';

const EMPTY: Places = { canvas: { width: 1280, height: 720 }, duration: 1, fps: 30, clips: [] };

/** Where the clips of a document are; of the last valid one while it is invalid. */
const usePlaces = (document: Document) => {
  const lastPlaced = useRef<Placed>(undefined);
  const [learned, countLearned] = useState(0);
  const placeAgain = useCallback(() => {
    lastPlaced.current = undefined;
    countLearned((count) => count + 1);
  }, []);
  const placed = useMemo(() => placesOf(document, lastPlaced.current), [document, learned]);
  useEffect(() => {
    if (E.isRight(placed)) lastPlaced.current = { document, places: placed.right };
  }, [placed, document]);
  return {
    places: E.isRight(placed) ? placed.right : (lastPlaced.current?.places ?? EMPTY),
    problems: E.isLeft(placed) ? placed.left : [],
    /** After more has become known of the media. */
    placeAgain,
  };
};

/** The document that is edited, with its steps of undo, its places and what is wrong with it. */
export const useDocument = (videoId: string, initial: Document) => {
  const [editing, dispatch] = useReducer(edit, initial, (document) => withKeptHistory(videoId, document));
  // The steps of undo are kept for the next visit.
  useWindowEvent('pagehide', () => keepHistory(videoId, editing));
  const { present, past, future } = editing;
  const undo = (): void => dispatch({ _tag: 'Undone' });
  const redo = (): void => dispatch({ _tag: 'Redone' });
  return {
    ...usePlaces(present),
    document: present,
    applyRemote: useCallback<ApplyRemote>((rebase) => dispatch({ _tag: 'Merged', rebase }), []),
    change: useCallback(
      (document: Document, gesture?: string) =>
        dispatch({ _tag: 'Edited', document, ...(gesture === undefined ? {} : { gesture }) }),
      [],
    ),
    endGesture: () => dispatch({ _tag: 'GestureEnded' }),
    undo,
    redo,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
  };
};
