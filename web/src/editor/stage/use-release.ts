import { useCallback, useRef } from 'react';
import { useWindowEvent } from '../../shared/use-window-event.js';

/**
 * Returns a function whose promise resolves as soon as no pointer is pressed. A drag starts from the document at its
 * beginning, which must not be changed elsewhere before the drag ends.
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
