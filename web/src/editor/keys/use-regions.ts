import { useRef } from 'react';
import { useWindowEvent } from '../../shared/use-window-event.js';

/** The parts of the editor, in the order in which F6 goes through them. */
const REGIONS = ['.bar', '.stage', '.side', '.timeline'].map((name) => `.editor > ${name}`).join();

/** What the Tab key reaches in a region. */
const REACHED =
  ':is(a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]):not([tabindex="-1"], [role="separator"])';

/** Clips of the stage and of the timeline. */
const CLIPS = ':is(.clip-box, .bar-clip)';

/** The element that has the focus, also in a shadow tree. */
const focused = (): Element | null => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
};

/**
 * Where the focus goes in a region: to the selected clip, to what had the focus there before, or to the first control.
 * Never to a clip that is not selected: it would be selected.
 */
const targetIn = (region: Element, before: Element | undefined): HTMLElement | undefined => {
  const known =
    before?.isConnected === true && !before.matches(`${CLIPS}[aria-pressed="false"]`) ? before : null;
  const target =
    region.querySelector(`${CLIPS}[aria-pressed="true"]`) ?? known ?? region.querySelector(REACHED);
  return target instanceof HTMLElement ? target : undefined;
};

/**
 * F6 leads the focus from region to region, with Shift back. There are many controls between the stage and the timeline.
 * Browsers that use the key themselves leave Control+F6.
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
