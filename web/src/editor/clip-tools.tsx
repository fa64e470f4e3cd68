import * as E from 'fp-ts/lib/Either.js';
import { useCallback } from 'react';
import { duplicated, splitAt, whyNotSplit, withoutClips } from './edits.js';
import { grouped } from './grouping/group.js';
import { ungrouped } from './grouping/ungroup.js';
import type { Shared } from './shared.js';
import { type Direction, restacked } from './stacking.js';

export interface ClipActions {
  readonly split: () => void;
  readonly duplicate: () => void;
  readonly remove: () => void;
  readonly restack: (direction: Direction) => void;
  readonly group: () => void;
  readonly ungroup: () => void;
}

interface ActionInput extends Pick<
  Shared,
  'document' | 'change' | 'selection' | 'selectAll' | 'places' | 'clock'
> {
  /** Shows a short message. */
  readonly tell: (message: string) => void;
}

/** What can be done with the selected clips. */
export const useClipActions = (shared: ActionInput): ClipActions => {
  const { document, change, selection, selectAll, places, clock, tell } = shared;
  const split = useCallback(() => {
    const divided = splitAt(document, selection, clock.now(), places);
    if (divided === document) tell(whyNotSplit(selection, clock.now(), places));
    else change(divided);
  }, [change, document, selection, clock, places, tell]);
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
  const regroup = useCallback(
    (how: typeof grouped) => {
      const done = how(document, selection, places);
      if (E.isLeft(done)) return tell(done.left);
      change(done.right.document);
      selectAll(done.right.ids);
    },
    [change, document, selection, selectAll, places, tell],
  );
  const group = useCallback(() => regroup(grouped), [regroup]);
  const ungroup = useCallback(() => regroup(ungrouped), [regroup]);
  return { split, duplicate, remove, restack, group, ungroup };
};

interface ClipToolsProps {
  readonly actions: ClipActions;
  readonly isAnySelected: boolean;
}

/** Buttons for what can be done with the selected clips. */
export const ClipTools = ({ actions, isAnySelected }: ClipToolsProps) => {
  const { split, duplicate, remove, restack, group, ungroup } = actions;
  const tools: ReadonlyArray<readonly [name: string, keys: string, act: () => void]> = [
    ['Split', 'S', split],
    ['Duplicate', 'Control+D', duplicate],
    ['Group', 'Control+G', group],
    ['Ungroup', 'Control+Shift+G', ungroup],
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
