import * as E from 'fp-ts/lib/Either.js';
import { useWindowEvent } from '../../shared/use-window-event.js';
import { t } from '../../words/words.js';
import { withoutClips } from '../edits.js';
import type { Shared } from '../shared.js';
import { clipsText, isClips, withPasted } from './clips-text.js';
import { withPastedText } from './pasted-text.js';

interface ClipboardInput extends Pick<
  Shared,
  'document' | 'change' | 'selection' | 'selectAll' | 'places' | 'clock' | 'tell'
> {
  readonly videoId: string;
  /** Adds files of the clipboard. */
  readonly addFiles: (files: ReadonlyArray<File>) => void;
}

/** Elements that handle the clipboard themselves: text fields, the JSON view, and dialogs. */
const OWN = 'input:not([type="range"], [type="checkbox"]), textarea, .json, dialog';

const isWithin = (element: EventTarget | null, selector: string): boolean =>
  element instanceof Element && element.closest(selector) !== null;

const isTyping = ({ target }: Event): boolean =>
  isWithin(target, OWN) ||
  isWithin(document.activeElement, OWN) ||
  document.querySelector('dialog[open]') !== null;

/** Whether text on the page is selected, so that it is copied instead of clips, unless a clip has the focus. */
const isTextSelected = (): boolean =>
  getSelection()?.isCollapsed === false && !isWithin(document.activeElement, '.clip-box, .bar-clip');

/**
 * Copies, cuts and pastes clips with the keys and menus of the browser, whose events give access to the clipboard without
 * a permission.
 */
export const useClipboard = ({
  document,
  change,
  selection,
  selectAll,
  places,
  clock,
  tell,
  videoId,
  addFiles,
}: ClipboardInput): void => {
  /** Copies the selected clips. @returns whether it did */
  const copy = (event: ClipboardEvent): boolean => {
    if (isTyping(event) || isTextSelected()) return false;
    const text = clipsText(videoId, document, selection, places);
    if (text === undefined) return false;
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    return true;
  };
  const count = selection.length;
  useWindowEvent('copy', (event) => {
    if (copy(event)) tell(t('{count, plural, one {# clip} other {# clips}} copied', { count }));
  });
  useWindowEvent('cut', (event) => {
    if (!copy(event)) return;
    change(withoutClips(document, selection, places));
    selectAll([]);
    tell(t('{count, plural, one {# clip} other {# clips}} cut', { count }));
  });
  useWindowEvent('paste', (event) => {
    if (isTyping(event)) return;
    event.preventDefault();
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length > 0) return addFiles(files);
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const pasted = isClips(text)
      ? withPasted(text, videoId, document, clock.now())
      : withPastedText(text, { document, selection, places }, clock.now());
    if (E.isLeft(pasted)) return tell(pasted.left);
    change(pasted.right.document);
    selectAll(pasted.right.ids);
    tell(t('{count, plural, one {# clip} other {# clips}} pasted', { count: pasted.right.ids.length }));
  });
};
