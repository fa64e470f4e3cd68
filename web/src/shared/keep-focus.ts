/** Elements that the Tab key reaches and that can be used. */
export const FOCUSABLE =
  ':is(a[href], button, input, select, textarea, summary, [tabindex="0"]):not(:disabled, [aria-disabled="true"], [tabindex="-1"], [role="separator"])';

/** Whether the focus moves right now because what had it is gone: clips are not selected by that. */
export const returning = { isNow: false };

const { DOCUMENT_POSITION_FOLLOWING: FOLLOWING, DOCUMENT_POSITION_CONTAINED_BY: INSIDE } = Node;

/** Focuses the first element behind a place, or else the last one, in the smallest part of the page that has any. */
const focusNear = (around: Element | null, place: Node | null): void => {
  for (let part = around, from = place; part; from = part, part = part.parentElement) {
    const all = [...part.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((one) => one.checkVisibility());
    const before = from?.isConnected === true ? from : undefined;
    const isBehind = (one: Node): boolean =>
      !before || (before.compareDocumentPosition(one) & (FOLLOWING | INSIDE)) === FOLLOWING;
    const near = all.find(isBehind) ?? all.at(-1);
    if (!near) continue;
    returning.isNow = true;
    near.focus();
    returning.isNow = false;
    return;
  }
};

/**
 * Moves the focus to what is near when the element that visibly has it is removed or hidden. Otherwise the keyboard would
 * start again at the top of the page. After a click, nothing is moved: keys then belong to the page.
 */
export const keepFocus = (): void => {
  let last: Element | undefined;
  const isLost = (): boolean => last !== undefined && document.activeElement === document.body;
  document.addEventListener(
    'focusin',
    ({ target }) =>
      (last = target instanceof Element && target.matches(':focus-visible') ? target : undefined),
  );
  document.addEventListener('focusout', () =>
    queueMicrotask(() => {
      if (!isLost() || last?.isConnected !== true || !document.hasFocus()) return;
      // What is still there was left on purpose, as by a press elsewhere.
      if (last.checkVisibility()) last = undefined;
      else setTimeout(() => isLost() && last && focusNear(last.parentElement, last)); // after a dialog has given it back
    }),
  );
  new MutationObserver((records) => {
    if (!isLost() || last?.isConnected !== false) return;
    let gone: Node = last;
    let place: MutationRecord | undefined;
    for (const record of records)
      if ([...record.removedNodes].some((node) => node.contains(gone))) {
        place = record;
        gone = record.target;
      }
    if (place?.target instanceof Element) focusNear(place.target, place.previousSibling);
  }).observe(document, { childList: true, subtree: true });
};
