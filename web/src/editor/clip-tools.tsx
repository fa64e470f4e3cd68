import * as E from 'fp-ts/lib/Either.js';
import {
  ArrowLeftToLine,
  BringToFront,
  CopyPlus,
  Group,
  type LucideIcon,
  Scissors,
  SendToBack,
  Trash2,
  Ungroup,
} from 'lucide-react';
import { useCallback } from 'react';
import { IconButton } from '../shared/icon-button.js';
import { duplicated, splitAt, whyNotSplit, withoutClips, withoutTime } from './edits.js';
import { grouped } from './grouping/group.js';
import { ungrouped } from './grouping/ungroup.js';
import type { Shared } from './shared.js';
import { type Direction, restacked } from './stacking.js';
import { withMarker } from './timeline/markers.js';
import { t } from '../words/words.js';

export interface ClipActions {
  readonly split: () => void;
  readonly duplicate: () => void;
  readonly remove: () => void;
  /** Removes them and the time that they take. */
  readonly removeTime: () => void;
  readonly restack: (direction: Direction) => void;
  readonly group: () => void;
  readonly ungroup: () => void;
  /** Adds a marker at the playhead. */
  readonly mark: () => void;
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
  const removeBy = useCallback(
    (how: typeof withoutClips) => {
      if (selection.length === 0) return;
      change(how(document, selection, places));
      selectAll([]);
    },
    [change, document, selection, selectAll, places],
  );
  const remove = useCallback(() => removeBy(withoutClips), [removeBy]);
  const removeTime = useCallback(() => removeBy(withoutTime), [removeBy]);
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
  const mark = useCallback(
    () => change(withMarker(document, Math.round(clock.now()))),
    [change, document, clock],
  );
  return { split, duplicate, remove, removeTime, restack, group, ungroup, mark };
};

interface ClipToolsProps {
  readonly actions: ClipActions;
  readonly isAnySelected: boolean;
}

/** Buttons for what can be done with the selected clips. */
export const ClipTools = ({ actions, isAnySelected }: ClipToolsProps) => {
  const { split, duplicate, remove, removeTime, restack, group, ungroup } = actions;
  const tools: ReadonlyArray<readonly [icon: LucideIcon, name: string, keys: string, act: () => void]> = [
    [Scissors, t('Split'), 'S', split],
    [CopyPlus, t('Duplicate'), 'Control+D', duplicate],
    [Group, t('Group'), 'Control+G', group],
    [Ungroup, t('Ungroup'), 'Control+Shift+G', ungroup],
    [BringToFront, t('Bring forward'), ']', () => restack('forward')],
    [SendToBack, t('Send backward'), '[', () => restack('backward')],
    [Trash2, t('Delete'), 'Delete', remove],
    [ArrowLeftToLine, t('Delete and close the gap'), 'Shift+Delete', removeTime],
  ];
  return (
    <div className="tools tight" role="group" aria-label={t('Selected clips')}>
      {tools.map(([icon, name, keys, act]) => (
        <IconButton key={name} {...{ icon, name, keys }} disabled={!isAnySelected} onClick={act} />
      ))}
    </div>
  );
};
