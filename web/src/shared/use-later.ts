import { startTransition, useCallback, useEffect, useState } from 'react';

/** How long the first picture may take before everything else is shown without it, in ms. */
const LIMIT = 1500;

/**
 * Whether to show what the first picture shall not wait for: after that picture is painted, or after the limit of time.
 * Call `onSeen` when it is loaded.
 */
export const useLater = () => {
  const [isLater, setLater] = useState(false);
  const show = (): void => startTransition(() => setLater(true));
  useEffect(() => {
    const timer = setTimeout(show, LIMIT);
    return () => clearTimeout(timer);
  }, []);
  // A timer that is set in an animation frame ends after that frame is painted.
  const onSeen = useCallback(() => requestAnimationFrame(() => setTimeout(show)), []);
  return { isLater, onSeen };
};
