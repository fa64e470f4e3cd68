import { useCallback, useEffect, useRef } from 'react';

/**
 * Returns what resolves as soon as no pointer is pressed. What is dragged is moved from where the document had it at the
 * beginning: it must not be changed elsewhere before the end.
 */
export const useRelease = (): (() => Promise<void>) => {
  const isPressed = useRef(false);
  const waiting = useRef<ReadonlyArray<() => void>>([]);
  useEffect(() => {
    const press = (): void => {
      isPressed.current = true;
    };
    const release = (): void => {
      isPressed.current = false;
      for (const go of waiting.current) setTimeout(go);
      waiting.current = [];
    };
    window.addEventListener('pointerdown', press, true);
    for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, release, true);
    return () => {
      window.removeEventListener('pointerdown', press, true);
      for (const end of ['pointerup', 'pointercancel']) window.removeEventListener(end, release, true);
    };
  }, []);
  return useCallback(
    () =>
      new Promise((resolve) => {
        if (isPressed.current) waiting.current = [...waiting.current, resolve];
        else resolve();
      }),
    [],
  );
};
