import { useCallback, useRef } from 'react';
import { useWindowEvent } from '../../shared/use-window-event.js';

/**
 * Returns what resolves as soon as no pointer is pressed. What is dragged is moved from where the document had it at the
 * beginning: it must not be changed elsewhere before the end.
 */
export const useRelease = (): (() => Promise<void>) => {
  const isPressed = useRef(false);
  const waiting = useRef<ReadonlyArray<() => void>>([]);
  const release = (): void => {
    isPressed.current = false;
    for (const go of waiting.current) setTimeout(go);
    waiting.current = [];
  };
  const captured = { capture: true };
  useWindowEvent('pointerup', release, captured);
  useWindowEvent('pointercancel', release, captured);
  useWindowEvent(
    'pointerdown',
    () => {
      isPressed.current = true;
    },
    captured,
  );
  return useCallback(
    () =>
      new Promise((resolve) => {
        if (isPressed.current) waiting.current = [...waiting.current, resolve];
        else resolve();
      }),
    [],
  );
};
