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
import { IconButton } from '../shared/buttons.js';
import { duplicated, withoutClips, withoutTime } from './edits.js';
import { splitAt, whyNotSplit } from './split.js';
import { withGroup } from './grouping/group.js';
import { ungrouped } from './grouping/ungroup.js';
import { type Shared, useShared } from './shared.js';
import { type StackingMove, restacked } from './stacking.js';
import { withMarker } from './timeline/markers.js';
import { t } from '../words/words.js';

export interface ClipActions {
  readonly split: () => void;
  readonly duplicate: () => void;
  readonly remove: () => void;
  /** Removes the clips, and closes the gap. */
  readonly removeTime: () => void;
  readonly restack: (direction: StackingMove) => void;
  readonly group: () => void;
  readonly ungroup: () => void;
  readonly mark: () => void;
}

/** The actions on the selected clips. */
export const clipActions = (
  shared: Pick<Shared, 'document' | 'change' | 'selection' | 'selectAll' | 'places' | 'clock' | 'tell'>,
): ClipActions => {
  const { document, change, selection, selectAll, places, clock, tell } = shared;
  const split = (): void => {
    const divided = splitAt(document, selection, clock.now(), places);
    if (divided === document) tell(whyNotSplit(selection, clock.now(), places));
    else change(divided);
  };
  const duplicate = (): void => {
    const copies = duplicated(document, selection);
    change(copies.document);
    selectAll(copies.ids);
  };
  const removeBy = (how: typeof withoutClips): void => {
    if (selection.length === 0) return;
    change(how(document, selection, places));
    selectAll([]);
  };
  const regroup = (how: typeof withGroup): void => {
    const done = how(document, selection, places);
    if (E.isLeft(done)) return tell(done.left);
    change(done.right.document);
    selectAll(done.right.ids);
  };
  return {
    split,
    duplicate,
    remove: () => removeBy(withoutClips),
    removeTime: () => removeBy(withoutTime),
    restack: (direction) => change(restacked(document, selection, direction)),
    group: () => regroup(withGroup),
    ungroup: () => regroup(ungrouped),
    mark: () => change(withMarker(document, Math.round(clock.now()))),
  };
};

const TOOLS = {
  split: [Scissors, t('Split'), 'S'],
  duplicate: [CopyPlus, t('Duplicate'), 'Control+D'],
  group: [Group, t('Group'), 'Control+G'],
  ungroup: [Ungroup, t('Ungroup'), 'Control+Shift+G'],
  forward: [BringToFront, t('Bring forward'), ']'],
  backward: [SendToBack, t('Send backward'), '['],
  remove: [Trash2, t('Delete'), 'Delete'],
  removeTime: [ArrowLeftToLine, t('Delete and close the gap'), 'Shift+Delete'],
} satisfies Readonly<Record<string, readonly [icon: LucideIcon, name: string, keys: string]>>;

const ALL = Object.keys(TOOLS) as ReadonlyArray<keyof typeof TOOLS>;

/** Buttons for the actions on the selected clips. */
export const ClipTools = ({ names = ALL }: { readonly names?: ReadonlyArray<keyof typeof TOOLS> }) => {
  const { actions, selection } = useShared();
  return names.map((one) => {
    const [icon, name, keys] = TOOLS[one];
    const act = (): void => (one === 'forward' || one === 'backward' ? actions.restack(one) : actions[one]());
    return <IconButton key={one} {...{ icon, name, keys }} disabled={selection.length === 0} onClick={act} />;
  });
};
