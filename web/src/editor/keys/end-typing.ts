import type { PointerEvent } from 'react';
import { flushSync } from 'react-dom';

/**
 * Ends typing before a press has any other effect: the typed text belongs to the clip that was selected until now, and
 * fields such as numbers take effect on blur.
 */
export const endTyping = ({ target }: PointerEvent): void => {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || !activeElement.matches('.side input, .side textarea'))
    return;
  if (target instanceof Node && !activeElement.contains(target)) flushSync(() => activeElement.blur());
};
