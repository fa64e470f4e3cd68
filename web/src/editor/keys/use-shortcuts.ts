import { useRef } from 'react';
import { useWindowEvent } from '../../shared/use-window-event.js';
import type { ClipActions } from '../clip-tools.js';
import { framesOfKey } from '../playback/frame-steps.js';

interface Shortcuts extends ClipActions {
  readonly undo: () => void;
  readonly redo: () => void;
  /** Moves the playhead by a number of frames. */
  readonly step: (frames: number) => void;
  readonly fps: number;
  readonly isAnySelected: boolean;
  readonly togglePlayback: () => void;
  readonly pause: () => void;
  /** Plays forwards or, with -1, backwards: faster if it does so already. */
  readonly shuttle: (direction: 1 | -1) => void;
  readonly selectNone: () => void;
  readonly selectEvery: () => void;
  readonly showKeys: () => void;
}

/** Elements that the arrow keys, Home and End move or scroll. */
const TAKES_ARROWS = 'input, [role="tablist"], [role="tabpanel"], [role="region"]';

/** Fields that take the keys that are pressed in them. */
const TAKES_KEYS = 'input:not([type="range"]), textarea, select, .json';

/**
 * Runs the actions of keys that are pressed outside text fields and dialogs, and undo and redo in fields in which nothing
 * is typed.
 */
export const useShortcuts = (actions: Shortcuts): void => {
  const { fps, isAnySelected } = actions;
  /** The focused button, if it was clicked with a pointer: Space plays after it, and does not press it again. */
  const clicked = useRef<Element | null>(null);
  useWindowEvent('focusout', () => (clicked.current = null));
  useWindowEvent('click', ({ target, detail }) => {
    clicked.current = detail > 0 && target instanceof Element ? target.closest('button') : null;
  });
  const act = (event: KeyboardEvent, within: (selector: string) => boolean): boolean => {
    const { key, shiftKey, ctrlKey, metaKey, repeat } = event;
    const pressed = key.toLowerCase();
    if (ctrlKey || metaKey) {
      if (pressed === 'z') (shiftKey ? actions.redo : actions.undo)();
      else if (pressed === 'y') actions.redo();
      else if (pressed === 'd') actions.duplicate();
      else if (pressed === 'g') (shiftKey ? actions.ungroup : actions.group)();
      else if (pressed === 'a') actions.selectEvery();
      else return false;
      return true;
    }
    const frames = framesOfKey(event, fps, { isAnySelected, takesArrows: within(TAKES_ARROWS) });
    if (frames !== undefined) actions.step(frames);
    else if (key === 'Delete' || key === 'Backspace') (shiftKey ? actions.removeTime : actions.remove)();
    else if (key === 'Escape') actions.selectNone();
    else if (pressed === 's') actions.split();
    else if (key === ']') actions.restack('forward');
    else if (key === '[') actions.restack('backward');
    else if (key === '}') actions.restack('front');
    else if (key === '{') actions.restack('back');
    else if (pressed === 'm') actions.mark();
    else if (key === '?') actions.showKeys();
    else if (key === ' ' && (!within('button') || clicked.current === event.target)) actions.togglePlayback();
    else if (pressed === 'k') actions.pause();
    else if ((pressed === 'j' || pressed === 'l') && !repeat) actions.shuttle(pressed === 'l' ? 1 : -1);
    else return false;
    return true;
  };
  useWindowEvent('keydown', (event) => {
    const { target, defaultPrevented } = event;
    const within = (selector: string): boolean =>
      target instanceof HTMLElement && target.closest(selector) !== null;
    // A dialog keeps the keys when the focus falls out of it, as it does from a button that is disabled.
    if (document.querySelector('dialog[open]')) return;
    const isUndo = (event.ctrlKey || event.metaKey) && /^[yz]$/i.test(event.key);
    if (defaultPrevented || (within(TAKES_KEYS) && !(isUndo && within('[data-typed="false"]')))) return;
    if (act(event, within)) event.preventDefault();
  });
};
