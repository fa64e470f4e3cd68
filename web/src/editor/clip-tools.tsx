import { useCallback } from 'react';
import { duplicated, splitAt, withoutClips } from './edits.js';
import type { Shared } from './shared.js';
import { type Direction, restacked } from './stacking.js';

export interface ClipActions {
  readonly split: () => void;
  readonly duplicate: () => void;
  readonly remove: () => void;
  readonly restack: (direction: Direction) => void;
}

type ActionInput = Pick<Shared, 'document' | 'change' | 'selection' | 'selectAll' | 'places' | 'clock'>;

/** What can be done with the selected clips. */
export const useClipActions = (shared: ActionInput): ClipActions => {
  const { document, change, selection, selectAll, places, clock } = shared;
  const split = useCallback(() => {
    change(splitAt(document, selection, clock.now(), places));
  }, [change, document, selection, clock, places]);
  const duplicate = useCallback(() => {
    const copies = duplicated(document, selection);
    change(copies.document);
    selectAll(copies.ids);
  }, [change, document, selection, selectAll]);
  const remove = useCallback(() => {
    if (selection.length === 0) return;
    change(withoutClips(document, selection, places));
    selectAll([]);
  }, [change, document, selection, selectAll, places]);
  const restack = useCallback(
    (direction: Direction) => change(restacked(document, selection, direction)),
    [change, document, selection],
  );
  return { split, duplicate, remove, restack };
};

interface ClipToolsProps {
  readonly actions: ClipActions;
  readonly isAnySelected: boolean;
}

/** Buttons for what can be done with the selected clips. */
export const ClipTools = ({ actions, isAnySelected }: ClipToolsProps) => {
  const { split, duplicate, remove, restack } = actions;
  const tools: ReadonlyArray<readonly [name: string, keys: string, act: () => void]> = [
    ['Split', 'S', split],
    ['Duplicate', 'Control+D', duplicate],
    ['Bring forward', ']', () => restack('forward')],
    ['Send backward', '[', () => restack('backward')],
    ['Delete', 'Delete', remove],
  ];
  return (
    <div className="buttons" role="group" aria-label="Selected clips">
      {tools.map(([name, keys, act]) => (
        <button
          key={name}
          type="button"
          disabled={!isAnySelected}
          aria-keyshortcuts={keys}
          title={`${name} (${keys})`}
          onClick={act}
        >
          {name}
        </button>
      ))}
    </div>
  );
};
