import { useRef } from 'react';
import { FOCUSABLE } from '../../shared/keep-focus.js';
import { useWindowEvent } from '../../shared/use-window-event.js';

/** The parts of the editor, in the order in which F6 goes through them. */
const REGIONS = ['.bar', '.stage', '.side', '.timeline'].map((name) => `.editor > ${name}`).join();

/** Clips of the stage and of the timeline. */
const CLIPS = ':is(.clip-box, .bar-clip)';

/** The focused element, also in a shadow tree. */
const focused = (): Element | null => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
};

/**
 * The element to focus in a region: the selected clip, the element that had the focus before, or the first control. Never
 * a clip that is not selected, because the focus would select it.
 */
const targetIn = (region: Element, before: Element | undefined): HTMLElement | undefined => {
  const known =
    before?.isConnected === true && !before.matches(`${CLIPS}[aria-pressed="false"]`) ? before : null;
  const target =
    region.querySelector(`${CLIPS}[aria-pressed="true"]`) ?? known ?? region.querySelector(FOCUSABLE);
  return target instanceof HTMLElement ? target : undefined;
};

/**
 * F6 moves the focus to the next region, Shift+F6 to the previous one, past the many controls in between. Control+F6
 * works in browsers that use F6 themselves.
 */
export const useRegions = (): void => {
  const left = useRef(new WeakMap<Element, Element>());
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'F6' || event.altKey || document.querySelector('dialog[open]')) return;
    const regions = [...document.querySelectorAll(REGIONS)];
    const at = regions.findIndex((region) => region.contains(document.activeElement));
    const [current, element] = [regions[at], focused()];
    if (current && element) left.current.set(current, element);
    const onwards = [...regions.slice(at + 1), ...regions.slice(0, Math.max(0, at))];
    const sequence = event.shiftKey ? onwards.toReversed() : onwards;
    for (const region of sequence) {
      const target = targetIn(region, left.current.get(region));
      if (!target) continue;
      target.focus();
      event.preventDefault();
      return;
    }
  });
};
