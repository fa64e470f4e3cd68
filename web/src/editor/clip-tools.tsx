import { useCallback, useEffect, useRef } from 'react';
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

/** What keys do. Where nothing can be changed, there is nothing that changes. */
interface Shortcuts extends Partial<ClipActions> {
  readonly undo?: () => void;
  readonly redo?: () => void;
  readonly togglePlayback: () => void;
  readonly selectNone: () => void;
  readonly selectEvery: () => void;
  readonly showKeys: () => void;
}

/** Acts on keys that are pressed while nothing is typed. */
export const useShortcuts = (shortcuts: Shortcuts): void => {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    const act = ({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent, isOnButton: boolean): boolean => {
      const actions = latest.current;
      const pressed = key.toLowerCase();
      if (ctrlKey || metaKey) {
        if (pressed === 'z') (shiftKey ? actions.redo : actions.undo)?.();
        else if (pressed === 'y') actions.redo?.();
        else if (pressed === 'd') actions.duplicate?.();
        else if (pressed === 'a') actions.selectEvery();
        else return false;
        return true;
      }
      if (key === 'Delete' || key === 'Backspace') actions.remove?.();
      else if (key === 'Escape') actions.selectNone();
      else if (pressed === 's') actions.split?.();
      else if (key === ']') actions.restack?.('forward');
      else if (key === '[') actions.restack?.('backward');
      else if (key === '}') actions.restack?.('front');
      else if (key === '{') actions.restack?.('back');
      else if (key === '?') actions.showKeys();
      else if (key === ' ' && !isOnButton) actions.togglePlayback();
      else return false;
      return true;
    };
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event;
      const within = (selector: string): boolean =>
        target instanceof HTMLElement && target.closest(selector) !== null;
      if (within('input:not([type="range"]), textarea, select, .json, dialog')) return;
      if (act(event, within('button'))) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
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
